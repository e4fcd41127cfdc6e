import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deployAgent, updateAgent } from "@/lib/agents/agents";
import { UpdateAgent } from "@/lib/agents/agents/schema";
import { destroySubject, subjectSealer } from "@/lib/platform/crypto";
import { databaseUrl, db, json, record } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { closeHub } from "@/lib/platform/live";
import { listCalls, reindexCalls, updateCall } from ".";
import { placeOf } from "./row";
import { ListCalls } from "./schema";
import { type Desk, openDesk, variable } from "./testing/desk";

const DISH = "bouillabaisse";
/** What somebody wishes is nothing private, until it is marked. */
const WISH = [variable("dish", { description: "the dish you would like" })];

let desk: Desk;
let owner: pg.Client;
beforeAll(async () => {
  desk = await openDesk();
  owner = new pg.Client({ connectionString: databaseUrl() });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await closeHub();
});

const mark = (agentId: string, sensitive: boolean) =>
  updateAgent(
    desk.space.ctx("owner"),
    agentId,
    UpdateAgent.parse({ variables: [{ ...WISH[0], sensitive }] }),
  );
const search = async (q: string) =>
  (await listCalls(desk.space.ctx(), ListCalls.parse({ q }))).data.map(({ id }) => id);

type Job = { id: string; payload: { workspaceId: string; agentId: string; after: string | null } };
const jobs = async (): Promise<Job[]> =>
  (
    await owner.query<Job>(
      "select j.id::text, p.payload from graphile_worker.jobs j join graphile_worker._private_jobs p using (id) where j.task_identifier = 'calls.reindex' order by j.id",
    )
  ).rows;
/** Does the jobs that wait, and those that they lead to; answers how many there were. */
async function work(): Promise<number> {
  let done = 0;
  for (let waiting = await jobs(); waiting.length > 0; waiting = await jobs()) {
    for (const { id, payload } of waiting) {
      await owner.query("delete from graphile_worker._private_jobs where id = $1", [id]);
      await reindexCalls(desk.ctx, payload.agentId, payload.after);
      done++;
    }
  }
  return done;
}

/** As many finished calls more, each with the words of this one, sealed in its own place under this one's key. */
async function copies(id: string, count: number): Promise<void> {
  const row = await desk.rows.one(db.selectFrom("calls").selectAll().where("id", "=", id));
  if (!row?.transcript || !row.variables) throw new Error("The call is not settled.");
  const { transcript, variables, ...rest } = row;
  const sealer = await subjectSealer(desk.space.workspaceId, id);
  const copied = (to: string, field: string, box: Buffer) =>
    sealer.seal(placeOf(to, field), sealer.open(placeOf(id, field), box));
  const inserts = Array.from({ length: count }, () => {
    const to = newId("call");
    const sealed = {
      transcript: copied(to, "transcript", transcript),
      variables: copied(to, "variables", variables),
    };
    const empty = { reasons: json([]), recording: json({}), provider_failures: json([]) };
    const plain = { notes: null, summary: null, metadata: null, ...empty };
    return db.insertInto("calls").values({ ...rest, ...sealed, ...plain, draft_config: null, id: to });
  });
  await record(desk.ctx, { run: inserts });
}

async function wished(agentId: string): Promise<string> {
  const { id } = await desk.start(agentId);
  await desk.say(id, DISH);
  await desk.say(id, "yes");
  return id;
}

