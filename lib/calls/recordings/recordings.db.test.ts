import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAgent, deployAgent } from "@/lib/agents/agents";
import { CreateAgent } from "@/lib/agents/agents/schema";
import { createCall, deleteCall, endCall, readCall } from "@/lib/calls/calls";
import { CreateCall } from "@/lib/calls/calls/schema";
import type { Ctx } from "@/lib/platform/context";
import { db, writeUnaudited } from "@/lib/platform/db";
import { closeHub } from "@/lib/platform/live";
import { storage } from "@/lib/platform/storage";
import { apiOf } from "@/test/fixtures/api";
import { makeWorkspace, type TestWorkspace } from "@/test/fixtures/workspace";
import { finishRecording, removeRecording, sweepRecordings } from ".";
import { folderOf } from "./chunks";
import { leaveSound, recordCall } from "./testing/record-call";

let space: TestWorkspace;
let ctx: Ctx;
beforeAll(async () => {
  space = await makeWorkspace();
  ctx = space.ctx("owner");
});
afterAll(closeHub);

async function call(recording: object = {}): Promise<string> {
  const input = {
    name: "Desk",
    type: "voice",
    voice_id: "builtin:slt",
    prompt: "You book tables.",
    recording,
  };
  const agent = await createAgent(ctx, CreateAgent.parse(input));
  await deployAgent(ctx, agent.id);
  const { id } = await createCall(ctx, CreateCall.parse({ agent_id: agent.id, channel: "chat" }));
  return id;
}
async function settledCall(recording: object = {}): Promise<string> {
  const id = await call(recording);
  await endCall(ctx, id);
  return id;
}
const later = (days: number): Ctx => ({
  ...ctx,
  now: () => new Date(Date.now() + days * 86_400_000).toISOString(),
});
const chunk = (object: string, name: string) => storage().read(`${folderOf(object)}/${name}`);

describe("a recording of a settled call", () => {
  test("is returned whole or in parts, without clear text in the storage or duplicates", async () => {
    const id = await settledCall();
    const object = await recordCall(ctx, id, 20);
    expect(await chunk(object, "raw/0")).toBeNull();
    expect((await chunk(object, "ogg/0"))?.includes("OggS")).toBe(false);
    const ask = apiOf(space);
    const path = `/v1/calls/${id}/recording`;
    const whole = await ask("GET", path, {});
    expect(whole.status).toBe(200);
    const bytes = Number(whole.headers.get("content-length"));
    const part = await ask("GET", path, { headers: { range: "bytes=0-3" } });
    expect([part.status, part.text, part.headers.get("content-range")]).toEqual([
      206,
      "OggS",
      `bytes 0-3/${bytes}`,
    ]);
    const end = await ask("GET", path, { headers: { range: "bytes=-10" } });
    expect(end.headers.get("content-length")).toBe("10");
    expect((await ask("GET", path, { headers: { range: `bytes=${bytes}-` } })).status).toBe(416);
    const wav = await ask("GET", `${path}?format=wav&download=true`, {});
    expect(wav.text.slice(0, 4)).toBe("RIFF");
    expect(wav.headers.get("content-disposition")).toBe(`attachment; filename="${id}.wav"`);
    const { rows } = {
      rows: await ctx.db.all(
        db
          .selectFrom("audit_events")
          .select("action")
          .where("target", "=", id)
          .where("workspace_id", "=", ctx.workspaceId),
      ),
    };
    const actions = rows.map(({ action }) => action);
    expect(actions.filter((action) => action === "recording.played")).toHaveLength(2);
    expect(actions.filter((action) => action === "recording.downloaded")).toHaveLength(1);
  });

  test("does not exist before settling, and not for other workspaces", async () => {
    const id = await call();
    await leaveSound(ctx, id, 2);
    await finishRecording(ctx, id);
    const ask = apiOf(space);
    expect((await ask("GET", `/v1/calls/${id}/recording`, {})).status).toBe(409);
    const otherWorkspace = await makeWorkspace();
    expect((await apiOf(otherWorkspace)("GET", `/v1/calls/${id}/recording`, {})).status).toBe(404);
  });

  test("is complete up to the last chunk if its process was killed", async () => {
    const id = await settledCall();
    await leaveSound(ctx, id, 3);
    await finishRecording(ctx, id);
    expect((await readCall(ctx, id)).recording.state).toBe("none");
    await finishRecording(later(1), id);
    expect((await readCall(ctx, id)).recording).toMatchObject({ state: "recorded", duration_ms: 3_000 });
  });

  test("expires after its retention, counted from the call's end; a legal hold prevents that", async () => {
    const id = await settledCall({ retention_days: 2 });
    const object = await recordCall(ctx, id);
    await sweepRecordings(later(1));
    expect(await chunk(object, "ogg/0")).not.toBeNull();
    const hold = (legal_hold: string | null) =>
      writeUnaudited(ctx, { run: [db.updateTable("calls").set({ legal_hold }).where("id", "=", id)] });
    await hold("A dispute.");
    await sweepRecordings(later(3));
    expect(await chunk(object, "ogg/0")).not.toBeNull();
    await hold(null);
    await sweepRecordings(later(3));
    expect(await chunk(object, "ogg/0")).toBeNull();
    expect((await readCall(ctx, id)).recording).toMatchObject({ state: "expired", expires_at: null });
    expect((await apiOf(space)("GET", `/v1/calls/${id}/recording`, {})).status).toBe(404);
  });

  test("is not stored with a retention of zero days", async () => {
    const id = await settledCall({ retention_days: 0 });
    const object = await recordCall(ctx, id);
    expect(await chunk(object, "ogg/0")).toBeNull();
    expect(await chunk(object, "raw/0")).toBeNull();
    expect((await readCall(ctx, id)).recording.state).toBe("expired");
  });

  test("is deleted with its call", async () => {
    const id = await settledCall();
    const object = await recordCall(ctx, id);
    await deleteCall(ctx, id);
    await removeRecording(ctx, id);
    expect(await chunk(object, "ogg/0")).toBeNull();
  });
});
