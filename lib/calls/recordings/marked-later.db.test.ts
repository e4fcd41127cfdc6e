import { EventEmitter, once } from "node:events";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAgent, deployAgent, updateAgent } from "@/lib/agents/agents";
import { CreateAgent, UpdateAgent } from "@/lib/agents/agents/schema";
import { createCall, endCall, readCall, reindexCalls, sendMessage } from "@/lib/calls/calls";
import { CreateCall, SendMessage } from "@/lib/calls/calls/schema";
import type { Ctx } from "@/lib/platform/context";
import { db, directUrl } from "@/lib/platform/db";
import { closeHub } from "@/lib/platform/live";
import { type Storage, storage } from "@/lib/platform/storage";
import { makeWorkspace, type TestWorkspace } from "@/test/fixtures/workspace";
import { finishRecording, readPeaks, readRecording } from ".";
import { folderOf } from "./chunks";
import { ReadRecording } from "./schema";
import { MARGIN_MS } from "./silence";
import { leaveSound, recordCall } from "./testing/record-call";

const DISH = { name: "dish", type: "string", description: "the dish you would like" };
/** After the end of a written conversation, which takes almost no time. */
const SECONDS = 60;

let space: TestWorkspace;
let ctx: Ctx;
let queue: pg.Client;
beforeAll(async () => {
  queue = new pg.Client({ connectionString: directUrl() });
  await queue.connect();
  space = await makeWorkspace();
  ctx = space.ctx("owner");
});
afterAll(async () => {
  await queue.end();
  await closeHub();
});

/** A promise that another part of a test resolves. */
function createGate() {
  const waiting = new EventEmitter();
  return { opened: once(waiting, "open"), open: () => waiting.emit("open") };
}

/** A settled call in which a dish was named, and its agent. */
async function settledCall(): Promise<{ agentId: string; id: string }> {
  const input = { name: "Desk", type: "voice", voice_id: "builtin:slt", prompt: "You book tables." };
  const agent = await createAgent(ctx, CreateAgent.parse({ ...input, variables: [DISH] }));
  await deployAgent(ctx, agent.id);
  const { id } = await createCall(ctx, CreateCall.parse({ agent_id: agent.id, channel: "chat" }));
  await sendMessage(ctx, id, SendMessage.parse({ text: "bouillabaisse" }));
  await endCall(ctx, id);
  return { agentId: agent.id, id };
}
const mark = (agentId: string) =>
  updateAgent(ctx, agentId, UpdateAgent.parse({ variables: [{ ...DISH, sensitive: true }] }));
const read = (id: string) => readRecording(ctx, id, ReadRecording.parse({ format: "wav" }), true);
async function bytesOf(id: string): Promise<Buffer> {
  const file = await read(id);
  const pieces: Uint8Array[] = [];
  for await (const piece of file.read(0, file.bytes)) pieces.push(piece);
  return Buffer.concat(pieces);
}
/** The loudest sample between these milliseconds of the recording. */
function loudest(wav: Buffer, from: number, to: number): number {
  const at = (ms: number) => 44 + Math.floor((ms * 16_000) / 1_000) * 4;
  let maximum = 0;
  for (let i = at(from); i < Math.min(at(to), wav.length - 1); i += 2)
    maximum = Math.max(maximum, Math.abs(wav.readInt16LE(i)));
  return maximum;
}
const rowOf = (id: string) =>
  ctx.db.first(
    db
      .selectFrom("recordings")
      .select(["state", "duration_ms", "silenced"])
      .where("workspace_id", "=", ctx.workspaceId)
      .where("call_id", "=", id),
  );

