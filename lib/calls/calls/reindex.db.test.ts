import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deployAgent, updateAgent } from "@/lib/agents/agents";
import { UpdateAgent } from "@/lib/agents/agents/schema";
import { destroySubjectKey, subjectSealer } from "@/lib/platform/crypto";
import { db, directUrl, json, writeUnaudited } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { closeHub } from "@/lib/platform/live";
import { listCalls, reindexCalls, updateCall } from ".";
import { callFieldRef } from "./row";
import { ListCalls } from "./schema";
import { openTranscript, sealTranscript } from "./sealed-transcript";
import { type CallFixture, createCallFixture, variable } from "./testing/call-fixture";

const DISH = "bouillabaisse";
/** The caller's wish is not sensitive until it is marked. */
const WISH = [variable("dish", { description: "the dish you would like" })];

let fixture: CallFixture;
let owner: pg.Client;
beforeAll(async () => {
  fixture = await createCallFixture();
  owner = new pg.Client({ connectionString: directUrl() });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await closeHub();
});

const mark = (agentId: string, sensitive: boolean) =>
  updateAgent(
    fixture.space.ctx("owner"),
    agentId,
    UpdateAgent.parse({ variables: [{ ...WISH[0], sensitive }] }),
  );
const search = async (q: string) =>
  (await listCalls(fixture.space.ctx(), ListCalls.parse({ q }))).data.map(({ id }) => id);

type Job = { id: string; payload: { workspaceId: string; agentId: string; after: string | null } };
const jobs = async (): Promise<Job[]> =>
  (
    await owner.query<Job>(
      "select j.id::text, p.payload from graphile_worker.jobs j join graphile_worker._private_jobs p using (id) where j.task_identifier = 'calls.reindex' order by j.id",
    )
  ).rows;
/** Runs the waiting jobs and the jobs that they queue; returns their number. */
async function work(): Promise<number> {
  let done = 0;
  for (let waiting = await jobs(); waiting.length > 0; waiting = await jobs()) {
    for (const { id, payload } of waiting) {
      await owner.query("delete from graphile_worker._private_jobs where id = $1", [id]);
      await reindexCalls(fixture.ctx, payload.agentId, payload.after);
      done++;
    }
  }
  return done;
}

/** Inserts copies of this ended call, sealed with its key. */
async function copies(id: string, count: number): Promise<void> {
  const row = await fixture.rows.first(db.selectFrom("calls").selectAll().where("id", "=", id));
  if (!row?.transcript || !row.variables) throw new Error("The call is not settled.");
  const { transcript, variables, ...otherColumns } = row;
  const sealer = await subjectSealer(fixture.space.workspaceId, id);
  const copied = (to: string, field: string, box: Buffer) =>
    sealer.seal(callFieldRef(to, field), sealer.open(callFieldRef(id, field), box));
  const inserts = Array.from({ length: count }, () => {
    const to = newId("call");
    const sealed = {
      transcript: copied(to, "transcript", transcript),
      variables: copied(to, "variables", variables),
    };
    const empty = {
      reasons: json([]),
      recording: json({}),
      provider_failures: json([]),
      usage: json([]),
      caller_signature: null,
    };
    const plain = { notes: null, summary: null, metadata: null, ...empty };
    return db
      .insertInto("calls")
      .values({ ...otherColumns, ...sealed, ...plain, draft_config: null, id: to });
  });
  await writeUnaudited(fixture.ctx, { run: inserts });
}

async function endedWithDish(agentId: string): Promise<string> {
  const { id } = await fixture.startCall(agentId);
  await fixture.say(id, DISH);
  await fixture.say(id, "yes");
  return id;
}

