import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { archiveAgent } from "@/lib/agents/agents";
import { readContact } from "@/lib/contacts/contacts";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { closeHub } from "@/lib/platform/live";
import {
  addCampaignContacts,
  campaignEvents,
  explainForCampaign,
  launchCampaign,
  listCampaignContacts,
  preflightCampaign,
  readCampaign,
  removeCampaignContacts,
  stepCampaign,
  updateCampaign,
} from ".";
import { AddContacts, ListCampaignContacts, UpdateCampaign } from "./schema";
import { type Campaigns, nextStep, openCampaigns, people, somebody } from "./testing/desk";

let desk: Campaigns;
let agentId: string;
beforeAll(async () => {
  desk = await openCampaigns();
  agentId = await desk.agent({ variables: [{ name: "day", type: "date", description: "the day" }] });
});
afterAll(closeHub);

const update = (id: string, input: object) => updateCampaign(desk.ctx, id, UpdateCampaign.parse(input));
const add = (id: string, contacts: unknown[]) =>
  addCampaignContacts(desk.ctx, id, AddContacts.parse({ contacts }));
const later = (hours: number) => new Date(Date.parse(desk.now()) + hours * 3_600_000).toISOString();

describe("a new campaign", () => {
  it("has the contract's defaults, and what is given over them", async () => {
    expect(await desk.campaign(agentId, { calls_per_second: undefined })).toMatchObject({
      channel: "phone",
      environment: "test",
      purpose: "informational",
      status: "draft",
      starts_at: null,
      ends_at: null,
      window: { days: ["mon", "tue", "wed", "thu", "fri"], start: "09:00", end: "18:00", timezone: "callee" },
      max_concurrent_calls: 5,
      calls_per_second: 1,
      attempts: { max: 3, retry_after_minutes: 60, on: ["no_answer", "busy"] },
      counts: { total: 0, pending: 0, active: 0, completed: 0, reached: 0, held: 0, blocked: 0, failed: 0 },
      launched_at: null,
      completed_at: null,
      failure: null,
    });
    const other = await desk.campaign(agentId, { window: { end: "24:00" }, attempts: { max: 1 } });
    expect(other.window).toMatchObject({ start: "09:00", end: "24:00" });
    expect(other.attempts).toMatchObject({ max: 1, retry_after_minutes: 60 });
  });

  it("is refused where it does not hold together, and says each thing that does not", async () => {
    await expect(
      desk.campaign(agentId, {
        channel: "sms",
        window: { start: "18:00", end: "09:00" },
        starts_at: later(2),
        ends_at: later(1),
      }),
    ).rejects.toMatchObject({
      code: "validation_error",
      details: [{ pointer: "/window/end" }, { pointer: "/ends_at" }, { pointer: "/channel" }],
    });
    const contacts = ["+12125550100", "12", { phone: "+1 212", consents: [] }];
    await expect(desk.campaign(agentId, { contacts })).rejects.toMatchObject({
      details: [{ pointer: "/contacts/1" }, { pointer: "/contacts/2/phone" }],
    });
    await expect(desk.campaign("agt_00000000000000000000000000")).rejects.toMatchObject({
      code: "not_found",
    });
  });

  it("makes contacts with what is known of them, each once, however it is written", async () => {
    const one = somebody({ name: "Nora Nobody", variables: { day: "2026-12-01" } });
    const twice = { phone: `${one.phone.slice(0, 2)} (${one.phone.slice(2, 5)}) ${one.phone.slice(5)}` };
    const { id, counts } = await desk.campaign(agentId, { contacts: [one, twice, somebody()] });
    expect(counts).toMatchObject({ total: 2, pending: 2 });
    expect(await readContact(desk.ctx, one.phone)).toMatchObject({
      name: "Nora Nobody",
      timezone: "America/New_York",
      timezone_source: "given",
      consent: { "informational:call": { state: "granted", source: "a form" } },
    });
    expect((await add(id, [one, somebody()])).counts.total).toBe(3);
    const page = await listCampaignContacts(
      desk.ctx,
      id,
      ListCampaignContacts.parse({ limit: 2, status: "pending", include_total: "true" }),
    );
    expect(page).toMatchObject({ total: 3, data: [{ status: "pending", attempts: 0 }, {}] });
    const rest = await listCampaignContacts(
      desk.ctx,
      id,
      ListCampaignContacts.parse({ limit: 2, status: "pending", cursor: page.next_cursor }),
    );
    expect(rest.data).toHaveLength(1);
    expect(rest.next_cursor).toBeNull();
  });

  it("leave a draft one by one or all together and stay contacts, and no campaign that is launched", async () => {
    const [a, b, c] = [somebody(), somebody(), somebody()];
    const { id } = await desk.campaign(agentId, { contacts: [a, b, c] });
    const other = await desk.campaign(agentId, { contacts: [a] });
    const total = async () => (await readCampaign(desk.ctx, id)).counts.total;
    const { id: first } = await readContact(desk.ctx, a.phone);
    for (const ref of [first, first, b.phone]) await removeCampaignContacts(desk.ctx, id, ref);
    expect(await total()).toBe(1);
    await removeCampaignContacts(desk.ctx, id, null);
    expect(await total()).toBe(0);
    await removeCampaignContacts(desk.ctx, id, null);
    expect(await readContact(desk.ctx, a.phone)).toMatchObject({ id: first });
    const unknown = removeCampaignContacts(desk.ctx, id, newId("ctc"));
    await expect(unknown).rejects.toMatchObject({ code: "not_found" });
    const events = await desk.rows.all(
      db
        .selectFrom("audit_events")
        .select("after")
        .where("target", "=", id)
        .where("action", "=", "campaign.contacts_removed"),
    );
    expect(events.map(({ after }) => (after as { count: number }).count)).toEqual([1, 1, 1]);
    await desk.launch(other.id);
    for (const ref of [first, null])
      await expect(removeCampaignContacts(desk.ctx, other.id, ref)).rejects.toMatchObject({
        code: "invalid_state",
      });
  });
});

