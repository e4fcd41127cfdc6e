import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deleteCall } from "@/lib/calls/calls";
import { suppressContact } from "@/lib/contacts/contacts";
import { placeAttempts } from "@/lib/outreach/dialing";
import { db } from "@/lib/platform/db";
import { closeHub } from "@/lib/platform/live";
import { cancelCampaign, pauseCampaign, resumeCampaign, stepCampaign, sweepCampaigns } from ".";
import { type Campaigns, nextStep, openCampaigns, people, somebody } from "./testing/desk";

let desk: Campaigns;
let agentId: string;
beforeAll(async () => {
  desk = await openCampaigns();
  agentId = await desk.agent();
});
afterAll(closeHub);

const launched = async (extra: object = {}) => {
  const { id } = await desk.campaign(agentId, extra);
  await desk.launch(id);
  return id;
};
const states = async (id: string) => (await desk.contactsOf(id)).map(({ status }) => status).sort();
/** The only contact of a campaign. */
const only = async (id: string) => {
  const [contact] = await desk.contactsOf(id);
  if (contact === undefined) throw new Error("The campaign has no contact.");
  return contact;
};
const callOf = async (id: string) => (await only(id)).last_call_id ?? "";

describe("slots", () => {
  it("are never more than allowed, with four steps at once, and are filled again as they become free", async () => {
    const id = await launched({ contacts: people(12), max_concurrent_calls: 5 });
    const steps = () => Promise.all([1, 2, 3, 4].map(() => desk.step(id)));
    await steps();
    expect(await desk.attemptsOf(id)).toHaveLength(5);
    await steps();
    expect(await desk.attemptsOf(id)).toHaveLength(5);
    await desk.work();
    const underWay = (await desk.attemptsOf(id)).filter(({ state }) => state === "placed");
    expect(underWay).toHaveLength(5);
    for (const { call_id: callId } of underWay.slice(0, 2)) await desk.says(callId, "no_answer");
    await desk.work({ twice: true });
    const all = await desk.attemptsOf(id);
    expect(all).toHaveLength(7);
    expect(all.filter(({ state }) => state !== "ended")).toHaveLength(5);
    const { counts } = await desk.campaignOf(id);
    expect(counts).toMatchObject({ total: 12, active: 5, held: 2, pending: 5 });
  });

  it("are given away at the pace that is allowed", async () => {
    const id = await launched({ contacts: people(12), max_concurrent_calls: 50, calls_per_second: 1 });
    await desk.step(id);
    const moments = (await desk.attemptsOf(id)).map(({ scheduled_at: at }) => Date.parse(at)).sort();
    expect(moments).toHaveLength(6);
    expect(moments.map((at) => at - (moments[0] ?? 0))).toEqual([0, 1_000, 2_000, 3_000, 4_000, 5_000]);
    await desk.step(id);
    expect(await desk.attemptsOf(id)).toHaveLength(6);
    expect(Date.parse((await nextStep(id)) ?? "")).toBeGreaterThan(Date.parse(desk.now()));
    desk.wait(3);
    await desk.step(id);
    expect(await desk.attemptsOf(id)).toHaveLength(9);
    await cancelCampaign(desk.ctx, id);
    await desk.work();
  });
});

it("texts go out one after the other, and no conversation by text holds a slot", async () => {
  const texting = await desk.agent({ type: "messaging", voice_id: undefined });
  const { id } = await desk.campaign(texting, { contacts: people(3), max_concurrent_calls: 1 });
  await desk.launch(id);
  for (let round = 0; round < 3; round++) {
    await desk.work();
    desk.wait(2);
  }
  expect((await desk.attemptsOf(id)).map(({ state }) => state)).toEqual(["placed", "placed", "placed"]);
});