describe("a variable marked sensitive long after a call was recorded", () => {
  test("is silenced from then on, and its audio deleted; the remaining audio is unchanged", async () => {
    const { agentId, id } = await settledCall();
    const silencedLess = await recordCall(ctx, id, SECONDS);
    const before = await bytesOf(id);
    expect(loudest(before, 0, MARGIN_MS)).toBeGreaterThan(1_000);
    await mark(agentId);
    await expect(read(id)).rejects.toMatchObject({ code: "invalid_state" });
    await expect(readPeaks(ctx, id)).rejects.toMatchObject({ code: "invalid_state" });
    await finishRecording(ctx, id);

    const after = await bytesOf(id);
    const { transcript } = await readCall(ctx, id);
    const masked = transcript.filter(({ text }) => text?.includes("[dish]"));
    expect(masked.length).toBeGreaterThan(0);
    for (const { start_ms, end_ms } of masked)
      expect(loudest(after, Math.max(0, start_ms - MARGIN_MS / 2), end_ms + MARGIN_MS / 2)).toBeLessThan(50);
    const last = Math.max(...transcript.map(({ end_ms }) => end_ms)) + 2 * MARGIN_MS;
    expect(loudest(after, last, SECONDS * 1_000)).toBeGreaterThan(1_000);
    expect(after.length).toBe(before.length);
    expect(await storage().read(`${folderOf(silencedLess)}/ogg/0`)).toBeNull();
    expect((await readCall(ctx, id)).recording.state).toBe("recorded");
    const { silenced } = (await rowOf(id)) ?? {};
    await finishRecording(ctx, id);
    expect((await rowOf(id))?.silenced).toEqual(silenced);
  });

  test("is silenced in all recordings of the agent's calls by the job that masks their words", async () => {
    const { agentId, id } = await settledCall();
    await recordCall(ctx, id);
    await mark(agentId);
    await reindexCalls(ctx, agentId, null);
    const { rows } = await queue.query(
      "select p.payload from graphile_worker.jobs j join graphile_worker._private_jobs p using (id) where j.task_identifier = 'recording.finish' and j.key = $1",
      [`recording:${id}`],
    );
    expect(rows).toMatchObject([{ payload: { workspaceId: ctx.workspaceId, callId: id } }]);
  });

  test("leaves nothing audible if the worker dies in between, and the job resumes", async () => {
    const { agentId, id } = await settledCall();
    await recordCall(ctx, id, SECONDS);
    await mark(agentId);
    let puts = 0;
    const dying: Storage = {
      ...storage(),
      put: async (name, bytes) => {
        if (++puts > 1) throw new Error("The worker dies.");
        await storage().put(name, bytes);
      },
    };
    await expect(finishRecording(ctx, id, dying)).rejects.toThrow("The worker dies.");
    await expect(read(id)).rejects.toMatchObject({ code: "invalid_state" });
    await finishRecording(ctx, id);
    expect(await rowOf(id)).toMatchObject({ state: "ready", duration_ms: SECONDS * 1_000 });
    expect((await bytesOf(id)).length).toBeGreaterThan(0);
  });

  test("is silenced too if it is marked while a job that does not know it makes the file", async () => {
    const { agentId, id } = await settledCall();
    await leaveSound(ctx, id, SECONDS, "captured");
    const reached = createGate();
    const firstEnded = createGate();
    const waiting: Storage = {
      ...storage(),
      put: async (name, bytes) => {
        reached.open();
        await firstEnded.opened;
        await storage().put(name, bytes);
      },
    };
    let second: Promise<void> | undefined;
    const unaware: Storage = {
      ...storage(),
      put: async (name, bytes) => {
        await mark(agentId);
        second ??= finishRecording(ctx, id, waiting);
        await reached.opened;
        await storage().put(name, bytes);
      },
    };
    await finishRecording(ctx, id, unaware);
    await expect(read(id)).rejects.toMatchObject({ code: "invalid_state" });
    firstEnded.open();
    await second;
    expect((await bytesOf(id)).length).toBeGreaterThan(0);
  });

  test("loses no audio if a chunk is missing: the recording is not played, and not shortened", async () => {
    const { agentId, id } = await settledCall();
    const object = await recordCall(ctx, id, 6);
    await mark(agentId);
    const forgetful: Storage = {
      ...storage(),
      read: async (name) => (name.endsWith("ogg/0") ? null : storage().read(name)),
    };
    await expect(finishRecording(ctx, id, forgetful)).rejects.toThrow("is missing");
    expect(await storage().read(`${folderOf(object)}/ogg/0`)).not.toBeNull();
    await finishRecording(ctx, id);
    expect(await rowOf(id)).toMatchObject({ state: "ready", duration_ms: 6_000 });
  });
});
