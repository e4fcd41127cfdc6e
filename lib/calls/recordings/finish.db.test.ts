import type pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createAgent, deployAgent } from "@/lib/agents/agents";
import { CreateAgent } from "@/lib/agents/agents/schema";
import { createCall, endCall, readCall } from "@/lib/calls/calls";
import { CreateCall } from "@/lib/calls/calls/schema";
import type { Ctx } from "@/lib/platform/context";
import { closeHub } from "@/lib/platform/live";
import { type Storage, storage } from "@/lib/platform/storage";
import { adminOfThisDatabase } from "@/test/fixtures/admin";
import { makeWorkspace } from "@/test/fixtures/workspace";
import { discardFolder, finishRecording, readRecording } from ".";
import { folderOf } from "./chunks";
import { selectRecording } from "./row";
import { ReadRecording } from "./schema";
import { leaveSound } from "./testing/record-call";

const SECONDS = 6;
const PATIENCE = { timeout: 20_000, interval: 20 };

let ctx: Ctx;
let queue: pg.Client;
let watcher: pg.Client;
beforeAll(async () => {
  queue = await adminOfThisDatabase();
  watcher = await adminOfThisDatabase();
  ctx = (await makeWorkspace()).ctx("owner");
});
afterAll(async () => {
  await queue.end();
  await watcher.end();
  await closeHub();
});

/** A settled call whose audio is captured, and its folder. */
async function capturedCall(): Promise<{ id: string; captured: string }> {
  const input = { name: "Desk", type: "voice", voice_id: "builtin:slt", prompt: "You book tables." };
  const agent = await createAgent(ctx, CreateAgent.parse(input));
  await deployAgent(ctx, agent.id);
  const { id } = await createCall(ctx, CreateCall.parse({ agent_id: agent.id, channel: "chat" }));
  await endCall(ctx, id);
  return { id, captured: await leaveSound(ctx, id, SECONDS, "captured") };
}
const rowOf = async (id: string) => (await ctx.db.first(selectRecording(ctx.workspaceId, id)))?.object ?? "";

/** A storage during whose operation with a matching name another job makes the file first. */
function overtaken(
  id: string,
  operation: "read" | "put",
  name: RegExp,
): { store: Storage; folders: Set<string> } {
  let isOvertaken = false;
  const folders = new Set<string>();
  const overtake = async (chunk: string) => {
    if (!name.test(chunk) || isOvertaken) return;
    isOvertaken = true;
    await finishRecording(ctx, id);
  };
  const store: Storage = {
    ...storage(),
    read: async (chunk) => {
      if (operation === "read") await overtake(chunk);
      return storage().read(chunk);
    },
    put: async (chunk, bytes) => {
      folders.add(chunk.slice(0, chunk.indexOf("/ogg/")));
      if (operation === "put") await overtake(chunk);
      await storage().put(chunk, bytes);
    },
  };
  return { store, folders };
}

test.each([
  ["has read nothing", "read", /raw\/0$/],
  ["has read half of the audio", "read", /raw\/3$/],
  ["writes its file", "put", /ogg\/0$/],
] as const)(
  "of two jobs, one that %s when the other ends changes nothing and leaves nothing",
  async (_, operation, name) => {
    const { id, captured } = await capturedCall();
    const { store, folders } = overtaken(id, operation, name);
    await finishRecording(ctx, id, store);

    expect((await readCall(ctx, id)).recording).toMatchObject({
      state: "recorded",
      duration_ms: SECONDS * 1_000,
    });
    const object = await rowOf(id);
    expect(object).not.toBe(captured);
    expect(await storage().read(`${folderOf(object)}/ogg/0`)).not.toBeNull();
    for (const folder of [...folders, folderOf(captured)])
      expect(await storage().list(folder, "", 10), "what is not the recording's file is removed").toEqual([]);
  },
);

test("captured audio that could not be removed is removed by a job, in whose transaction the file became the recording's", async () => {
  const { id, captured } = await capturedCall();
  const failing: Storage = {
    ...storage(),
    removeAll: () => Promise.reject(new Error("The storage is down.")),
  };
  await expect(finishRecording(ctx, id, failing)).rejects.toThrow("The storage is down.");
  await finishRecording(ctx, id);
  expect(await storage().read(`${folderOf(captured)}/raw/0`)).not.toBeNull();
  const { rows } = await queue.query<{ payload: { object: string } }>(
    "select p.payload from graphile_worker.jobs j join graphile_worker._private_jobs p using (id) where j.key = $1",
    [`recording.discard:${captured}`],
  );
  expect(rows).toMatchObject([{ payload: { workspaceId: ctx.workspaceId, object: captured } }]);
  await discardFolder(ctx, captured);
  expect(await storage().list(folderOf(captured), "", 10)).toEqual([]);
  const object = await rowOf(id);
  await discardFolder(ctx, object);
  expect(await storage().read(`${folderOf(object)}/ogg/0`), "a recording's folder is kept").not.toBeNull();
});

test("a file that is being downloaded stays whole while a second job ends", async () => {
  const { id } = await capturedCall();
  const late = overtaken(id, "put", /ogg\/0$/);
  let pieces = Buffer.alloc(0);
  const store: Storage = {
    ...late.store,
    removeAll: async (folder) => {
      await storage().removeAll(folder);
      pieces = Buffer.alloc(0);
      const file = await readRecording(ctx, id, ReadRecording.parse({}), true);
      for await (const piece of file.read(0, file.bytes)) pieces = Buffer.concat([pieces, piece]);
      expect(pieces).toHaveLength(file.bytes);
    },
  };
  await finishRecording(ctx, id, store);
  expect(pieces.subarray(0, 4).toString()).toBe("OggS");
});

test("a job that waits for the end of the capture is due at once if the capture ends meanwhile", async () => {
  const { id } = await capturedCall();
  const key = `recording:${id}`;
  const dueAt = async () => {
    const { rows } = await queue.query<{ run_at: Date }>(
      "select run_at from graphile_worker.jobs where key = $1",
      [key],
    );
    return rows[0]?.run_at.getTime();
  };
  await queue.query("update recordings set state = 'capturing' where call_id = $1", [id]);
  // The end of the call, whose transaction is not over: the state changes, and the job is due.
  await queue.query("begin");
  await queue.query("update recordings set state = 'captured' where call_id = $1", [id]);
  const now = Date.now();
  await queue.query("select enqueue_job('recording.finish', $1::json, $2, $3::timestamptz, 25)", [
    JSON.stringify({ workspaceId: ctx.workspaceId, callId: id }),
    key,
    new Date(now),
  ]);
  const waiting = finishRecording(ctx, id);
  await vi.waitFor(async () => {
    const { rows } = await watcher.query("select 1 from pg_locks where not granted");
    expect(rows.length).toBeGreaterThan(0);
  }, PATIENCE);
  await queue.query("commit");
  await waiting;
  expect(await dueAt()).toBe(now);
});
