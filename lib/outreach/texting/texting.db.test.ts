import "@/test/fixtures/loopback";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { readCall } from "@/lib/calls/calls";
import { findContact } from "@/lib/contacts/contacts";
import { launchCampaign, listCampaignContacts, readCampaign, stepCampaign } from "@/lib/outreach/campaigns";
import { ListCampaignContacts } from "@/lib/outreach/campaigns/schema";
import { newContact as contact } from "@/lib/outreach/campaigns/testing/campaigns-fixture";
import { carrierFor } from "@/lib/outreach/carriers";
import { db } from "@/lib/platform/db";
import { closeHub } from "@/lib/platform/live";
import { sendText } from ".";
import { nextSid } from "./testing/fake-twilio";
import { createTextingFixture, type TextingFixture } from "./testing/texting-fixture";

let fixture: TextingFixture;
beforeAll(async () => {
  fixture = await createTextingFixture();
});
afterEach(() => {
  fixture.fakeTwilio.setAnswer(() => null);
  fixture.fakeTwilio.sent.length = 0;
});
afterAll(async () => {
  await fixture.fakeTwilio.close();
  await closeHub();
});

let people = 0;
const newPhone = () => `+1212${4_000_000 + people++}`;
const bodies = () => fixture.fakeTwilio.sent.map(({ body }) => body);
const contactOf = async (phone: string) => (await findContact(fixture.liveCtx, phone)).id;

/** A contact writes, and all immediate jobs run. */
async function exchangeTexts(phone: string, ...texts: string[]): Promise<string> {
  for (const text of texts) {
    await fixture.postInbound(phone, text);
    await fixture.runTextJobs();
  }
  const contact = await contactOf(phone);
  return (await fixture.listThreads()).findLast(({ contact_id: id }) => id === contact)?.id ?? "";
}

const suppressions = async (phone: string) => {
  const { hash } = await findContact(fixture.liveCtx, phone);
  const rows = await fixture.rows.all(
    db.selectFrom("suppressions").select(["source", "channels"]).where("contact_hash", "=", hash),
  );
  return rows.sort((a, b) => (a.source < b.source ? -1 : 1));
};

