import { existsSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createAgent, deployAgent } from "@/lib/agents/agents";
import { CreateAgent } from "@/lib/agents/agents/schema";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { closeHub } from "@/lib/platform/live";
import { type Storage, storage } from "@/lib/platform/storage";
import { adminOfThisDatabase } from "@/test/fixtures/admin";
import { apiOf, type Send } from "@/test/fixtures/api";
import { makeWorkspace, type TestWorkspace } from "@/test/fixtures/workspace";
import { finishRecording, openRecording, removeRecording, sweepRecordings } from ".";
import { folderOf } from "./chunks";
import { leaveSound, recordCall } from "./testing/record-call";

/** A busy machine needs longer than the second that is the default. */
const PATIENCE = { timeout: 20_000 };

let space: TestWorkspace;
let ctx: Ctx;
let ask: Send;
let admin: pg.Client;
beforeAll(async () => {
  space = await makeWorkspace();
  ctx = space.ctx("owner");
  ask = apiOf(space);
  admin = await adminOfThisDatabase();
});
afterAll(async () => {
  await admin.end();
  await closeHub();
});

async function agent(recording: object = {}): Promise<string> {
  const input = { name: "Desk", type: "voice", voice_id: "builtin:slt", prompt: "Hello.", recording };
  const { id } = await createAgent(ctx, CreateAgent.parse(input));
  await deployAgent(ctx, id);
  return id;
}
let numbers = 0;
const contact = async (): Promise<string> =>
  String((await ask("POST", "/v1/contacts", { body: { phone: `+1212${7_000_000 + numbers++}` } })).json.id);
async function call(agentId: string, contactId?: string): Promise<string> {
  const body = { agent_id: agentId, channel: "chat", ...(contactId && { contact_id: contactId }) };
  return String((await ask("POST", "/v1/calls", { body })).json.id);
}
async function ended(agentId: string, contactId?: string): Promise<string> {
  const id = await call(agentId, contactId);
  await ask("POST", `/v1/calls/${id}/end`);
  return id;
}
const status = async (method: string, path: string, body?: object) =>
  (await ask(method, path, body ? { body } : {})).status;
const bytesLeft = (object: string) => existsSync(join(env.DATA_DIR, "storage", folderOf(object)));
const rowsLeft = async (ids: readonly string[]) =>
  (
    await ctx.db.all(
      db
        .selectFrom("recordings")
        .select("call_id")
        .where("call_id", "in", [...ids]),
    )
  ).length;
/** Runs the removal jobs in the queue. */
async function runRemovalJobs(): Promise<void> {
  const { rows } = await admin.query<{ payload: { workspaceId: string; callId: string } }>(
    "select p.payload from graphile_worker.jobs j join graphile_worker._private_jobs p using (id) where j.task_identifier = 'recording.remove'",
  );
  for (const { payload } of rows)
    if (payload.workspaceId === space.workspaceId) await removeRecording(ctx, payload.callId);
}
const later = (days: number): Ctx => ({
  ...ctx,
  now: () => new Date(Date.now() + days * 86_400_000).toISOString(),
});

