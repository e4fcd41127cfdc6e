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
  agentId = await fixture.agent({ variables: [{ name: "day", type: "date", description: "the day" }] });
});
afterAll(closeHub);

const update = (id: string, input: object) => updateCampaign(fixture.ctx, id, UpdateCampaign.parse(input));
const add = (id: string, contacts: unknown[]) =>
  addCampaignContacts(fixture.ctx, id, AddContacts.parse({ contacts }));
const later = (hours: number) => new Date(Date.parse(fixture.now()) + hours * 3_600_000).toISOString();

describe("a new campaign", () => {
  it("has the contract's defaults, and what is given over them", async () => {
    expect(await fixture.campaign(agentId, { calls_per_second: undefined })).toMatchObject({
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
    const otherCampaign = await fixture.campaign(agentId, { window: { end: "24:00" }, attempts: { max: 1 } });
    expect(otherCampaign.window).toMatchObject({ start: "09:00", end: "24:00" });
    expect(otherCampaign.attempts).toMatchObject({ max: 1, retry_after_minutes: 60 });
  });

  it("is refused where it does not hold together, and says each thing that does not", async () => {
    await expect(
      fixture.campaign(agentId, {
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
    await expect(fixture.campaign(agentId, { contacts })).rejects.toMatchObject({
      details: [{ pointer: "/contacts/1" }, { pointer: "/contacts/2/phone" }],
    });
    await expect(fixture.campaign("agt_00000000000000000000000000")).rejects.toMatchObject({
      code: "not_found",
    });
  });

  it("makes contacts with what is known of them, each once, however it is written", async () => {
    const entry = newContact({ name: "Nora Nobody", variables: { day: "2026-12-01" } });
    const twice = {
      phone: `${entry.phone.slice(0, 2)} (${entry.phone.slice(2, 5)}) ${entry.phone.slice(5)}`,
    };
    const { id, counts } = await fixture.campaign(agentId, { contacts: [entry, twice, newContact()] });
    expect(counts).toMatchObject({ total: 2, pending: 2 });
    expect(await readContact(fixture.ctx, entry.phone)).toMatchObject({
      name: "Nora Nobody",
      timezone: "America/New_York",
      timezone_source: "provided",
      consent: { "informational:call": { state: "granted", source: "a form" } },
    });
    expect((await add(id, [entry, newContact()])).counts.total).toBe(3);
    const page = await listCampaignContacts(
      fixture.ctx,
      id,
      ListCampaignContacts.parse({ limit: 2, status: "pending", include_total: "true" }),
    );
    expect(page).toMatchObject({ total: 3, data: [{ status: "pending", attempts: 0 }, {}] });
    const pageInfo = await listCampaignContacts(
      fixture.ctx,
      id,
      ListCampaignContacts.parse({ limit: 2, status: "pending", cursor: page.next_cursor }),
    );
    expect(pageInfo.data).toHaveLength(1);
    expect(pageInfo.next_cursor).toBeNull();
    const names = [...page.data, ...pageInfo.data].map(({ phone, name }) => [phone, name]);
    expect(Object.fromEntries(names)).toMatchObject({ [entry.phone]: "Nora Nobody" });
    expect(names.filter(([, name]) => name === null)).toHaveLength(2);
  });

  it("leave a draft one by one or all together and stay contacts, and no campaign that is launched", async () => {
    const [a, b, c] = [newContact(), newContact(), newContact()];
    const { id } = await fixture.campaign(agentId, { contacts: [a, b, c] });
    const otherCampaign = await fixture.campaign(agentId, { contacts: [a] });
    const total = async () => (await readCampaign(fixture.ctx, id)).counts.total;
    const { id: first } = await readContact(fixture.ctx, a.phone);
    for (const ref of [first, first, b.phone]) await removeCampaignContacts(fixture.ctx, id, ref);
    expect(await total()).toBe(1);
    await removeCampaignContacts(fixture.ctx, id, null);
    expect(await total()).toBe(0);
    await removeCampaignContacts(fixture.ctx, id, null);
    expect(await readContact(fixture.ctx, a.phone)).toMatchObject({ id: first });
    const unknown = removeCampaignContacts(fixture.ctx, id, newId("ctc"));
    await expect(unknown).rejects.toMatchObject({ code: "not_found" });
    const events = await fixture.rows.all(
      db
        .selectFrom("audit_events")
        .select("after")
        .where("target", "=", id)
        .where("action", "=", "campaign.contacts_removed"),
    );
    expect(events.map(({ after }) => (after as { count: number }).count)).toEqual([1, 1, 1]);
    await fixture.launch(otherCampaign.id);
    for (const ref of [first, null])
      await expect(removeCampaignContacts(fixture.ctx, otherCampaign.id, ref)).rejects.toMatchObject({
        code: "invalid_state",
      });
  });
});

describe("a launch", () => {
  it("happens once, by however many it is asked at once, and needs a live agent and a carrier", async () => {
    const { id } = await fixture.campaign(agentId, { contacts: newContacts(1) });
    const answers = await Promise.all([1, 2, 3].map(() => fixture.launch(id)));
    for (const answer of answers)
      expect(answer).toMatchObject({ status: "running", launched_at: fixture.now(), ends_at: later(7 * 24) });
    const events = await fixture.rows.all(
      db.selectFrom("audit_events").select("action").where("target", "=", id),
    );
    expect(events.filter(({ action }) => action === "campaign.launched")).toHaveLength(1);
    await stepCampaign(fixture.ctx, id, fixture.line.carrierFor);

    const idle = await fixture.campaign(agentId);
    fixture.line.setReady(false);
    await expect(fixture.launch(idle.id)).rejects.toMatchObject({
      code: "invalid_state",
      message: expect.stringContaining("carrier_unavailable"),
    });
    fixture.line.setReady(true);
    const draft = await fixture.agent();
    const orphan = await fixture.campaign(draft);
    await archiveAgent(fixture.space.ctx("owner"), draft);
    await expect(fixture.launch(orphan.id)).rejects.toMatchObject({ code: "invalid_state" });
  });

  it("waits for its start, and the agent of a running campaign cannot be archived", async () => {
    const runner = await fixture.agent();
    const { id } = await fixture.campaign(runner, { contacts: newContacts(1), starts_at: later(2) });
    expect(await fixture.launch(id)).toMatchObject({ status: "scheduled", ends_at: later(2 + 7 * 24) });
    expect(await nextStepAt(id)).toBe(later(2));
    await expect(archiveAgent(fixture.space.ctx("owner"), runner)).rejects.toMatchObject({
      code: "invalid_state",
    });
    await fixture.step(id);
    expect(await fixture.campaignOf(id)).toMatchObject({ status: "scheduled", counts: { pending: 1 } });
    fixture.advanceClock(2 * 3_600);
    await fixture.step(id);
    expect(await fixture.campaignOf(id)).toMatchObject({ status: "running", counts: { active: 1 } });
  });

  it("is of its environment", async () => {
    const { id } = await fixture.campaign(agentId, {}, "live");
    await expect(fixture.launch(id)).rejects.toMatchObject({ code: "not_found" });
    const live = fixture.space.ctx("builder", "live");
    expect(await launchCampaign(live, id, fixture.line.carrierFor)).toMatchObject({ environment: "live" });
  });
});

describe("a change", () => {
  it("is made in everything of a draft, and in pace, end and name once launched", async () => {
    const { id } = await fixture.campaign(agentId, { contacts: newContacts(1) });
    expect(await update(id, { purpose: "telemarketing", window: { start: "10:00" } })).toMatchObject({
      purpose: "telemarketing",
      window: { start: "10:00", end: "18:00" },
    });
    await update(id, { purpose: "informational" });
    await fixture.launch(id);
    const faster = { name: "Faster", max_concurrent_calls: 9, calls_per_second: 3, ends_at: later(4) };
    expect(await update(id, faster)).toMatchObject(faster);
    await expect(update(id, { window: { end: "12:00" } })).rejects.toMatchObject({ code: "invalid_state" });
    await expect(update(id, { ends_at: null })).rejects.toMatchObject({ code: "validation_error" });
  });
});

describe("a preflight", () => {
  it("reports who would be reached, held and blocked, and why, without reaching anyone", async () => {
    const { id } = await fixture.campaign(agentId, {
      contacts: [
        ...newContacts(3),
        newContact({ consents: [] }),
        newContact({ phone: "+442079460321", timezone: "Pacific/Kiritimati" }),
      ],
    });
    const before = fixture.line.placed.length;
    expect(await preflightCampaign(fixture.ctx, id, fixture.line.carrierFor)).toMatchObject({
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
    fixture.line.setReady(false);
    const without = await preflightCampaign(fixture.ctx, id, fixture.line.carrierFor);
    fixture.line.setReady(true);
    expect(without).toMatchObject({ allowed: 0, blocked: 5 });
    expect(without.by_reason[0]).toMatchObject({ code: "carrier_unavailable", count: 5 });
    expect(without.by_reason[0]?.examples).toHaveLength(3);
    expect(fixture.line.placed).toHaveLength(before);
    const [contact] = await fixture.contactsOf(id);
    expect(contact?.status).toBe("pending");
  });

  it("of one contact says why, with the campaign's own window and budget", async () => {
    const entry = newContact();
    const { id } = await fixture.campaign(agentId, {
      contacts: [entry],
      window: { start: "17:00" },
      attempts: { max: 1 },
    });
    const explain = () => explainForCampaign(fixture.ctx, entry.phone, id, fixture.line.carrierFor);
    expect(await explain()).toMatchObject({ verdict: "hold", reasons: [{ code: "outside_window" }] });
    await update(id, { window: { start: "09:00" } });
    expect(await explain()).toMatchObject({ verdict: "allow" });
    await fixture.launch(id);
    await fixture.step(id);
    expect(await explain()).toMatchObject({ verdict: "block" });
  });
});

it("is streamed while it runs, until its end", async () => {
  const { id } = await fixture.campaign(agentId, { contacts: newContacts(1), attempts: { max: 1 } });
  await fixture.launch(id);
  const statuses: string[] = [];
  for await (const { data } of campaignEvents(fixture.ctx, id, new AbortController().signal)) {
    statuses.push(data.status);
    if (statuses.length > 1) continue;
    expect(data).toMatchObject({ counts: { pending: 1 }, calls_at_once: 0, attempts_last_minute: 0 });
    await fixture.runJobs();
    const [contact] = await fixture.contactsOf(id);
    await fixture.reportEvent(contact?.last_call_id ?? "", "voicemail");
    await fixture.runJobs();
  }
  expect(statuses).toEqual(["running", "completed"]);
});