describe("an attempt", () => {
  it("is placed once, though every job runs twice at once", async () => {
    const id = await launched({ contacts: people(6), max_concurrent_calls: 3 });
    for (let round = 0; round < 3; round++) {
      await desk.work({ twice: true });
      for (const { call_id: callId, state } of await desk.attemptsOf(id))
        if (state === "placed") await desk.says(callId, "voicemail");
    }
    await desk.work({ twice: true });
    const keys = desk.line.placed.map(({ key }) => key).filter((key) => key.startsWith(id));
    expect(keys).toHaveLength(6);
    expect(new Set(keys).size).toBe(6);
    expect(await desk.campaignOf(id)).toMatchObject({
      status: "completed",
      counts: { total: 6, completed: 6, reached: 0, active: 0 },
    });
  });

  it("is not left behind by a step that was cut off, wherever that was", async () => {
    const id = await launched({ contacts: people(3) });
    let [cut, left] = [0, 0];
    for (; cut < 200; cut++) {
      left = cut;
      const job = desk.job("campaign.step");
      const now = () => {
        if (left-- === 0) throw new Error("cut off");
        return job.now();
      };
      const done = await stepCampaign({ ...job, now }, id, desk.line.carrierFor).then(
        () => true,
        () => false,
      );
      if (done) break;
      expect(await desk.attemptsOf(id)).toEqual([]);
      expect(await states(id)).toEqual(["pending", "pending", "pending"]);
    }
    expect(cut).toBeGreaterThan(3);
    expect(await desk.attemptsOf(id)).toHaveLength(3);
  });
});

describe("contacts", () => {
  it("that may not be reached are blocked with the reasons, and the others are reached", async () => {
    const [asked, free] = [somebody(), somebody()];
    const id = await launched({ contacts: [asked, free, somebody({ consents: [] })] });
    await suppressContact(desk.ctx, asked.phone, { channels: ["call", "text"], reason: "asked" });
    await desk.step(id);
    const contacts = await desk.contactsOf(id);
    const of = (status: string) => contacts.filter((contact) => contact.status === status);
    expect(of("active").map(({ phone }) => phone)).toEqual([free.phone]);
    expect(
      of("blocked")
        .map(({ reasons }) => reasons.map(({ code }) => code))
        .sort(),
    ).toEqual([["no_consent"], ["suppressed"]]);
    await desk.work();
    await desk.says((await desk.attemptsOf(id))[0]?.call_id ?? "", "busy");
    await desk.work();
    expect(await desk.campaignOf(id)).toMatchObject({ counts: { blocked: 2, held: 1 } });
  });

  it("are tried again by the campaign's rule, with one budget", async () => {
    const rule = { max: 2, retry_after_minutes: 30, on: ["busy", "no_answer"] };
    const id = await launched({ contacts: people(1), attempts: rule });
    await desk.work();
    await desk.says(await callOf(id), "busy");
    await desk.work();
    const placed = Date.parse(desk.now());
    expect(await only(id)).toMatchObject({
      status: "held",
      attempts: 1,
      outcome: "busy",
      next_attempt_at: new Date(placed + 30 * 60_000).toISOString(),
      reasons: [{ code: "too_many_attempts" }],
    });
    expect(await nextStep(id)).toBe(new Date(placed + 30 * 60_000).toISOString());
    desk.wait(29 * 60);
    await desk.step(id);
    expect(await desk.attemptsOf(id)).toHaveLength(1);
    desk.wait(60);
    await desk.work();
    expect(await desk.attemptsOf(id)).toHaveLength(2);
    await desk.says(await callOf(id), "no_answer");
    await desk.work();
    expect(await only(id)).toMatchObject({ status: "completed", attempts: 2, outcome: "no_answer" });
    expect(await desk.campaignOf(id)).toMatchObject({ status: "completed" });
  });

  it("are held outside the window until it opens, by the callee's clock, and the end blocks who is left", async () => {
    const at = Date.parse(desk.now());
    const eveningMs = Date.parse(`${desk.now().slice(0, 10)}T23:00:00.000Z`);
    desk.wait((eveningMs - 1 - at) / 1_000);
    const id = await launched({ contacts: people(1), attempts: { max: 1 } });
    await desk.step(id);
    // The last millisecond before 18:00 in New York.
    expect(await states(id)).toEqual(["active"]);
    desk.wait(0.001);
    const late = await launched({ contacts: people(1) });
    await desk.step(late);
    const opens = new Date(eveningMs + 15 * 3_600_000).toISOString();
    expect(await only(late)).toMatchObject({
      status: "held",
      next_attempt_at: opens,
      reasons: [{ code: "outside_window" }],
    });
    expect(await nextStep(late)).toBe(opens);
    const { id: short } = await desk.campaign(agentId, {
      contacts: people(1, { timezone: undefined, phone: "+442079460123" }),
      ends_at: new Date(eveningMs + 60_000).toISOString(),
    });
    await desk.launch(short);
    await desk.step(short);
    expect(await states(short)).toEqual(["blocked"]);
    expect((await only(short)).reasons.map(({ code }) => code)).toContain("window_never_opened");
    desk.wait(15 * 3_600);
    await desk.step(late);
    expect(await states(late)).toEqual(["active"]);
    for (const one of [id, late]) await cancelCampaign(desk.ctx, one);
    await desk.work();
  });
});

