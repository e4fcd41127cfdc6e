import { afterAll, beforeAll, expect, it } from "vitest";
import { agentForCall } from "@/lib/agents/agents";
import { findContact } from "@/lib/contacts/contacts";
import { subjectSealer } from "@/lib/platform/crypto";
import { db, record } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { closeHub } from "@/lib/platform/live";
import { attemptStatements, type Planned } from ".";
import { type Dialing, openDialing, queued } from "./testing/desk";

let desk: Dialing;
let agentId: string;
beforeAll(async () => {
  desk = await openDialing();
  agentId = await desk.agent();
});
afterAll(closeHub);

type Contact = Planned["contact"];
async function contact(): Promise<Contact> {
  const { id, phone } = await desk.contact();
  const { hash } = await findContact(desk.ctx, id);
  return { id, phone, hash, sealer: await subjectSealer(desk.ctx.workspaceId, id) };
}
const plan = async (who: Contact, campaign = "cmp_1", agent = agentId): Promise<Planned> => ({
  key: `${campaign}/${who.id}/1`,
  callId: newId("call"),
  campaignId: null,
  number: 1,
  contact: who,
  agentId: agent,
  agent: await agentForCall(desk.ctx, agent, { draft: false }),
  channel: "phone",
  purpose: "informational",
  variables: {},
  decision: { verdict: "allow", until: null, reasons: [] },
  placeAt: desk.now(),
});
const make = async (...planned: Planned[]): Promise<string[]> => {
  const [made] = await record(desk.ctx, { run: [...(await attemptStatements(desk.ctx, planned))] });
  return (made as { key: string }[]).map(({ key }) => key).sort();
};

it("makes many at once, each with its queued call and the job that places it", async () => {
  const planned = await Promise.all(
    [await contact(), await contact(), await contact()].map((who) => plan(who)),
  );
  expect(await make(...planned)).toEqual(planned.map(({ key }) => key).sort());
  const jobs = (await queued("attempts.place")).map(({ payload }) => payload);
  for (const { key, callId, contact: who } of planned) {
    expect(await desk.read(callId)).toMatchObject({ status: "queued", contact_id: who.id, to: who.phone });
    expect(jobs.filter(({ keys }) => keys?.includes(key))).toMatchObject([
      { workspaceId: desk.ctx.workspaceId },
    ]);
  }
});

it("leaves out what is under way or was tried before, stores nothing of it, and makes the rest", async () => {
  const [busy, free] = [await contact(), await contact()];
  const first = await plan(busy);
  await make(first);
  const again = await plan(busy);
  const other = await plan(busy, "cmp_2");
  const rest = await plan(free);
  expect(await make(again, other, rest)).toEqual([rest.key]);
  const calls = desk.rows.all(
    db.selectFrom("calls").select("id").where("id", "in", [again.callId, other.callId, rest.callId]),
  );
  expect(await calls).toEqual([{ id: rest.callId }]);
});

it("leaves no key behind of a call that was not made", async () => {
  const quiet = await desk.agent({ transcript: { enabled: false }, recording: { enabled: false } });
  const who = await contact();
  const [first, second] = [await plan(who, "cmp_1", quiet), await plan(who, "cmp_2", quiet)];
  await make(first);
  await make(second);
  const keys = desk.rows.all(
    db
      .selectFrom("subject_keys")
      .select("subject_id")
      .where("subject_id", "in", [first.callId, second.callId]),
  );
  expect(await keys).toEqual([{ subject_id: first.callId }]);
});

it("made by many at once for the same contacts makes one of each", async () => {
  const people = await Promise.all(Array.from({ length: 6 }, contact));
  const made = await Promise.all(
    ["cmp_1", "cmp_2", "cmp_3", "cmp_4"].map(async (campaign, i) => {
      const planned = await Promise.all(people.map((who) => plan(who, campaign)));
      return make(...(i % 2 === 0 ? planned : planned.reverse()));
    }),
  );
  expect(made.flat()).toHaveLength(people.length);
});
