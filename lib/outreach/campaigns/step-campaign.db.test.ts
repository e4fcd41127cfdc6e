import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deleteCall } from "@/lib/calls/calls";
import { suppressContact } from "@/lib/contacts/contacts";
import { placeAttempts } from "@/lib/outreach/dialing";
import { db } from "@/lib/platform/db";
import { closeHub } from "@/lib/platform/live";
import { cancelCampaign, pauseCampaign, resumeCampaign, stepCampaign, sweepCampaigns } from ".";
import {
  type CampaignFixture,
  createCampaignFixture,
  newContact,
  newContacts,
  nextStepAt,
} from "./testing/campaigns-fixture";

let fixture: CampaignFixture;
let agentId: string;
beforeAll(async () => {
  fixture = await createCampaignFixture();
  agentId = await fixture.agent();
});
afterAll(closeHub);

const launched = async (extra: object = {}) => {
  const { id } = await fixture.campaign(agentId, extra);
  await fixture.launch(id);
  return id;
};
const states = async (id: string) => (await fixture.contactsOf(id)).map(({ status }) => status).sort();
/** The only contact of a campaign. */
const only = async (id: string) => {
  const [contact] = await fixture.contactsOf(id);
  if (contact === undefined) throw new Error("The campaign has no contact.");
  return contact;
};
const callOf = async (id: string) => (await only(id)).last_call_id ?? "";

describe("slots", () => {
  it("are never more than allowed, with four steps at once, and are filled again as they become free", async () => {
    const id = await launched({ contacts: newContacts(12), max_concurrent_calls: 5 });
    const steps = () => Promise.all([1, 2, 3, 4].map(() => fixture.step(id)));
    await steps();
    expect(await fixture.attemptsOf(id)).toHaveLength(5);
    await steps();
    expect(await fixture.attemptsOf(id)).toHaveLength(5);
    await fixture.runJobs();
    const underWay = (await fixture.attemptsOf(id)).filter(({ state }) => state === "placed");
    expect(underWay).toHaveLength(5);
    for (const { call_id: callId } of underWay.slice(0, 2)) await fixture.reportEvent(callId, "no_answer");
    await fixture.runJobs({ twice: true });
    const all = await fixture.attemptsOf(id);
    expect(all).toHaveLength(7);
    expect(all.filter(({ state }) => state !== "ended")).toHaveLength(5);
    const { counts } = await fixture.campaignOf(id);
    expect(counts).toMatchObject({ total: 12, active: 5, held: 2, pending: 5 });
  });

  it("are given away at the pace that is allowed", async () => {
    const id = await launched({ contacts: newContacts(12), max_concurrent_calls: 50, calls_per_second: 1 });
    await fixture.step(id);
    const moments = (await fixture.attemptsOf(id)).map(({ scheduled_at: at }) => Date.parse(at)).sort();
    expect(moments).toHaveLength(6);
    expect(moments.map((at) => at - (moments[0] ?? 0))).toEqual([0, 1_000, 2_000, 3_000, 4_000, 5_000]);
    await fixture.step(id);
    expect(await fixture.attemptsOf(id)).toHaveLength(6);
    expect(Date.parse((await nextStepAt(id)) ?? "")).toBeGreaterThan(Date.parse(fixture.now()));
    fixture.advanceClock(3);
    await fixture.step(id);
    expect(await fixture.attemptsOf(id)).toHaveLength(9);
    await cancelCampaign(fixture.ctx, id);
    await fixture.runJobs();
  });
});

it("texts go out one after the other, and no conversation by text holds a slot", async () => {
  const texting = await fixture.agent({ type: "messaging", voice_id: undefined });
  const { id } = await fixture.campaign(texting, { contacts: newContacts(3), max_concurrent_calls: 1 });
  await fixture.launch(id);
  for (let round = 0; round < 3; round++) {
    await fixture.runJobs();
    fixture.advanceClock(2);
  }
  expect((await fixture.attemptsOf(id)).map(({ state }) => state)).toEqual(["placed", "placed", "placed"]);
});

