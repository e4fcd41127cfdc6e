import "@/test/fixtures/loopback";
import { afterAll, expect, it, vi } from "vitest";
import { db, reader } from "@/lib/platform/db";
import { closeHub } from "@/lib/platform/live";
import { openSipDesk } from "./testing/sip-fixture";

const PATIENCE = { timeout: 20_000, interval: 20 };

afterAll(closeHub);

it("a call over a trunk is hung up when its gateway stops, and ends as interrupted by a restart", async () => {
  const fixture = await openSipDesk();
  try {
    const agentId = await fixture.agent({});
    const telephone = await fixture.rings(fixture.person(), await fixture.line(agentId));
    if (typeof telephone === "number") throw new Error(`The call was refused: ${telephone}.`);
    const query = db
      .selectFrom("calls")
      .select(["id", "status"])
      .where("workspace_id", "=", fixture.space.workspaceId)
      .where("agent_id", "=", agentId);
    const read = () => reader(fixture.space.workspaceId).first(query);
    await vi.waitFor(async () => expect((await read())?.status).toBe("in_progress"), PATIENCE);
    await fixture.gateway.stop();
    expect(await telephone.dialog.ended).toBe("remote");
    const row = await read();
    await vi.waitFor(
      async () =>
        expect(await fixture.read(row?.id ?? "")).toMatchObject({ end_reason: "interrupted_by_restart" }),
      PATIENCE,
    );
    expect(await fixture.rings(fixture.person(), await fixture.line(agentId))).toBe(503);
  } finally {
    await fixture.close();
  }
});

it("a draining gateway refuses calls with 503 and lets those in progress continue", async () => {
  const fixture = await openSipDesk();
  try {
    const agentId = await fixture.agent({});
    const to = await fixture.line(agentId);
    const telephone = await fixture.rings(fixture.person(), to);
    if (typeof telephone === "number") throw new Error(`The call was refused: ${telephone}.`);
    const drained = fixture.gateway.drain(PATIENCE.timeout);
    expect(await fixture.rings(fixture.person(), to)).toBe(503);
    await vi.waitFor(() => expect(telephone.heardFrames()).toBeGreaterThan(5), PATIENCE);
    await telephone.dialog.bye();
    await drained;
  } finally {
    await fixture.close();
  }
});