describe("marking a variable sensitive", () => {
  it("masks stored data: transcript, summary, values, notes, and the search index", async () => {
    const agentId = await fixture.agent({ variables: WISH });
    const id = await endedWithDish(agentId);
    await updateCall(fixture.ctx, id, { notes: `Wants ${DISH}.` });
    const before = await fixture.read(id);
    expect(before.transcript.map(({ text }) => text)).toContain(DISH);
    expect(before.variables).toEqual({ dish: DISH });
    expect(await search(DISH)).toEqual([id]);
    fixture.advanceClock(1);
    await mark(agentId, true);
    const after = await fixture.read(id);
    expect(JSON.stringify(after)).not.toContain(DISH);
    expect(after).toMatchObject({ variables: { dish: { masked: true } }, notes: "Wants [dish]." });
    expect(await work()).toBe(1);
    expect(await search(DISH)).toEqual([]);
    expect(await search("assistant")).toEqual([id]);
  });

  it("stays for stored calls after unmarking, and applies to new ones after marking again", async () => {
    const agentId = await fixture.agent({ variables: [{ ...WISH[0], sensitive: true }] });
    const id = await endedWithDish(agentId);
    fixture.advanceClock(1);
    await mark(agentId, false);
    await deployAgent(fixture.space.ctx("owner"), agentId);
    expect(await work()).toBe(0);
    expect(JSON.stringify(await fixture.read(id))).not.toContain(DISH);
    const open = await endedWithDish(agentId);
    expect(await search(DISH)).toEqual([open]);
    fixture.advanceClock(1);
    await mark(agentId, true);
    await work();
    expect(await search(DISH)).toEqual([]);
    expect(JSON.stringify(await fixture.read(open))).not.toContain(DISH);
  });

  it("finds values in stored calls that were not found at settling", async () => {
    const agentId = await fixture.agent({ variables: WISH });
    const id = await endedWithDish(agentId);
    const row = await fixture.rows.first(db.selectFrom("calls").select("transcript").where("id", "=", id));
    const sealer = await subjectSealer(fixture.space.workspaceId, id);
    const { turns } = openTranscript({ id, transcript: row?.transcript ?? null }, sealer);
    const blind = sealTranscript(sealer, id, { turns, spans: [] });
    await writeUnaudited(fixture.ctx, {
      run: [db.updateTable("calls").set({ transcript: blind }).where("id", "=", id)],
    });
    fixture.advanceClock(1);
    await mark(agentId, true);
    expect(JSON.stringify(await fixture.read(id))).toContain(DISH);
    await work();
    expect(JSON.stringify(await fixture.read(id))).not.toContain(DISH);
    expect(await search(DISH)).toEqual([]);
  });

  it("by deploying an older version counts too", async () => {
    const agentId = await fixture.agent({ variables: [{ ...WISH[0], sensitive: true }] });
    await mark(agentId, false);
    await deployAgent(fixture.space.ctx("owner"), agentId);
    const id = await endedWithDish(agentId);
    expect(await search(DISH)).toEqual([id]);
    fixture.advanceClock(1);
    await deployAgent(fixture.space.ctx("owner"), agentId, { version: 1 });
    expect(JSON.stringify(await fixture.read(id))).not.toContain(DISH);
    expect(await work()).toBe(1);
    expect(await search(DISH)).toEqual([]);
  });

  it("applies to a call that is being settled concurrently", async () => {
    const agentId = await fixture.agent({ variables: WISH });
    const { id } = await fixture.startCall(agentId);
    await fixture.say(id, DISH);
    fixture.advanceClock(1);
    // If the settling or the mark commits first, the other sees it.
    await Promise.all([fixture.say(id, "yes"), mark(agentId, true)]);
    expect((await fixture.read(id)).settled_at).not.toBeNull();
    await work();
    expect(await search(DISH)).toEqual([]);
    expect(JSON.stringify(await fixture.read(id))).not.toContain(DISH);
  });
});

describe("the job", () => {
  it("contains only IDs", async () => {
    const agentId = await fixture.agent({ variables: WISH });
    await mark(agentId, true);
    // The request that caused it, and how many jobs were in between.
    const origin = expect.stringMatching(/^req_\w+ \d+ -$/);
    const payload = { workspaceId: fixture.space.workspaceId, agentId, after: null, origin };
    expect((await jobs()).map((job) => job.payload)).toEqual([payload]);
    await work();
  });

  it("processes many calls in batches, and no other agent's calls", async () => {
    const [agentId, other] = [
      await fixture.agent({ variables: WISH }),
      await fixture.agent({ variables: WISH }),
    ];
    const id = await endedWithDish(agentId);
    const untouched = await endedWithDish(other);
    await copies(id, 250);
    fixture.advanceClock(1);
    await mark(agentId, true);
    expect(await work()).toBe(3);
    expect(await search(DISH)).toEqual([untouched]);
  });

  it("removes calls whose key is destroyed from the search, and leaves erased ones unchanged", async () => {
    const agentId = await fixture.agent({ variables: WISH });
    const [keyless, empty, whole] = [
      await endedWithDish(agentId),
      await endedWithDish(agentId),
      await endedWithDish(agentId),
    ];
    const emptyCall = { transcript: null, words: [] };
    await writeUnaudited(fixture.ctx, {
      run: [
        destroySubjectKey(fixture.space.workspaceId, keyless),
        db.updateTable("calls").set(emptyCall).where("id", "=", empty),
      ],
    });
    fixture.advanceClock(1);
    await mark(agentId, true);
    await work();
    const results = await search(DISH);
    for (const id of [keyless, empty, whole]) expect(results).not.toContain(id);
    const assisted = await search("assistant");
    expect([keyless, empty, whole].map((id) => assisted.includes(id))).toEqual([false, false, true]);
  });
});