describe("an attempt", () => {
  it("is placed once, though every job runs twice at once", async () => {
    const id = await launched({ contacts: newContacts(6), max_concurrent_calls: 3 });
    for (let round = 0; round < 3; round++) {
      await fixture.runJobs({ twice: true });
      for (const { call_id: callId, state } of await fixture.attemptsOf(id))
        if (state === "placed") await fixture.reportEvent(callId, "voicemail");
    }
    await fixture.runJobs({ twice: true });
    const keys = fixture.line.placed.map(({ key }) => key).filter((key) => key.startsWith(id));
    expect(keys).toHaveLength(6);
    expect(new Set(keys).size).toBe(6);
    expect(await fixture.campaignOf(id)).toMatchObject({
      status: "completed",
      counts: { total: 6, completed: 6, reached: 0, active: 0 },
    });
  });

  it("is not left behind by a step that was cut off, wherever that was", async () => {
    const id = await launched({ contacts: newContacts(3) });
    let [cut, left] = [0, 0];
    for (; cut < 200; cut++) {
      left = cut;
      const job = fixture.job("campaign.step");
      const now = () => {
        if (left-- === 0) throw new Error("cut off");
        return job.now();
      };
      const done = await stepCampaign({ ...job, now }, id, fixture.line.carrierFor).then(
        () => true,
        () => false,
      );
      if (done) break;
      expect(await fixture.attemptsOf(id)).toEqual([]);
      expect(await states(id)).toEqual(["pending", "pending", "pending"]);
    }
    expect(cut).toBeGreaterThan(3);
    expect(await fixture.attemptsOf(id)).toHaveLength(3);
  });
});

describe("contacts", () => {
  it("that may not be reached are blocked with the reasons, and the others are reached", async () => {
    const [asked, free] = [newContact(), newContact()];
    const id = await launched({ contacts: [asked, free, newContact({ consents: [] })] });
    await suppressContact(fixture.ctx, asked.phone, { channels: ["call", "text"], reason: "asked" });
    await fixture.step(id);
    const contacts = await fixture.contactsOf(id);
    const of = (status: string) => contacts.filter((contact) => contact.status === status);
    expect(of("active").map(({ phone }) => phone)).toEqual([free.phone]);
    expect(
      of("blocked")
        .map(({ reasons }) => reasons.map(({ code }) => code))
        .sort(),
    ).toEqual([["no_consent"], ["suppressed"]]);
    await fixture.runJobs();
    await fixture.reportEvent((await fixture.attemptsOf(id))[0]?.call_id ?? "", "busy");
    await fixture.runJobs();
    expect(await fixture.campaignOf(id)).toMatchObject({ counts: { blocked: 2, held: 1 } });
  });

  it("are tried again by the campaign's rule, with one budget", async () => {
    const rule = { max: 2, retry_after_minutes: 30, on: ["busy", "no_answer"] };
    const id = await launched({ contacts: newContacts(1), attempts: rule });
    await fixture.runJobs();
    await fixture.reportEvent(await callOf(id), "busy");
    await fixture.runJobs();
    const placed = Date.parse(fixture.now());
    expect(await only(id)).toMatchObject({
      status: "held",
      attempts: 1,
      outcome: "busy",
      next_attempt_at: new Date(placed + 30 * 60_000).toISOString(),
      reasons: [{ code: "too_many_attempts", reason: "campaign_pause" }],
    });
    expect(await nextStepAt(id)).toBe(new Date(placed + 30 * 60_000).toISOString());
    fixture.advanceClock(29 * 60);
    await fixture.step(id);
    expect(await fixture.attemptsOf(id)).toHaveLength(1);
    fixture.advanceClock(60);
    await fixture.runJobs();
    expect(await fixture.attemptsOf(id)).toHaveLength(2);
    await fixture.reportEvent(await callOf(id), "no_answer");
    await fixture.runJobs();
    expect(await only(id)).toMatchObject({ status: "completed", attempts: 2, outcome: "no_answer" });
    expect(await fixture.campaignOf(id)).toMatchObject({ status: "completed" });
  });

  it("are held outside the window until it opens, by the callee's clock, and the end blocks who is left", async () => {
    const at = Date.parse(fixture.now());
    const eveningMs = Date.parse(`${fixture.now().slice(0, 10)}T23:00:00.000Z`);
    fixture.advanceClock((eveningMs - 1 - at) / 1_000);
    const id = await launched({ contacts: newContacts(1), attempts: { max: 1 } });
    await fixture.step(id);
    // The last millisecond before 18:00 in New York.
    expect(await states(id)).toEqual(["active"]);
    fixture.advanceClock(0.001);
    const late = await launched({ contacts: newContacts(1) });
    await fixture.step(late);
    const opens = new Date(eveningMs + 15 * 3_600_000).toISOString();
    expect(await only(late)).toMatchObject({
      status: "held",
      next_attempt_at: opens,
      reasons: [{ code: "outside_window" }],
    });
    expect(await nextStepAt(late)).toBe(opens);
    const { id: short } = await fixture.campaign(agentId, {
      contacts: newContacts(1, { timezone: undefined, phone: "+442079460123" }),
      ends_at: new Date(eveningMs + 60_000).toISOString(),
    });
    await fixture.launch(short);
    await fixture.step(short);
    expect(await states(short)).toEqual(["blocked"]);
    expect((await only(short)).reasons.map(({ code }) => code)).toContain("window_never_opened");
    fixture.advanceClock(15 * 3_600);
    await fixture.step(late);
    expect(await states(late)).toEqual(["active"]);
    for (const campaignId of [id, late]) await cancelCampaign(fixture.ctx, campaignId);
    await fixture.runJobs();
  });
});