describe("a launch", () => {
  it("happens once, by however many it is asked at once, and needs a live agent and a carrier", async () => {
    const { id } = await desk.campaign(agentId, { contacts: people(1) });
    const answers = await Promise.all([1, 2, 3].map(() => desk.launch(id)));
    for (const answer of answers)
      expect(answer).toMatchObject({ status: "running", launched_at: desk.now(), ends_at: later(7 * 24) });
    const events = await desk.rows.all(
      db.selectFrom("audit_events").select("action").where("target", "=", id),
    );
    expect(events.filter(({ action }) => action === "campaign.launched")).toHaveLength(1);
    await stepCampaign(desk.ctx, id, desk.line.carrierFor);

    const idle = await desk.campaign(agentId);
    desk.line.connected(false);
    await expect(desk.launch(idle.id)).rejects.toMatchObject({
      code: "invalid_state",
      message: expect.stringContaining("carrier_unavailable"),
    });
    desk.line.connected(true);
    const draft = await desk.agent();
    const orphan = await desk.campaign(draft);
    await archiveAgent(desk.space.ctx("owner"), draft);
    await expect(desk.launch(orphan.id)).rejects.toMatchObject({ code: "invalid_state" });
  });

  it("waits for its start, and the agent of a campaign that goes on is not archived", async () => {
    const runner = await desk.agent();
    const { id } = await desk.campaign(runner, { contacts: people(1), starts_at: later(2) });
    expect(await desk.launch(id)).toMatchObject({ status: "scheduled", ends_at: later(2 + 7 * 24) });
    expect(await nextStep(id)).toBe(later(2));
    await expect(archiveAgent(desk.space.ctx("owner"), runner)).rejects.toMatchObject({
      code: "invalid_state",
    });
    await desk.step(id);
    expect(await desk.campaignOf(id)).toMatchObject({ status: "scheduled", counts: { pending: 1 } });
    desk.wait(2 * 3_600);
    await desk.step(id);
    expect(await desk.campaignOf(id)).toMatchObject({ status: "running", counts: { active: 1 } });
  });

  it("is of its environment", async () => {
    const { id } = await desk.campaign(agentId, {}, "live");
    await expect(desk.launch(id)).rejects.toMatchObject({ code: "not_found" });
    const live = desk.space.ctx("builder", "live");
    expect(await launchCampaign(live, id, desk.line.carrierFor)).toMatchObject({ environment: "live" });
  });
});