it("a call that is deleted before its campaign has heard of its end leaves nobody behind", async () => {
  const id = await launched({ contacts: people(1), attempts: { max: 1 } });
  await desk.work();
  const callId = await callOf(id);
  await desk.cancel(callId);
  // The carrier is yet to be told.
  await expect(deleteCall(desk.ctx, callId)).rejects.toMatchObject({ code: "invalid_state" });
  await desk.follow(callId);
  await desk.loseJobs();
  await deleteCall(desk.ctx, callId);
  await sweepCampaigns(desk.ctx);
  await desk.work();
  expect(await states(id)).toEqual(["canceled"]);
});

describe("a worker that dies after an attempt has ended and before the campaign is told", () => {
  /** One who is spoken to, as the word of the end is lost. */
  const unheard = async (end: (callId: string) => Promise<unknown>) => {
    const id = await launched({ contacts: people(1), attempts: { max: 1 } });
    await desk.step(id);
    const callId = await callOf(id);
    await end(callId);
    await desk.loseJobs();
    expect(await states(id)).toEqual(["active"]);
    return { id, callId };
  };
  const placed = async (id: string) =>
    placeAttempts(
      desk.job("attempts.place"),
      (await desk.attemptsOf(id)).map(({ key }) => key),
      desk.line.carrierFor,
    );
  const keyOf = async (callId: string) => [(await desk.attempt(callId))?.key ?? ""];
  const refused = async (callId: string) => {
    desk.line.answer(() => ({ at: "refused", kind: "invalid_number" }));
    await placeAttempts(desk.job("attempts.place"), await keyOf(callId), desk.line.carrierFor);
    desk.line.answer(({ callId: of }) => ({ at: "placed", ref: `ref_${of}` }));
  };
  const missed = async (callId: string) => {
    await placeAttempts(desk.job("attempts.place"), await keyOf(callId), desk.line.carrierFor);
    await desk.says(callId, "no_answer");
  };

  it("leaves that to the job of the attempt, which comes again", async () => {
    const { id } = await unheard(refused);
    await placed(id);
    await desk.work();
    expect(await desk.campaignOf(id)).toMatchObject({ status: "completed", counts: { failed: 1 } });
  });

  it("leaves that to the carrier's word, where that is said again", async () => {
    const { id, callId } = await unheard(missed);
    await desk.says(callId, "no_answer");
    await desk.work();
    expect(await desk.campaignOf(id)).toMatchObject({ status: "completed", counts: { completed: 1 } });
  });

  it.each([
    ["that runs", async () => undefined, "completed"],
    ["that was paused", (id: string) => pauseCampaign(desk.ctx, id), "paused"],
    ["that was canceled", (id: string) => cancelCampaign(desk.ctx, id), "canceled"],
  ] as const)("leaves it to the sweep in the end, also of a campaign %s", async (_, turn, status) => {
    const { id } = await unheard(missed);
    await turn(id);
    await desk.loseJobs();
    await sweepCampaigns(desk.ctx);
    await desk.work();
    expect(await states(id)).toEqual(["completed"]);
    expect(await desk.campaignOf(id)).toMatchObject({ status });
    // Nothing is left to be told of one that does not run.
    await desk.loseJobs();
    await sweepCampaigns(desk.ctx);
    expect(await nextStep(id)).toBeUndefined();
  });
});