it("a call deleted before the campaign processed its end leaves no contact active", async () => {
  const id = await launched({ contacts: newContacts(1), attempts: { max: 1 } });
  await fixture.runJobs();
  const callId = await callOf(id);
  await fixture.cancel(callId);
  // The carrier is yet to be told.
  await expect(deleteCall(fixture.ctx, callId)).rejects.toMatchObject({ code: "invalid_state" });
  await fixture.follow(callId);
  await fixture.loseJobs();
  await deleteCall(fixture.ctx, callId);
  await sweepCampaigns(fixture.ctx);
  await fixture.runJobs();
  expect(await states(id)).toEqual(["canceled"]);
});

describe("a worker that dies after an attempt has ended and before the campaign is told", () => {
  /** One who is spoken to, as the word of the end is lost. */
  const unheard = async (end: (callId: string) => Promise<unknown>) => {
    const id = await launched({ contacts: newContacts(1), attempts: { max: 1 } });
    await fixture.step(id);
    const callId = await callOf(id);
    await end(callId);
    await fixture.loseJobs();
    expect(await states(id)).toEqual(["active"]);
    return { id, callId };
  };
  const placed = async (id: string) =>
    placeAttempts(
      fixture.job("attempts.place"),
      (await fixture.attemptsOf(id)).map(({ key }) => key),
      fixture.line.carrierFor,
    );
  const keyOf = async (callId: string) => [(await fixture.attempt(callId))?.key ?? ""];
  const refused = async (callId: string) => {
    fixture.line.setPlaceAnswer(() => ({ at: "refused", kind: "invalid_number" }));
    await placeAttempts(fixture.job("attempts.place"), await keyOf(callId), fixture.line.carrierFor);
    fixture.line.setPlaceAnswer(({ callId: of }) => ({ at: "placed", ref: `ref_${of}` }));
  };
  const missed = async (callId: string) => {
    await placeAttempts(fixture.job("attempts.place"), await keyOf(callId), fixture.line.carrierFor);
    await fixture.reportEvent(callId, "no_answer");
  };

  it("leaves that to the job of the attempt, which comes again", async () => {
    const { id } = await unheard(refused);
    await placed(id);
    await fixture.runJobs();
    expect(await fixture.campaignOf(id)).toMatchObject({ status: "completed", counts: { failed: 1 } });
  });

  it("leaves that to the carrier's word, where that is said again", async () => {
    const { id, callId } = await unheard(missed);
    await fixture.reportEvent(callId, "no_answer");
    await fixture.runJobs();
    expect(await fixture.campaignOf(id)).toMatchObject({ status: "completed", counts: { completed: 1 } });
  });

  it.each([
    ["that runs", async () => undefined, "completed"],
    ["that was paused", (id: string) => pauseCampaign(fixture.ctx, id), "paused"],
    ["that was canceled", (id: string) => cancelCampaign(fixture.ctx, id), "canceled"],
  ] as const)("leaves it to the sweep in the end, also of a campaign %s", async (_, turn, status) => {
    const { id } = await unheard(missed);
    await turn(id);
    await fixture.loseJobs();
    await sweepCampaigns(fixture.ctx);
    await fixture.runJobs();
    expect(await states(id)).toEqual(["completed"]);
    expect(await fixture.campaignOf(id)).toMatchObject({ status });
    // Nothing is left to be told of one that does not run.
    await fixture.loseJobs();
    await sweepCampaigns(fixture.ctx);
    expect(await nextStepAt(id)).toBeUndefined();
  });
});