describe("a change", () => {
  it("is made in everything of a draft, and in pace, end and name once launched", async () => {
    const { id } = await desk.campaign(agentId, { contacts: people(1) });
    expect(await update(id, { purpose: "telemarketing", window: { start: "10:00" } })).toMatchObject({
      purpose: "telemarketing",
      window: { start: "10:00", end: "18:00" },
    });
    await update(id, { purpose: "informational" });
    await desk.launch(id);
    const faster = { name: "Faster", max_concurrent_calls: 9, calls_per_second: 3, ends_at: later(4) };
    expect(await update(id, faster)).toMatchObject(faster);
    await expect(update(id, { window: { end: "12:00" } })).rejects.toMatchObject({ code: "invalid_state" });
    await expect(update(id, { ends_at: null })).rejects.toMatchObject({ code: "validation_error" });
  });
});

describe("a preflight", () => {
  it("says who would be reached, held and blocked, and why, and reaches nobody", async () => {
    const { id } = await desk.campaign(agentId, {
      contacts: [
        ...people(3),
        somebody({ consents: [] }),
        somebody({ phone: "+442079460321", timezone: "Pacific/Kiritimati" }),
      ],
    });
    const before = desk.line.placed.length;
    expect(await preflightCampaign(desk.ctx, id, desk.line.carrierFor)).toMatchObject({
      allowed: 3,
      held: 1,
      blocked: 1,
      by_reason: [
        {
          code: "no_consent",
          count: 1,
          examples: [{ phone: expect.stringMatching(/^\+1212/), until: null }],
        },
        {
          code: "outside_window",
          count: 1,
          examples: [{ phone: "+442079460321", until: expect.any(String) }],
        },
      ],
      estimated_duration_s: expect.any(Number),
    });
    desk.line.connected(false);
    const without = await preflightCampaign(desk.ctx, id, desk.line.carrierFor);
    desk.line.connected(true);
    expect(without).toMatchObject({ allowed: 0, blocked: 5 });
    expect(without.by_reason[0]).toMatchObject({ code: "carrier_unavailable", count: 5 });
    expect(without.by_reason[0]?.examples).toHaveLength(3);
    expect(desk.line.placed).toHaveLength(before);
    const [contact] = await desk.contactsOf(id);
    expect(contact?.status).toBe("pending");
  });

  it("of one contact says why, with the campaign's own window and budget", async () => {
    const one = somebody();
    const { id } = await desk.campaign(agentId, {
      contacts: [one],
      window: { start: "17:00" },
      attempts: { max: 1 },
    });
    const why = () => explainForCampaign(desk.ctx, one.phone, id, desk.line.carrierFor);
    expect(await why()).toMatchObject({ verdict: "hold", reasons: [{ code: "outside_window" }] });
    await update(id, { window: { start: "09:00" } });
    expect(await why()).toMatchObject({ verdict: "allow" });
    await desk.launch(id);
    await desk.step(id);
    expect(await why()).toMatchObject({ verdict: "block" });
  });
});

it("is followed while it goes on, until it is over", async () => {
  const { id } = await desk.campaign(agentId, { contacts: people(1), attempts: { max: 1 } });
  await desk.launch(id);
  const seen: string[] = [];
  for await (const { data } of campaignEvents(desk.ctx, id, new AbortController().signal)) {
    seen.push(data.status);
    if (seen.length > 1) continue;
    expect(data).toMatchObject({ counts: { pending: 1 }, calls_at_once: 0, attempts_last_minute: 0 });
    await desk.work();
    const [contact] = await desk.contactsOf(id);
    await desk.says(contact?.last_call_id ?? "", "voicemail");
    await desk.work();
  }
  expect(seen).toEqual(["running", "completed"]);
});