describe("marking a variable sensitive", () => {
  it("masks what is stored already: transcript, summary, values, notes, and the search index", async () => {
    const agentId = await desk.agent({ variables: WISH });
    const id = await wished(agentId);
    await updateCall(desk.ctx, id, { notes: `Wants ${DISH}.` });
    const before = await desk.read(id);
    expect(before.transcript.map(({ text }) => text)).toContain(DISH);
    expect(before.variables).toEqual({ dish: DISH });
    expect(await search(DISH)).toEqual([id]);
    desk.wait(1);
    await mark(agentId, true);
    const after = await desk.read(id);
    expect(JSON.stringify(after)).not.toContain(DISH);
    expect(after).toMatchObject({ variables: { dish: { masked: true } }, notes: "Wants [dish]." });
    expect(await work()).toBe(1);
    expect(await search(DISH)).toEqual([]);
    expect(await search("assistant")).toEqual([id]);
  });

  it("stays so for stored calls when it is unmarked, and marks again for new ones", async () => {
    const agentId = await desk.agent({ variables: [{ ...WISH[0], sensitive: true }] });
    const id = await wished(agentId);
    desk.wait(1);
    await mark(agentId, false);
    await deployAgent(desk.space.ctx("owner"), agentId);
    expect(await work()).toBe(0);
    expect(JSON.stringify(await desk.read(id))).not.toContain(DISH);
    const open = await wished(agentId);
    expect(await search(DISH)).toEqual([open]);
    desk.wait(1);
    await mark(agentId, true);
    await work();
    expect(await search(DISH)).toEqual([]);
    expect(JSON.stringify(await desk.read(open))).not.toContain(DISH);
  });

  it("finds in stored calls what was not found when they were settled", async () => {
    const agentId = await desk.agent({ variables: WISH });
    const id = await wished(agentId);
    const row = await desk.rows.one(db.selectFrom("calls").select("transcript").where("id", "=", id));
    const sealer = await subjectSealer(desk.space.workspaceId, id);
    const place = placeOf(id, "transcript");
    const { turns } = JSON.parse(sealer.openText(place, row?.transcript as Buffer));
    const blind = sealer.seal(place, JSON.stringify({ turns, spans: [] }));
    await record(desk.ctx, {
      run: [db.updateTable("calls").set({ transcript: blind }).where("id", "=", id)],
    });
    desk.wait(1);
    await mark(agentId, true);
    expect(JSON.stringify(await desk.read(id))).toContain(DISH);
    await work();
    expect(JSON.stringify(await desk.read(id))).not.toContain(DISH);
    expect(await search(DISH)).toEqual([]);
  });

  it("by deploying an older version is marking, too", async () => {
    const agentId = await desk.agent({ variables: [{ ...WISH[0], sensitive: true }] });
    await mark(agentId, false);
    await deployAgent(desk.space.ctx("owner"), agentId);
    const id = await wished(agentId);
    expect(await search(DISH)).toEqual([id]);
    desk.wait(1);
    await deployAgent(desk.space.ctx("owner"), agentId, { version: 1 });
    expect(JSON.stringify(await desk.read(id))).not.toContain(DISH);
    expect(await work()).toBe(1);
    expect(await search(DISH)).toEqual([]);
  });

  it("holds for a call that is being settled at that moment", async () => {
    const agentId = await desk.agent({ variables: WISH });
    const { id } = await desk.start(agentId);
    await desk.say(id, DISH);
    desk.wait(1);
    // Whichever comes first, the settling or the mark, the other knows of it.
    await Promise.all([desk.say(id, "yes"), mark(agentId, true)]);
    expect((await desk.read(id)).settled_at).not.toBeNull();
    await work();
    expect(await search(DISH)).toEqual([]);
    expect(JSON.stringify(await desk.read(id))).not.toContain(DISH);
  });
});

describe("the job", () => {
  it("carries ids alone", async () => {
    const agentId = await desk.agent({ variables: WISH });
    await mark(agentId, true);
    const payload = { workspaceId: desk.space.workspaceId, agentId, after: null };
    expect((await jobs()).map((job) => job.payload)).toEqual([payload]);
    await work();
  });

  it("goes through many calls in batches, and touches no other agent's", async () => {
    const [agentId, other] = [await desk.agent({ variables: WISH }), await desk.agent({ variables: WISH })];
    const id = await wished(agentId);
    const untouched = await wished(other);
    await copies(id, 250);
    desk.wait(1);
    await mark(agentId, true);
    expect(await work()).toBe(3);
    expect(await search(DISH)).toEqual([untouched]);
  });

  it("leaves nothing to be found of a call whose key is gone, and what was erased as it is", async () => {
    const agentId = await desk.agent({ variables: WISH });
    const [keyless, empty, whole] = [await wished(agentId), await wished(agentId), await wished(agentId)];
    const nothing = { transcript: null, words: [] };
    await record(desk.ctx, {
      run: [
        destroySubject(desk.space.workspaceId, keyless),
        db.updateTable("calls").set(nothing).where("id", "=", empty),
      ],
    });
    desk.wait(1);
    await mark(agentId, true);
    await work();
    const found = await search(DISH);
    for (const id of [keyless, empty, whole]) expect(found).not.toContain(id);
    const assisted = await search("assistant");
    expect([keyless, empty, whole].map((id) => assisted.includes(id))).toEqual([false, false, true]);
  });
});