describe("a campaign", () => {
  it("ends at its end: who waits is blocked, who is spoken to is waited for", async () => {
    const ends = new Date(Date.parse(fixture.now()) + 3_600_000).toISOString();
    const id = await launched({ contacts: newContacts(2), max_concurrent_calls: 1, ends_at: ends });
    await fixture.runJobs();
    await fixture.reportEvent((await fixture.attemptsOf(id))[0]?.call_id ?? "", "answered");
    fixture.advanceClock(3_600);
    await fixture.step(id);
    expect(await states(id)).toEqual(["active", "blocked"]);
    expect(await fixture.campaignOf(id)).toMatchObject({ status: "running" });
    await fixture.reportEvent((await fixture.attemptsOf(id))[0]?.call_id ?? "", "ended");
    await fixture.runJobs();
    expect(await fixture.campaignOf(id)).toMatchObject({
      status: "completed",
      completed_at: expect.any(String),
      counts: { completed: 1, reached: 1, blocked: 1 },
    });
  });

  it("is paused, resumed and canceled, each as often as one likes", async () => {
    const id = await launched({ contacts: newContacts(4), max_concurrent_calls: 2 });
    await fixture.step(id);
    for (const _ of [1, 2]) expect(await pauseCampaign(fixture.ctx, id)).toMatchObject({ status: "paused" });
    // Claimed and unplaced attempts are canceled.
    await fixture.runJobs();
    expect(fixture.line.placed.filter(({ key }) => key.startsWith(id))).toEqual([]);
    expect(await fixture.campaignOf(id)).toMatchObject({ counts: { pending: 4, active: 0 } });
    for (const _ of [1, 2])
      expect(await resumeCampaign(fixture.ctx, id)).toMatchObject({ status: "running" });
    await fixture.runJobs();
    const [first] = (await fixture.attemptsOf(id)).filter(({ state }) => state === "placed");
    expect((await fixture.contactsOf(id)).map(({ attempts }) => attempts).sort()).toEqual([0, 0, 1, 1]);
    await fixture.reportEvent(first?.call_id ?? "", "answered");
    for (const _ of [1, 2])
      expect(await cancelCampaign(fixture.ctx, id)).toMatchObject({ status: "canceled" });
    expect(await states(id)).toEqual(["active", "active", "canceled", "canceled"]);
    await fixture.runJobs();
    await fixture.reportEvent(first?.call_id ?? "", "ended");
    await fixture.runJobs();
    expect(await states(id)).toEqual(["active", "canceled", "canceled", "completed"]);
    await expect(fixture.launch(id)).rejects.toMatchObject({ code: "invalid_state" });
    await expect(resumeCampaign(fixture.ctx, id)).rejects.toMatchObject({ code: "invalid_state" });
    const [other] = (await fixture.attemptsOf(id)).filter(({ state }) => state === "placed");
    await fixture.reportEvent(other?.call_id ?? "", "no_answer");
    await fixture.runJobs();
    // Contacts are not retried for an ended campaign.
    expect(await states(id)).toEqual(["canceled", "canceled", "completed", "completed"]);
  });

  it("rests while its carrier fails, tries it with one call, and fails in the end", async () => {
    const id = await launched({ contacts: newContacts(9), max_concurrent_calls: 6, attempts: { max: 1 } });
    await fixture.runJobs();
    const placed = (await fixture.attemptsOf(id)).filter(({ state }) => state === "placed");
    for (const { call_id: callId } of placed) await fixture.reportEvent(callId, "failed");
    await fixture.runJobs();
    // The sixth failed too, but of the same failure.
    expect((await fixture.attemptsOf(id)).length).toBe(6);
    expect(await nextStepAt(id)).toBe(new Date(Date.parse(fixture.now()) + 60_000).toISOString());
    fixture.advanceClock(60);
    await fixture.runJobs();
    expect(await fixture.attemptsOf(id)).toHaveLength(7);
    fixture.line.setReady(false);
    const [probe] = (await fixture.attemptsOf(id)).filter(({ state }) => state === "placed");
    await fixture.reportEvent(probe?.call_id ?? "", "no_answer");
    for (let rests = 0; rests < 10; rests++) {
      await fixture.runJobs();
      fixture.advanceClock(30 * 60);
    }
    await fixture.runJobs();
    fixture.line.setReady(true);
    expect(await fixture.campaignOf(id)).toMatchObject({
      status: "failed",
      failure: { code: "carrier_unavailable" },
      counts: { failed: 6, completed: 1, blocked: 2 },
    });
    const notices = await fixture.rows.all(
      db.selectFrom("notices").select(["kind", "environment"]).where("subject", "=", id),
    );
    expect(notices).toEqual([{ kind: "campaign.failed", environment: "test" }]);
    // Attempts that never reached the carrier use no budget.
    expect((await fixture.contactsOf(id)).filter(({ status }) => status === "blocked")).toEqual(
      [1, 2].map(() =>
        expect.objectContaining({
          attempts: 0,
          reasons: [expect.objectContaining({ reason: "campaign_carrier_unavailable" })],
        }),
      ),
    );
  });

  it("audits each status change, without naming contacts", async () => {
    const { rows } = fixture;
    const events = await rows.all(
      db.selectFrom("audit_events").selectAll().where("action", "like", "campaign.%"),
    );
    const actions = new Set(events.map(({ action }) => action));
    for (const verb of ["created", "launched", "paused", "resumed", "canceled", "completed", "failed"])
      expect(actions).toContain(`campaign.${verb}`);
    expect(JSON.stringify(events)).not.toMatch(/\+1212/);
  });
});