describe("a campaign", () => {
  it("ends at its end: who waits is blocked, who is spoken to is waited for", async () => {
    const ends = new Date(Date.parse(desk.now()) + 3_600_000).toISOString();
    const id = await launched({ contacts: people(2), max_concurrent_calls: 1, ends_at: ends });
    await desk.work();
    await desk.says((await desk.attemptsOf(id))[0]?.call_id ?? "", "answered");
    desk.wait(3_600);
    await desk.step(id);
    expect(await states(id)).toEqual(["active", "blocked"]);
    expect(await desk.campaignOf(id)).toMatchObject({ status: "running" });
    await desk.says((await desk.attemptsOf(id))[0]?.call_id ?? "", "ended");
    await desk.work();
    expect(await desk.campaignOf(id)).toMatchObject({
      status: "completed",
      completed_at: expect.any(String),
      counts: { completed: 1, reached: 1, blocked: 1 },
    });
  });

  it("is paused, resumed and canceled, each as often as one likes", async () => {
    const id = await launched({ contacts: people(4), max_concurrent_calls: 2 });
    await desk.step(id);
    for (const _ of [1, 2]) expect(await pauseCampaign(desk.ctx, id)).toMatchObject({ status: "paused" });
    // What was claimed and not placed is called off.
    await desk.work();
    expect(desk.line.placed.filter(({ key }) => key.startsWith(id))).toEqual([]);
    expect(await desk.campaignOf(id)).toMatchObject({ counts: { pending: 4, active: 0 } });
    for (const _ of [1, 2]) expect(await resumeCampaign(desk.ctx, id)).toMatchObject({ status: "running" });
    await desk.work();
    const [first] = (await desk.attemptsOf(id)).filter(({ state }) => state === "placed");
    expect((await desk.contactsOf(id)).map(({ attempts }) => attempts).sort()).toEqual([0, 0, 1, 1]);
    await desk.says(first?.call_id ?? "", "answered");
    for (const _ of [1, 2]) expect(await cancelCampaign(desk.ctx, id)).toMatchObject({ status: "canceled" });
    expect(await states(id)).toEqual(["active", "active", "canceled", "canceled"]);
    await desk.work();
    await desk.says(first?.call_id ?? "", "ended");
    await desk.work();
    expect(await states(id)).toEqual(["active", "canceled", "canceled", "completed"]);
    await expect(desk.launch(id)).rejects.toMatchObject({ code: "invalid_state" });
    await expect(resumeCampaign(desk.ctx, id)).rejects.toMatchObject({ code: "invalid_state" });
    const [other] = (await desk.attemptsOf(id)).filter(({ state }) => state === "placed");
    await desk.says(other?.call_id ?? "", "no_answer");
    await desk.work();
    // Nobody is tried again for a campaign that is over.
    expect(await states(id)).toEqual(["canceled", "canceled", "completed", "completed"]);
  });

  it("rests while its carrier fails, tries it with one call, and fails in the end", async () => {
    const id = await launched({ contacts: people(9), max_concurrent_calls: 6, attempts: { max: 1 } });
    await desk.work();
    const placed = (await desk.attemptsOf(id)).filter(({ state }) => state === "placed");
    for (const { call_id: callId } of placed) await desk.says(callId, "failed");
    await desk.work();
    // The sixth failed too, but of the same failure.
    expect((await desk.attemptsOf(id)).length).toBe(6);
    expect(await nextStep(id)).toBe(new Date(Date.parse(desk.now()) + 60_000).toISOString());
    desk.wait(60);
    await desk.work();
    expect(await desk.attemptsOf(id)).toHaveLength(7);
    desk.line.connected(false);
    const [probe] = (await desk.attemptsOf(id)).filter(({ state }) => state === "placed");
    await desk.says(probe?.call_id ?? "", "no_answer");
    for (let rests = 0; rests < 10; rests++) {
      await desk.work();
      desk.wait(30 * 60);
    }
    await desk.work();
    desk.line.connected(true);
    expect(await desk.campaignOf(id)).toMatchObject({
      status: "failed",
      failure: { code: "carrier_unavailable" },
      counts: { failed: 6, completed: 1, blocked: 2 },
    });
    const notices = await desk.rows.all(
      db.selectFrom("notices").select(["kind", "environment"]).where("subject", "=", id),
    );
    expect(notices).toEqual([{ kind: "campaign.failed", environment: "test" }]);
    // What never reached the carrier took nothing from a budget.
    expect((await desk.contactsOf(id)).filter(({ status }) => status === "blocked")).toEqual(
      [1, 2].map(() =>
        expect.objectContaining({
          attempts: 0,
          reasons: [expect.objectContaining({ code: "carrier_unavailable" })],
        }),
      ),
    );
  });

  it("tells the audit log of each turn, and of nobody whom it reaches", async () => {
    const { rows } = desk;
    const events = await rows.all(
      db.selectFrom("audit_events").selectAll().where("action", "like", "campaign.%"),
    );
    const actions = new Set(events.map(({ action }) => action));
    for (const verb of ["created", "launched", "paused", "resumed", "canceled", "completed", "failed"])
      expect(actions).toContain(`campaign.${verb}`);
    expect(JSON.stringify(events)).not.toMatch(/\+1212/);
  });
});
