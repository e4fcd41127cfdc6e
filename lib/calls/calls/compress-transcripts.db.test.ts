import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isFinished, readBackfills, runBackfill, runBackfills } from "@/lib/platform/backfills";
import { iso } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { destroySubjectKey, subjectSealer } from "@/lib/platform/crypto";
import { db, directUrl, json, writeUnaudited } from "@/lib/platform/db";
import { hasOlderSessions } from "@/lib/platform/db/older-sessions";
import { inflateJson, isDeflated } from "@/lib/platform/deflated-json";
import { newId } from "@/lib/platform/ids";
import { closeHub } from "@/lib/platform/live";
import { transcriptCompression } from ".";
import { callFieldRef } from "./row";
import { type CallFixture, createCallFixture } from "./testing/call-fixture";

/** More than two batches. */
const COPIES = 450;

let fixture: CallFixture;
let ended: string;
beforeAll(async () => {
  fixture = await createCallFixture();
  const { id } = await fixture.startCall(await fixture.agent());
  await fixture.say(id, "my day is Monday");
  await fixture.end(id);
  ended = id;
});
afterAll(() => closeHub());

const compressTranscripts = (ctx: Ctx, { runMs = 20_000 } = {}) =>
  runBackfill(ctx, transcriptCompression, { endMs: performance.now() + runMs });
const readRow = async (id: string) => {
  const row = await fixture.rows.first(db.selectFrom("calls").selectAll().where("id", "=", id));
  if (!row?.transcript) throw new Error("The call is not settled.");
  return { ...row, transcript: row.transcript };
};
const readProgress = async () => (await readBackfills()).find(({ name }) => name === "compress_transcripts");
const readCursor = async () => (await fixture.rows.first(db.selectFrom("backfills").select("after")))?.after;

/** Inserts copies of the ended call as releases before 0080 stored them: JSON, sealed with the key of the call's subject. */
async function insertUncompressed({ count = COPIES, text = "" } = {}): Promise<string[]> {
  const { transcript, variables: _, ...columns } = await readRow(ended);
  const sealer = await subjectSealer(fixture.space.workspaceId, columns.subject_id);
  const doc = inflateJson(sealer.open(callFieldRef(ended, "transcript"), transcript));
  const ids = Array.from({ length: count }, () => newId("call"));
  const empty = {
    reasons: json([]),
    recording: json({}),
    provider_failures: json([]),
    usage: json([]),
    draft_config: null,
    caller_signature: null,
  };
  const run = ids.map((id) =>
    db.insertInto("calls").values({
      ...columns,
      ...empty,
      ...{ id, notes: null, summary: null, metadata: null, variables: null },
      transcript: sealer.seal(callFieldRef(id, "transcript"), Buffer.from(text || JSON.stringify(doc))),
    }),
  );
  await writeUnaudited(fixture.ctx, { run });
  return ids;
}

describe("compressing transcripts of earlier releases", () => {
  it("continues where the last run ended, changes each once, and keeps what was said", async () => {
    const ids = await insertUncompressed();
    const before = await readRow(ids[0] ?? "");
    await compressTranscripts(fixture.ctx, { runMs: 0 });
    const first = await readProgress();
    expect(first).toMatchObject({ estimate: COPIES + 1, finished: 0 });
    expect(first?.changed).toBeGreaterThan(0);
    expect(first?.changed).toBeLessThan(COPIES);
    const cursor = await readCursor();
    // Two workers at once: one of them stops at the first batch that the other has stored.
    await Promise.all([compressTranscripts(fixture.ctx), compressTranscripts(fixture.ctx)]);
    await compressTranscripts(fixture.ctx);
    expect(await readProgress()).toMatchObject({ processed: COPIES + 1, changed: COPIES, remaining_s: 0 });
    expect((await readCursor()) ?? "").not.toBe(cursor);
    const after = await readRow(ids[0] ?? "");
    expect(after.transcript.length).toBeLessThan(before.transcript.length);
    const sealer = await subjectSealer(fixture.space.workspaceId, after.subject_id);
    for (const id of ids)
      expect(isDeflated(sealer.open(callFieldRef(id, "transcript"), (await readRow(id)).transcript))).toBe(
        true,
      );
    expect((await fixture.read(ids.at(-1) ?? "")).transcript).toEqual((await fixture.read(ended)).transcript);
    const progress = await readProgress();
    expect(progress !== undefined && isFinished(progress)).toBe(progress?.finished === progress?.workspaces);
  });

  it("skips a transcript that cannot be read", async () => {
    await writeUnaudited(fixture.ctx, { run: [db.deleteFrom("backfills")] });
    await insertUncompressed({ count: 1, text: "[not JSON" });
    const [id] = await insertUncompressed({ count: 1 });
    await compressTranscripts(fixture.ctx);
    expect(await readProgress()).toMatchObject({ changed: 1, processed: COPIES + 3, remaining_s: 0 });
    const { subject_id: subject, transcript } = await readRow(id ?? "");
    const sealer = await subjectSealer(fixture.space.workspaceId, subject);
    expect(isDeflated(sealer.open(callFieldRef(id ?? "", "transcript"), transcript))).toBe(true);
  });

  it("leaves a call alone whose key is destroyed", async () => {
    await writeUnaudited(fixture.ctx, { run: [db.deleteFrom("backfills")] });
    const { subject_id: subject, transcript } = await readRow(ended);
    await writeUnaudited(fixture.ctx, {
      run: [destroySubjectKey(fixture.space.workspaceId, subject)],
    });
    await compressTranscripts(fixture.ctx);
    expect(await readProgress()).toMatchObject({ changed: 0 });
    expect((await readRow(ended)).transcript.equals(transcript)).toBe(true);
  });
});

describe("a run over all workspaces", () => {
  const minutes = (n: number) => ({ now: () => new Date(Date.UTC(2026, 11, 1, 0, n)) });
  const runAt = (minute: number) =>
    runBackfills([transcriptCompression], { clock: minutes(minute), signal: new AbortController().signal });

  it("ends at once while another is in progress, and finishes in a later minute", async () => {
    await writeUnaudited(fixture.ctx, { run: [db.deleteFrom("backfills")] });
    await compressTranscripts({ ...fixture.ctx, now: () => iso(minutes(0).now()) }, { runMs: 0 });
    const processed = (await readProgress())?.processed ?? 0;
    expect(processed).toBeGreaterThan(0);
    expect(processed).toBeLessThan(COPIES);
    await runAt(0);
    expect(await readProgress()).toMatchObject({ processed });
    await runAt(1);
    expect(await readProgress()).toMatchObject({ remaining_s: 0 });
  });

  it("starts again after older processes were connected, and does not finish before", async () => {
    const older = new pg.Client({ connectionString: directUrl(), application_name: "parley-queue" });
    await older.connect();
    await runAt(2);
    expect(await readProgress()).toMatchObject({ processed: 0, finished: 0 });
    await compressTranscripts(fixture.ctx);
    expect(await readProgress()).toMatchObject({ processed: 0, finished: 0 });
    await older.end();
    await expect.poll(() => hasOlderSessions(transcriptCompression.since), { timeout: 20_000 }).toBe(false);
    await runAt(4);
    expect(await readProgress()).toMatchObject({ remaining_s: 0 });
  });
});