describe("erasing", () => {
  test("a contact deletes the recordings of all their calls, and of no other contact", async () => {
    const agentId = await agent();
    const [theirs, others] = [await contact(), await contact()];
    const calls = [await ended(agentId, theirs), await ended(agentId, theirs), await ended(agentId, theirs)];
    const [played = "", unfinished = "", killed = ""] = calls;
    const otherCallId = await ended(agentId, others);
    const objects = [
      await recordCall(ctx, played),
      await leaveSound(ctx, unfinished, 2, "captured"),
      await leaveSound(ctx, killed, 2, "capturing"),
    ];
    const keptObject = await recordCall(ctx, otherCallId);
    expect(await status("GET", `/v1/calls/${played}/recording`)).toBe(200);

    expect(await status("DELETE", `/v1/contacts/${theirs}`)).toBe(204);
    expect(await status("GET", `/v1/calls/${played}/recording`)).toBe(404);
    for (const id of calls)
      expect((await ask("GET", `/v1/calls/${id}`)).json.recording).toMatchObject({
        state: "erased",
        expires_at: null,
      });
    // A job in progress finds the erasure, and creates nothing.
    await finishRecording(ctx, unfinished);
    await runRemovalJobs();
    expect(objects.map(bytesLeft)).toEqual([false, false, false]);
    expect(await rowsLeft(calls)).toBe(0);
    expect(bytesLeft(keptObject)).toBe(true);
    expect(await status("GET", `/v1/calls/${otherCallId}/recording`)).toBe(200);
  });

  test("a call deletes its recording, bytes and row", async () => {
    const id = await ended(await agent());
    const object = await recordCall(ctx, id);
    expect(await status("DELETE", `/v1/calls/${id}`)).toBe(204);
    await runRemovalJobs();
    expect([bytesLeft(object), await rowsLeft([id])]).toEqual([false, 0]);
  });

  test("a call whose last audio is still being stored leaves none of it", async () => {
    const id = await call(await agent());
    const recording = await openRecording(ctx, id);
    if (recording === null) throw new Error("Nothing is recorded.");
    recording.dispatchEvent({ type: "began", atMs: 0 });
    recording.dispatchEvent({ type: "announced", isComplete: true, atMs: 1_000 });
    recording.dispatchEvent({ type: "answered", answer: "silence", atMs: 1_000 });
    for (let at = 1_000; at < 8_000; at += 20) recording.frame("caller", new Int16Array(320).fill(900), at);
    const object = await vi.waitFor(async () => {
      const recordings = db.selectFrom("recordings").select("object").where("call_id", "=", id);
      const row = await ctx.db.first(recordings);
      if (row === undefined) throw new Error("The recording's row is not stored yet.");
      return row.object;
    }, PATIENCE);
    await ask("POST", `/v1/calls/${id}/end`);
    expect(await status("DELETE", `/v1/calls/${id}`)).toBe(204);
    await runRemovalJobs();
    await recording.end(8_000);
    expect([bytesLeft(object), await rowsLeft([id])]).toEqual([false, 0]);
  });

  test("a call that another process has taken over is no longer recorded by the first", async () => {
    const id = await call(await agent());
    const stored: string[] = [];
    const put: Storage["put"] = async (name, bytes) => {
      await storage().put(name, bytes);
      stored.push(name);
    };
    const recording = await openRecording(ctx, id, { ...storage(), put });
    if (recording === null) throw new Error("Nothing is recorded.");
    recording.dispatchEvent({ type: "began", atMs: 0 });
    recording.dispatchEvent({ type: "announced", isComplete: true, atMs: 0 });
    recording.dispatchEvent({ type: "answered", answer: "silence", atMs: 0 });
    const frames = (from: number, to: number) => {
      for (let at = from; at < to; at += 20) recording.frame("caller", new Int16Array(320).fill(900), at);
    };
    frames(0, 6_000);
    await vi.waitFor(() => expect(stored).toHaveLength(1), PATIENCE);
    recording.dispatchEvent({ type: "transferred", hasRefused: false, atMs: 6_000 });
    await ask("POST", `/v1/calls/${id}/end`);
    const row = await ctx.db.first(db.selectFrom("recordings").select("object").where("call_id", "=", id));
    expect(await status("DELETE", `/v1/calls/${id}`)).toBe(204);
    await runRemovalJobs();
    frames(7_000, 20_000);
    await recording.end(20_000);
    expect(stored).toHaveLength(1);
    expect([bytesLeft(row?.object ?? ""), await rowsLeft([id])]).toEqual([false, 0]);
  });
});

describe("a legal hold", () => {
  test.each(["calls", "contacts"])("on one of the %s keeps the recording from being erased", async (kind) => {
    const subject = await contact();
    const id = await ended(await agent({ retention_days: 1 }), subject);
    const object = await recordCall(ctx, id);
    const path = `/v1/${kind}/${kind === "calls" ? id : subject}/legal-hold`;
    expect(await status("PUT", path, { reason: "A dispute." })).toBe(200);
    expect(await status("DELETE", `/v1/contacts/${subject}`)).toBe(409);
    expect(await status("DELETE", `/v1/calls/${id}`)).toBe(409);
    await sweepRecordings(later(30));
    await runRemovalJobs();
    expect(bytesLeft(object)).toBe(true);
    expect(await status("GET", `/v1/calls/${id}/recording`)).toBe(200);
    expect(await status("DELETE", path)).toBe(204);
    expect(await status("DELETE", `/v1/contacts/${subject}`)).toBe(204);
    await runRemovalJobs();
    expect([bytesLeft(object), await rowsLeft([id])]).toEqual([false, 0]);
  });

  test("on a contact keeps even recordings with a retention of no days", async () => {
    const subject = await contact();
    const id = await ended(await agent({ retention_days: 0 }), subject);
    expect(await status("PUT", `/v1/contacts/${subject}/legal-hold`, { reason: "A dispute." })).toBe(200);
    const object = await recordCall(ctx, id);
    await sweepRecordings(later(1));
    expect(bytesLeft(object)).toBe(true);
    expect(await status("DELETE", `/v1/contacts/${subject}/legal-hold`)).toBe(204);
    await sweepRecordings(later(1));
    expect([bytesLeft(object), await rowsLeft([id])]).toEqual([false, 0]);
  });
});
