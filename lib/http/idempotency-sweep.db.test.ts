import { expect, test } from "vitest";
import { systemClock } from "@/lib/platform/clock";
import { db, reader, writeUnaudited } from "@/lib/platform/db";
import { makeWorkspace } from "@/test/fixtures/workspace";
import { sweepIdempotencyKeys } from "./idempotency-sweep";

const hash = Buffer.alloc(32);
const row = (workspaceId: string, scope: string, expiresAt: string) =>
  db.insertInto("idempotency_keys").values({
    workspace_id: workspaceId,
    scope: Buffer.from(scope),
    request_hash: hash,
    state: "done",
    created_at: "2026-01-01T00:00:00.000Z",
    expires_at: expiresAt,
  });

test("idempotency records are deleted after their lifetime, in every workspace, and not before", async () => {
  const now = systemClock.now();
  const past = new Date(now.getTime() - 1).toISOString();
  const future = new Date(now.getTime() + 60_000).toISOString();
  const [one, other] = [await makeWorkspace(), await makeWorkspace()];
  for (const { workspaceId } of [one, other]) {
    await writeUnaudited(
      { workspaceId },
      { run: [row(workspaceId, "old", past), row(workspaceId, "young", future)] },
    );
  }
  expect(await sweepIdempotencyKeys({ now: () => now })).toBe(2);
  for (const { workspaceId } of [one, other]) {
    const left = await reader(workspaceId).all(
      db.selectFrom("idempotency_keys").select("scope").where("workspace_id", "=", workspaceId),
    );
    expect(left.map(({ scope }) => scope.toString())).toEqual(["young"]);
  }
});