describe("a text that comes in", () => {
  it("starts a conversation with the disclosure, and continues in the same one", async () => {
    const phone = newPhone();
    const id = await exchangeTexts(phone, "Hello, I want to come");
    const [first] = fixture.fakeTwilio.sent;
    expect(first).toMatchObject({ to: phone, from: fixture.number });
    expect(first?.body).toContain("automated assistant");
    const call = await readCall(fixture.liveCtx, id);
    expect(call).toMatchObject({
      channel: "sms",
      direction: "inbound",
      from: phone,
      to: fixture.number,
      status: "in_progress",
    });
    expect(await exchangeTexts(phone, "Nora Nobody")).toBe(id);
    const { transcript } = await readCall(fixture.liveCtx, id);
    expect(transcript.filter(({ role }) => role === "caller").map(({ text }) => text)).toEqual([
      "Hello, I want to come",
      "Nora Nobody",
    ]);
    // The agent's turns were sent, once each and in order.
    const agentTurns = transcript.flatMap(({ role, text }) =>
      role === "agent" && text !== null ? [text] : [],
    );
    expect(bodies()).toEqual(agentTurns);
    // Its words are in the call, and nowhere beside.
    expect((await fixture.listTexts(id)).every(({ body }) => body === null)).toBe(true);
  });

  it("is taken once, however often the carrier brings it", async () => {
    const phone = newPhone();
    const sid = nextSid();
    for (let n = 0; n < 3; n++) expect((await fixture.postInbound(phone, "Hello", { sid })).status).toBe(200);
    await fixture.runTextJobs();
    expect(
      await fixture
        .listTexts(await contactOf(phone))
        .then((t) => t.filter(({ direction: d }) => d === "inbound")),
    ).toHaveLength(1);
  });

  it("begins one conversation, of two that come at once", async () => {
    const phone = newPhone();
    await Promise.all([fixture.postInbound(phone, "One"), fixture.postInbound(phone, "Two")]);
    for (let n = 0; n < 4; n++) {
      await fixture.runTextJobs();
      fixture.advanceClock(3);
    }
    const contact = await contactOf(phone);
    const threads = (await fixture.listThreads()).filter(({ contact_id: id }) => id === contact);
    expect(threads).toHaveLength(1);
    const { transcript } = await readCall(fixture.liveCtx, threads[0]?.id ?? "");
    expect(transcript.filter(({ role }) => role === "caller")).toHaveLength(2);
  });

  it("is refused with the same words under a wrong signature and for an integration that is none", async () => {
    const phone = newPhone();
    const wrong = await fixture.postInbound(phone, "Hello", { token: "another-token-of-somebody" });
    const unknown = await fixture.postInbound(phone, "Hello", { integration: `int_${"0".repeat(26)}` });
    const without = ({ text }: { text: string }) => ({ ...JSON.parse(text), request_id: undefined });
    expect([wrong.status, unknown.status]).toEqual([403, 403]);
    expect(without(unknown)).toEqual(without(wrong));
    await expect(contactOf(phone)).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("a keyword", () => {
  it("STOP ends the conversation, suppresses call and text at once, and is answered once", async () => {
    const phone = newPhone();
    const id = await exchangeTexts(phone, "Hello");
    const sid = nextSid();
    const { text } = await fixture.postInbound(phone, "Stop.", { sid });
    expect(text).toMatch(/<Message>.*no more calls or texts.*<\/Message>/);
    expect(await suppressions(phone)).toEqual([{ source: "keyword", channels: ["call", "text"] }]);
    expect((await fixture.postInbound(phone, "Stop.", { sid })).text).not.toContain("<Message>");
    await fixture.runTextJobs();
    expect(await readCall(fixture.liveCtx, id)).toMatchObject({
      end_reason: "opted_out",
      outcome: { tag: "opted_out" },
    });
    // A suppressed contact who writes anyway gets no reply.
    const before = fixture.fakeTwilio.sent.length;
    await exchangeTexts(phone, "Are you there?");
    expect(fixture.fakeTwilio.sent).toHaveLength(before);
  });

  it.each(["Please stop texting me, I'm not a customer", "Take my contact info off please"])(
    "is also a sentence that asks for nothing else: %s",
    async (words) => {
      const phone = newPhone();
      const id = await exchangeTexts(phone, "Hello");
      const { text } = await fixture.postInbound(phone, words);
      expect(text).toMatch(/<Message>.*Reply START to undo this.*<\/Message>/);
      expect(await suppressions(phone)).toEqual([{ source: "keyword", channels: ["call", "text"] }]);
      await fixture.runTextJobs();
      expect((await readCall(fixture.liveCtx, id)).end_reason).toBe("opted_out");
      await fixture.postInbound(phone, "START");
      expect(await suppressions(phone)).toEqual([]);
    },
  );

  it("is no sentence that looks like one", async () => {
    const phone = newPhone();
    const id = await exchangeTexts(phone, "Hello");
    await fixture.postInbound(phone, "Stop calling it a refund");
    await fixture.runTextJobs();
    expect(await suppressions(phone)).toEqual([]);
    expect((await readCall(fixture.liveCtx, id)).status).toBe("in_progress");
  });

  it("stops what waits to be sent", async () => {
    const phone = newPhone();
    await fixture.postInbound(phone, "Hello");
    fixture.fakeTwilio.setAnswer(() => ({ status: 429 }));
    await fixture.runTextJobs();
    await fixture.postInbound(phone, "STOP");
    fixture.fakeTwilio.setAnswer(() => null);
    fixture.fakeTwilio.sent.length = 0;
    fixture.advanceClock(60);
    await fixture.runTextJobs();
    expect(fixture.fakeTwilio.sent).toEqual([]);
    const texts = await fixture.listTexts(await contactOf(phone));
    const outbound = texts.filter(({ direction }) => direction === "outbound");
    expect(outbound.length).toBeGreaterThan(0);
    expect(outbound.every(({ state, error_code: code }) => state === "failed" && code === "suppressed")).toBe(
      true,
    );
  });

  it("START lifts what a keyword suppressed and nothing else; HELP is answered", async () => {
    const phone = newPhone();
    await fixture.postInbound(phone, "UNSUBSCRIBE");
    expect((await fixture.postInbound(phone, "help")).text).toContain("automated assistant");
    expect((await fixture.postInbound(phone, "start")).text).toContain("again");
    expect(await suppressions(phone)).toEqual([]);
    expect((await fixture.postInbound(phone, "stop", { extra: { OptOutType: "STOP" } })).text).not.toContain(
      "<Message>",
    );
  });
});

describe("a text that goes out", () => {
  it("waits for a carrier that says later, and is then sent once", async () => {
    fixture.fakeTwilio.setAnswer(() => ({ status: 429, headers: { "retry-after": "7" } }));
    const phone = newPhone();
    await exchangeTexts(phone, "Hello");
    expect(fixture.fakeTwilio.sent).toHaveLength(1);
    fixture.fakeTwilio.setAnswer(() => null);
    fixture.advanceClock(8);
    await fixture.runTextJobs();
    expect(bodies()[1]).toBe(bodies()[0]);
    const [first] = (await fixture.listTexts(await contactOf(phone))).filter(
      ({ direction: d }) => d === "outbound",
    );
    expect(first).toMatchObject({ state: "sent", carrier: "twilio" });
  });

  it.each([500, 0])("is never sent twice if its delivery is unknown (%i)", async (status) => {
    fixture.fakeTwilio.setAnswer(() => ({ status }));
    const phone = newPhone();
    await exchangeTexts(phone, "Hello");
    const [asked] = fixture.fakeTwilio.sent;
    fixture.fakeTwilio.setAnswer(() => null);
    fixture.advanceClock(90);
    await fixture.runTextJobs();
    expect(bodies().filter((body) => body === asked?.body)).toHaveLength(1);
    const of = async () =>
      (await fixture.listTexts(await contactOf(phone))).find(({ direction: d }) => d === "outbound");
    expect(await of()).toMatchObject({ state: "failed", error_code: "unknown" });
    // The carrier had it after all: its callback names the text.
    const news = { MessageSid: nextSid(), MessageStatus: "delivered" };
    expect((await fixture.postStatus(asked?.callback ?? "", news)).status).toBe(204);
    expect(await of()).toMatchObject({ state: "delivered", carrier_ref: news.MessageSid, error_code: null });
  });

  it("that a killed worker left in `sending` is settled by the callback, or as unknown, and not sent again", async () => {
    const phone = newPhone();
    const id = await exchangeTexts(phone, "Hello");
    const text = (await fixture.listTexts(id)).find(({ direction: d }) => d === "outbound");
    await fixture.setTextState(text?.id ?? "", "sending");
    const sent = fixture.fakeTwilio.sent.length;
    const resend = () => sendText(fixture.job("text.send"), text?.id ?? "", carrierFor);
    await resend();
    fixture.advanceClock(61);
    await Promise.all([resend(), resend()]);
    expect(fixture.fakeTwilio.sent).toHaveLength(sent);
    const settled = (await fixture.listTexts(id)).find((item) => item.id === text?.id);
    expect(settled).toMatchObject({ state: "failed", error_code: "unknown" });
    expect((await readCall(fixture.liveCtx, id)).status).toBe("in_progress");
  });

  it("moves on with the carrier's news, which may come late and twice", async () => {
    const phone = newPhone();
    const id = await exchangeTexts(phone, "Hello");
    const { callback = "" } = fixture.fakeTwilio.sent[0] ?? {};
    const of = async () => (await fixture.listTexts(id)).find(({ direction: d }) => d === "outbound");
    const ref = (await of())?.carrier_ref ?? "";
    for (const MessageStatus of ["sent", "delivered", "delivered", "sent", "queued", "failed"])
      await fixture.postStatus(callback, { MessageSid: ref, MessageStatus });
    expect(await of()).toMatchObject({ state: "delivered", error_code: null });
  });

  it("to who told the carrier STOP is refused, suppresses, and ends the conversation as failed", async () => {
    fixture.fakeTwilio.setAnswer(() => ({ status: 400, json: { code: 21610 } }));
    const phone = newPhone();
    const id = await exchangeTexts(phone, "Hello");
    expect(await suppressions(phone)).toEqual([{ source: "carrier", channels: ["call", "text"] }]);
    expect(await readCall(fixture.liveCtx, id)).toMatchObject({
      status: "failed",
      end_reason: "carrier_error",
    });
    expect(fixture.fakeTwilio.sent).toHaveLength(1);
  });

  it("that fails later ends the conversation, and 21610 suppresses", async () => {
    const phone = newPhone();
    const id = await exchangeTexts(phone, "Hello");
    const ref = (await fixture.listTexts(id)).find(({ direction: d }) => d === "outbound")?.carrier_ref ?? "";
    await fixture.postStatus(fixture.fakeTwilio.sent[0]?.callback ?? "", {
      MessageSid: ref,
      MessageStatus: "undelivered",
      ErrorCode: "21610",
    });
    await fixture.runTextJobs();
    expect(await suppressions(phone)).toEqual([{ source: "carrier", channels: ["call", "text"] }]);
    expect(await readCall(fixture.liveCtx, id)).toMatchObject({
      status: "failed",
      end_reason: "carrier_error",
    });
  });
});

describe("a campaign by text", () => {
  const contactsOf = async (id: string) =>
    (await listCampaignContacts(fixture.liveCtx, id, ListCampaignContacts.parse({}))).data;

  it("suppresses a contact who texts STOP during it, in any state, and reaches the others", async () => {
    const [early, late] = [contact(), contact()];
    const { id } = await fixture.campaign(fixture.agentId, { contacts: [early, late] }, "live");
    await launchCampaign(fixture.liveCtx, id, carrierFor);
    await stepCampaign(fixture.job("campaign.step"), id, carrierFor);
    // Both are planned; one opts out before the carrier is asked.
    await fixture.postInbound(early.phone, "STOP");
    await fixture.runTextJobs();
    expect(fixture.fakeTwilio.sent.map(({ to }) => to)).toEqual([late.phone]);
    await fixture.postInbound(late.phone, "quit");
    await fixture.runTextJobs();
    fixture.advanceClock(120);
    await fixture.runTextJobs();
    const contactsByPhone = new Map((await contactsOf(id)).map((row) => [row.phone, row]));
    expect(contactsByPhone.get(early.phone)).toMatchObject({
      status: "blocked",
      reasons: [{ code: "suppressed" }],
    });
    expect(contactsByPhone.get(late.phone)).toMatchObject({ status: "completed", outcome: "opted_out" });
    expect(await readCampaign(fixture.liveCtx, id)).toMatchObject({ status: "completed" });
    expect(fixture.fakeTwilio.sent.map(({ to }) => to)).toEqual([late.phone]);
  });

  it("runs to its end in the test environment, where subscribers answer by text and Twilio hears nothing", async () => {
    const { id } = await fixture.campaign(fixture.agentId, {
      contacts: [contact(), contact(), contact(), contact(), contact(), contact()],
      attempts: { max: 1 },
    });
    await launchCampaign(fixture.ctx, id, carrierFor);
    for (let round = 0; round < 12; round++) {
      await fixture.runTextJobs();
      fixture.advanceClock(60);
    }
    const { status, counts } = await readCampaign(fixture.ctx, id);
    expect({ status, pending: counts.pending, active: counts.active }).toEqual({
      status: "completed",
      pending: 0,
      active: 0,
    });
    expect(counts.reached).toBeGreaterThan(0);
    expect(fixture.fakeTwilio.sent).toEqual([]);
  });
});

describe("what an agent may send in a conversation", () => {
  it("is texted to a caller who requested it, which is recorded as their consent", async () => {
    const { sendRequestedText } = await import("@/lib/calls/calls/send-text");
    const { openCall } = await import("@/lib/calls/calls/open-call");
    const phone = newPhone();
    const id = await exchangeTexts(phone, "Hello");
    const opened = await openCall(fixture.liveCtx, id);
    if (opened.sealer === undefined) throw new Error("The call has its key.");
    const scene = { ctx: fixture.liveCtx, row: opened.row, sealer: opened.sealer };
    fixture.fakeTwilio.sent.length = 0;
    expect(
      await sendRequestedText(scene, { text: "Our address is 1 Main Street.", asked: true }),
    ).toMatchObject({
      ok: true,
    });
    await fixture.runTextJobs();
    expect(bodies()).toEqual(["Our address is 1 Main Street."]);
    const ledger = await fixture.rows.all(
      db
        .selectFrom("consents")
        .select(["purpose", "channel", "granted", "call_id"])
        .where("call_id", "=", id),
    );
    expect(ledger).toEqual([{ purpose: "informational", channel: "text", granted: true, call_id: id }]);
    await fixture.postInbound(phone, "STOP");
    expect(await sendRequestedText(scene, { text: "Once more." })).toMatchObject({ ok: false });
  });
});
