import { afterAll, beforeAll, expect, it } from "vitest";
import { readAgentForCall } from "@/lib/agents/agents";
import { findContact } from "@/lib/contacts/contacts";
import { subjectSealer } from "@/lib/platform/crypto";
import { db, writeUnaudited } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { closeHub } from "@/lib/platform/live";
import { attemptStatements, type PlannedAttempt } from ".";
import { createDialingFixture, type DialingFixture, listQueuedJobs } from "./testing/dialing-fixture";

let fixture: DialingFixture;
let agentId: string;
beforeAll(async () => {
  fixture = await createDialingFixture();
  agentId = await fixture.agent();
});
afterAll(closeHub);

type Contact = PlannedAttempt["contact"];
async function contact(): Promise<Contact> {
  const { id, phone } = await fixture.contact();
  const { hash } = await findContact(fixture.ctx, id);
  return { id, phone, hash, sealer: await subjectSealer(fixture.ctx.workspaceId, id) };
}
const plan = async (callee: Contact, campaign = "cmp_1", agent = agentId): Promise<PlannedAttempt> => ({
  key: `${campaign}/${callee.id}/1`,
  callId: newId("call"),
  campaignId: null,
  number: 1,
  contact: callee,
  agentId: agent,
  agent: await readAgentForCall(fixture.ctx, agent, { draft: false, caller: null }),
  channel: "phone",
  purpose: "informational",
  variables: {},
  decision: { verdict: "allow", until: null, reasons: [] },
  placeAt: fixture.now(),
});
const make = async (...planned: PlannedAttempt[]): Promise<string[]> => {
  const [made] = await writeUnaudited(fixture.ctx, {
    run: [...(await attemptStatements(fixture.ctx, planned))],
  });
  return (made as { key: string }[]).map(({ key }) => key).sort();
};

it("makes many at once, each with its queued call and the job that places it", async () => {
  const planned = await Promise.all(
    [await contact(), await contact(), await contact()].map((callee) => plan(callee)),
  );
  expect(await make(...planned)).toEqual(planned.map(({ key }) => key).sort());
  const jobs = (await listQueuedJobs("attempts.place")).map(({ payload }) => payload);
  for (const { key, callId, contact: callee } of planned) {
    expect(await fixture.read(callId)).toMatchObject({
      status: "queued",
      contact_id: callee.id,
      to: callee.phone,
    });
    expect(jobs.filter(({ keys }) => keys?.includes(key))).toMatchObject([
      { workspaceId: fixture.ctx.workspaceId },
    ]);
  }
});

it("leaves out what is under way or was tried before, stores nothing of it, and makes the rest", async () => {
  const [busy, free] = [await contact(), await contact()];
  const first = await plan(busy);
  await make(first);
  const sameCampaign = await plan(busy);
  const otherCampaign = await plan(busy, "cmp_2");
  const freeContact = await plan(free);
  expect(await make(sameCampaign, otherCampaign, freeContact)).toEqual([freeContact.key]);
  const calls = fixture.rows.all(
    db
      .selectFrom("calls")
      .select("id")
      .where("id", "in", [sameCampaign.callId, otherCampaign.callId, freeContact.callId]),
  );
  expect(await calls).toEqual([{ id: freeContact.callId }]);
});

it("leaves no key behind of a call that was not made", async () => {
  const quiet = await fixture.agent({ transcript: { enabled: false }, recording: { enabled: false } });
  const callee = await contact();
  const [first, second] = [await plan(callee, "cmp_1", quiet), await plan(callee, "cmp_2", quiet)];
  await make(first);
  await make(second);
  const keys = fixture.rows.all(
    db
      .selectFrom("subject_keys")
      .select("subject_id")
      .where("subject_id", "in", [first.callId, second.callId]),
  );
  expect(await keys).toEqual([{ subject_id: first.callId }]);
});

it("made by many at once for the same contacts makes one of each", async () => {
  const people = await Promise.all(Array.from({ length: 6 }, contact));
  const results = await Promise.all(
    ["cmp_1", "cmp_2", "cmp_3", "cmp_4"].map(async (campaign, i) => {
      const planned = await Promise.all(people.map((callee) => plan(callee, campaign)));
      return make(...(i % 2 === 0 ? planned : planned.reverse()));
    }),
  );
  expect(results.flat()).toHaveLength(people.length);
});
