import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { plain, plainBatch } from "@/lib/platform/db/plain";
import { newId } from "@/lib/platform/ids";
import { STREAM_LIMITS, type StreamHolder, type StreamSlot, sweepStreams } from ".";
import { createStreamSlots } from "./stream-slots";
import type { StreamOrder } from "./testing/stream-contender";

const PATIENCE = { timeout: 15_000, interval: 50 };
/** Other processes start, on a machine that may be busy. */
vi.setConfig({ testTimeout: 120_000 });

const key = (workspaceId = newId("ws")): StreamHolder => ({ workspaceId, kind: "key", id: newId("key") });
const member = (workspaceId: string): StreamHolder => ({ workspaceId, kind: "member", id: newId("mem") });

/** Opens streams at once; answers the slots of those that were let in. */
async function openMany(
  take: (holder: StreamHolder) => Promise<StreamSlot>,
  holder: StreamHolder,
  times: number,
) {
  const results = await Promise.allSettled(Array.from({ length: times }, () => take(holder)));
  return results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
}

const rowsOf = async ({ workspaceId }: StreamHolder) => {
  const rows = plain.selectFrom("event_streams").selectAll().where("workspace", "=", workspaceId);
  return (await plainBatch(rows))[0];
};

async function contender() {
  const child = fork(join(import.meta.dirname, "testing", "stream-contender.ts"), {
    execArgv: ["--import", "tsx"],
    env: { ...process.env, NODE_ENV: "test" },
  });
  await once(child, "message");
  return {
    async open(order: StreamOrder): Promise<number> {
      const answer = once(child, "message");
      child.send(order);
      return (await answer)[0] as number;
    },
    async kill() {
      const exited = once(child, "exit");
      child.kill("SIGKILL");
      await exited;
    },
  };
}

test("three processes that open streams at once open exactly as many as one key may have", async () => {
  const holder = key();
  const contenders = await Promise.all([contender(), contender(), contender()]);
  const opened = await Promise.all(contenders.map(({ open }) => open({ holder, times: 40 })));
  expect(opened.reduce((sum, n) => sum + n)).toBe(STREAM_LIMITS.key);
  expect(await rowsOf(holder)).toHaveLength(STREAM_LIMITS.key);
  await Promise.all(contenders.map(({ kill }) => kill()));
});

test("a killed process's slots are free again once their lease has run out", async () => {
  const holder = key();
  const otherProcess = await contender();
  expect(await otherProcess.open({ holder, times: STREAM_LIMITS.key })).toBe(STREAM_LIMITS.key);
  await otherProcess.kill();
  const slots = createStreamSlots();
  await expect(slots.take(holder)).rejects.toMatchObject({ code: "rate_limited", retryAfterS: 15 });
  // As if 15 seconds had passed.
  await plainBatch(
    plain
      .updateTable("event_streams")
      .set({ expires_at: new Date(0).toISOString() })
      .where("workspace", "=", holder.workspaceId),
  );
  expect(await openMany(slots.take, holder, STREAM_LIMITS.key + 5)).toHaveLength(STREAM_LIMITS.key);
});

test("a person and a workspace have caps too, which the streams of others count towards or not", async () => {
  const { take } = createStreamSlots({ key: 4, member: 2, participant: 4, workspace: 7 });
  const keyHolder = key();
  const [ada, ben] = [member(keyHolder.workspaceId), member(keyHolder.workspaceId)];
  expect(await openMany(take, keyHolder, 6)).toHaveLength(4);
  await expect(take(keyHolder)).rejects.toThrow("This API key has 4 event streams open, which is the limit.");
  expect(await openMany(take, ada, 3)).toHaveLength(2);
  await expect(take(ada)).rejects.toThrow("This person has 2 event streams open");
  expect(await openMany(take, ben, 2)).toHaveLength(1);
  await expect(take(ben)).rejects.toThrow("This workspace has 7 event streams open");
  expect(await openMany(take, member(newId("ws")), 2)).toHaveLength(2);
});

test("a released slot is free immediately, and a second release frees no other slot", async () => {
  const { take } = createStreamSlots({ key: 2, member: 2, participant: 4, workspace: 2 });
  const holder = key();
  const [first, second] = await openMany(take, holder, 2);
  first?.release();
  await vi.waitFor(async () => expect(await rowsOf(holder)).toHaveLength(1), PATIENCE);
  await take(holder);
  first?.release();
  await expect(take(holder)).rejects.toMatchObject({ code: "rate_limited" });
  second?.release();
});

test("renewal extends what is open, brings back what a crash of the database lost, and nothing that was released", async () => {
  const slots = createStreamSlots(STREAM_LIMITS, { leaseMs: 60_000 });
  const holder = key();
  const [kept, released] = await openMany(slots.take, holder, 2);
  released?.release();
  await vi.waitFor(async () => expect(await rowsOf(holder)).toHaveLength(1), PATIENCE);
  await plainBatch(plain.deleteFrom("event_streams"));
  await slots.renew();
  const [row, ...otherRows] = await rowsOf(holder);
  expect(otherRows).toEqual([]);
  await slots.renew();
  const [later] = await rowsOf(holder);
  expect(Date.parse(later?.expires_at ?? "")).toBeGreaterThan(Date.parse(row?.expires_at ?? ""));
  kept?.release();
});

test("a renewed stream outlives its first lease", async () => {
  const { take } = createStreamSlots(
    { key: 1, member: 1, participant: 4, workspace: 1 },
    { leaseMs: 60_000, renewMs: 100 },
  );
  const holder = key();
  const slot = await take(holder);
  const first = (await rowsOf(holder))[0]?.expires_at ?? "";
  await vi.waitFor(async () => {
    expect(Date.parse((await rowsOf(holder))[0]?.expires_at ?? "")).toBeGreaterThan(Date.parse(first));
  }, PATIENCE);
  await expect(take(holder)).rejects.toMatchObject({ code: "rate_limited" });
  slot.release();
});

test("the sweep removes slots that have run out, and no others", async () => {
  const holder = key();
  const { take } = createStreamSlots();
  const slot = await take(holder);
  const staleRow = { id: newId("req"), workspace: holder.workspaceId, holder: "key:gone" };
  await plainBatch(
    plain.insertInto("event_streams").values({ ...staleRow, expires_at: new Date(0).toISOString() }),
  );
  expect(await sweepStreams()).toBeGreaterThanOrEqual(1);
  expect((await rowsOf(holder)).map((row) => row.holder)).toEqual([`key:${holder.id}`]);
  slot.release();
});
