import "@/test/fixtures/loopback";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { readCall } from "@/lib/calls/calls";
import { findContact } from "@/lib/contacts/contacts";
import { launchCampaign, listCampaignContacts, readCampaign, stepCampaign } from "@/lib/outreach/campaigns";
import { ListCampaignContacts } from "@/lib/outreach/campaigns/schema";
import { somebody as contact } from "@/lib/outreach/campaigns/testing/desk";
import { carrierFor } from "@/lib/outreach/carriers";
import { db } from "@/lib/platform/db";
import { closeHub } from "@/lib/platform/live";
import { sendText } from ".";
import { openTexting, type Texting } from "./testing/desk";
import { newSid } from "./testing/twilio";

let desk: Texting;
beforeAll(async () => {
  desk = await openTexting();
});
afterEach(() => {
  desk.stand.answers(() => null);
  desk.stand.sent.length = 0;
});
afterAll(async () => {
  await desk.stand.close();
  await closeHub();
});

let people = 0;
const somebody = () => `+1212${4_000_000 + people++}`;
const bodies = () => desk.stand.sent.map(({ body }) => body);
const contactOf = async (phone: string) => (await findContact(desk.live, phone)).id;

/** Somebody writes, and everything that follows at once has happened. */
async function converse(phone: string, ...texts: string[]): Promise<string> {
  for (const text of texts) {
    await desk.writes(phone, text);
    await desk.workTexts();
  }
  const contact = await contactOf(phone);
  return (await desk.threads()).findLast(({ contact_id: id }) => id === contact)?.id ?? "";
}

const suppressions = async (phone: string) => {
  const { hash } = await findContact(desk.live, phone);
  const rows = await desk.rows.all(
    db.selectFrom("suppressions").select(["source", "channels"]).where("contact_hash", "=", hash),
  );
  return rows.sort((a, b) => (a.source < b.source ? -1 : 1));
};

describe("a text that comes in", () => {
  it("begins a conversation whose first words say what speaks, and goes on in the same", async () => {
    const phone = somebody();
    const id = await converse(phone, "Hello, I want to come");
    const [first] = desk.stand.sent;
    expect(first).toMatchObject({ to: phone, from: desk.number });
    expect(first?.body).toContain("automated assistant");
    const call = await readCall(desk.live, id);
    expect(call).toMatchObject({
      channel: "sms",
      direction: "inbound",
      from: phone,
      to: desk.number,
      status: "in_progress",
    });
    expect(await converse(phone, "Nora Nobody")).toBe(id);
    const { transcript } = await readCall(desk.live, id);
    expect(transcript.filter(({ role }) => role === "caller").map(({ text }) => text)).toEqual([
      "Hello, I want to come",
      "Nora Nobody",
    ]);
    // What the agent said is what was sent, once each and in order.
    const said = transcript.flatMap(({ role, text }) => (role === "agent" && text !== null ? [text] : []));
    expect(bodies()).toEqual(said);
    // Its words are in the call, and nowhere beside.
    expect((await desk.textsOf(id)).every(({ body }) => body === null)).toBe(true);
  });

  it("is taken once, however often the carrier brings it", async () => {
    const phone = somebody();
    const sid = newSid();
    for (let n = 0; n < 3; n++) expect((await desk.writes(phone, "Hello", { sid })).status).toBe(200);
    await desk.workTexts();
    expect(
      await desk.textsOf(await contactOf(phone)).then((t) => t.filter(({ direction: d }) => d === "inbound")),
    ).toHaveLength(1);
  });

  it("begins one conversation, of two that come at once", async () => {
    const phone = somebody();
    await Promise.all([desk.writes(phone, "One"), desk.writes(phone, "Two")]);
    for (let n = 0; n < 4; n++) {
      await desk.workTexts();
      desk.wait(3);
    }
    const contact = await contactOf(phone);
    const threads = (await desk.threads()).filter(({ contact_id: id }) => id === contact);
    expect(threads).toHaveLength(1);
    const { transcript } = await readCall(desk.live, threads[0]?.id ?? "");
    expect(transcript.filter(({ role }) => role === "caller")).toHaveLength(2);
  });

  it("is refused with the same words under a wrong signature and for an integration that is none", async () => {
    const phone = somebody();
    const wrong = await desk.writes(phone, "Hello", { token: "another-token-of-somebody" });
    const unknown = await desk.writes(phone, "Hello", { integration: `int_${"0".repeat(26)}` });
    const without = ({ text }: { text: string }) => ({ ...JSON.parse(text), request_id: undefined });
    expect([wrong.status, unknown.status]).toEqual([403, 403]);
    expect(without(unknown)).toEqual(without(wrong));
    await expect(contactOf(phone)).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("a keyword", () => {
  it("STOP ends the conversation, suppresses call and text at once, and is answered once", async () => {
    const phone = somebody();
    const id = await converse(phone, "Hello");
    const sid = newSid();
    const { text } = await desk.writes(phone, "Stop.", { sid });
    expect(text).toMatch(/<Message>.*no more calls or texts.*<\/Message>/);
    expect(await suppressions(phone)).toEqual([{ source: "keyword", channels: ["call", "text"] }]);
    expect((await desk.writes(phone, "Stop.", { sid })).text).not.toContain("<Message>");
    await desk.workTexts();
    expect(await readCall(desk.live, id)).toMatchObject({
      end_reason: "opted_out",
      outcome: { tag: "opted_out" },
    });
    // Who is to be left alone and writes all the same is not answered.
    const before = desk.stand.sent.length;
    await converse(phone, "Are you there?");
    expect(desk.stand.sent).toHaveLength(before);
  });

  it.each(["Please stop texting me, I'm not a customer", "Take my contact info off please"])(
    "is also a sentence that asks for nothing else: %s",
    async (words) => {
      const phone = somebody();
      const id = await converse(phone, "Hello");
      const { text } = await desk.writes(phone, words);
      expect(text).toMatch(/<Message>.*Reply START to undo this.*<\/Message>/);
      expect(await suppressions(phone)).toEqual([{ source: "keyword", channels: ["call", "text"] }]);
      await desk.workTexts();
      expect((await readCall(desk.live, id)).end_reason).toBe("opted_out");
      await desk.writes(phone, "START");
      expect(await suppressions(phone)).toEqual([]);
    },
  );

  it("is no sentence that looks like one", async () => {
    const phone = somebody();
    const id = await converse(phone, "Hello");
    await desk.writes(phone, "Stop calling it a refund");
    await desk.workTexts();
    expect(await suppressions(phone)).toEqual([]);
    expect((await readCall(desk.live, id)).status).toBe("in_progress");
  });

  it("stops what waits to be sent", async () => {
    const phone = somebody();
    await desk.writes(phone, "Hello");
    desk.stand.answers(() => ({ status: 429 }));
    await desk.workTexts();
    await desk.writes(phone, "STOP");
    desk.stand.answers(() => null);
    desk.stand.sent.length = 0;
    desk.wait(60);
    await desk.workTexts();
    expect(desk.stand.sent).toEqual([]);
    const texts = await desk.textsOf(await contactOf(phone));
    const out = texts.filter(({ direction }) => direction === "outbound");
    expect(out.length).toBeGreaterThan(0);
    expect(out.every(({ state, error_code: code }) => state === "failed" && code === "suppressed")).toBe(
      true,
    );
  });

  it("START lifts what a keyword suppressed and nothing else; HELP is answered", async () => {
    const phone = somebody();
    await desk.writes(phone, "UNSUBSCRIBE");
    expect((await desk.writes(phone, "help")).text).toContain("automated assistant");
    expect((await desk.writes(phone, "start")).text).toContain("again");
    expect(await suppressions(phone)).toEqual([]);
    expect((await desk.writes(phone, "stop", { extra: { OptOutType: "STOP" } })).text).not.toContain(
      "<Message>",
    );
  });
});

describe("a text that goes out", () => {
  it("waits for a carrier that says later, and is then sent once", async () => {
    desk.stand.answers(() => ({ status: 429, headers: { "retry-after": "7" } }));
    const phone = somebody();
    await converse(phone, "Hello");
    expect(desk.stand.sent).toHaveLength(1);
    desk.stand.answers(() => null);
    desk.wait(8);
    await desk.workTexts();
    expect(bodies()[1]).toBe(bodies()[0]);
    const [first] = (await desk.textsOf(await contactOf(phone))).filter(
      ({ direction: d }) => d === "outbound",
    );
    expect(first).toMatchObject({ state: "sent", carrier: "twilio" });
  });

  it.each([500, 0])("is never sent twice where nobody knows whether it was (%i)", async (status) => {
    desk.stand.answers(() => ({ status }));
    const phone = somebody();
    await converse(phone, "Hello");
    const [asked] = desk.stand.sent;
    desk.stand.answers(() => null);
    desk.wait(90);
    await desk.workTexts();
    expect(bodies().filter((body) => body === asked?.body)).toHaveLength(1);
    const of = async () =>
      (await desk.textsOf(await contactOf(phone))).find(({ direction: d }) => d === "outbound");
    expect(await of()).toMatchObject({ state: "failed", error_code: "unknown" });
    // The carrier had it after all: its callback names the text.
    const news = { MessageSid: newSid(), MessageStatus: "delivered" };
    expect((await desk.tells(asked?.callback ?? "", news)).status).toBe(204);
    expect(await of()).toMatchObject({ state: "delivered", carrier_ref: news.MessageSid, error_code: null });
  });

  it("that a killed worker left in `sending` is settled by the callback, or as unknown, and not sent again", async () => {
    const phone = somebody();
    const id = await converse(phone, "Hello");
    const text = (await desk.textsOf(id)).find(({ direction: d }) => d === "outbound");
    await desk.set(text?.id ?? "", "sending");
    const sent = desk.stand.sent.length;
    const again = () => sendText(desk.job("text.send"), text?.id ?? "", carrierFor);
    await again();
    desk.wait(61);
    await Promise.all([again(), again()]);
    expect(desk.stand.sent).toHaveLength(sent);
    const settled = (await desk.textsOf(id)).find((one) => one.id === text?.id);
    expect(settled).toMatchObject({ state: "failed", error_code: "unknown" });
    expect((await readCall(desk.live, id)).status).toBe("in_progress");
  });

  it("moves on with the carrier's news, which may come late and twice", async () => {
    const phone = somebody();
    const id = await converse(phone, "Hello");
    const { callback = "" } = desk.stand.sent[0] ?? {};
    const of = async () => (await desk.textsOf(id)).find(({ direction: d }) => d === "outbound");
    const ref = (await of())?.carrier_ref ?? "";
    for (const MessageStatus of ["sent", "delivered", "delivered", "sent", "queued", "failed"])
      await desk.tells(callback, { MessageSid: ref, MessageStatus });
    expect(await of()).toMatchObject({ state: "delivered", error_code: null });
  });

  it("to who told the carrier STOP is refused, suppresses, and ends the conversation as failed", async () => {
    desk.stand.answers(() => ({ status: 400, json: { code: 21610 } }));
    const phone = somebody();
    const id = await converse(phone, "Hello");
    expect(await suppressions(phone)).toEqual([{ source: "carrier", channels: ["call", "text"] }]);
    expect(await readCall(desk.live, id)).toMatchObject({ status: "failed", end_reason: "carrier_error" });
    expect(desk.stand.sent).toHaveLength(1);
  });

  it("that fails later ends the conversation, and 21610 suppresses", async () => {
    const phone = somebody();
    const id = await converse(phone, "Hello");
    const ref = (await desk.textsOf(id)).find(({ direction: d }) => d === "outbound")?.carrier_ref ?? "";
    await desk.tells(desk.stand.sent[0]?.callback ?? "", {
      MessageSid: ref,
      MessageStatus: "undelivered",
      ErrorCode: "21610",
    });
    await desk.workTexts();
    expect(await suppressions(phone)).toEqual([{ source: "carrier", channels: ["call", "text"] }]);
    expect(await readCall(desk.live, id)).toMatchObject({ status: "failed", end_reason: "carrier_error" });
  });
});

describe("a campaign by text", () => {
  const contactsOf = async (id: string) =>
    (await listCampaignContacts(desk.live, id, ListCampaignContacts.parse({}))).data;

  it("leaves alone who texts STOP while it runs, planned or spoken to, and reaches the others", async () => {
    const [early, late] = [contact(), contact()];
    const { id } = await desk.campaign(desk.agentId, { contacts: [early, late] }, "live");
    await launchCampaign(desk.live, id, carrierFor);
    await stepCampaign(desk.job("campaign.step"), id, carrierFor);
    // Both are planned; one opts out before the carrier is asked.
    await desk.writes(early.phone, "STOP");
    await desk.workTexts();
    expect(desk.stand.sent.map(({ to }) => to)).toEqual([late.phone]);
    await desk.writes(late.phone, "quit");
    await desk.workTexts();
    desk.wait(120);
    await desk.workTexts();
    const found = new Map((await contactsOf(id)).map((one) => [one.phone, one]));
    expect(found.get(early.phone)).toMatchObject({ status: "blocked", reasons: [{ code: "suppressed" }] });
    expect(found.get(late.phone)).toMatchObject({ status: "completed", outcome: "opted_out" });
    expect(await readCampaign(desk.live, id)).toMatchObject({ status: "completed" });
    expect(desk.stand.sent.map(({ to }) => to)).toEqual([late.phone]);
  });

  it("runs to its end in the test environment, where subscribers answer by text and Twilio hears nothing", async () => {
    const { id } = await desk.campaign(desk.agentId, {
      contacts: [contact(), contact(), contact(), contact(), contact(), contact()],
      attempts: { max: 1 },
    });
    await launchCampaign(desk.ctx, id, carrierFor);
    for (let round = 0; round < 12; round++) {
      await desk.workTexts();
      desk.wait(60);
    }
    const { status, counts } = await readCampaign(desk.ctx, id);
    expect({ status, pending: counts.pending, active: counts.active }).toEqual({
      status: "completed",
      pending: 0,
      active: 0,
    });
    expect(counts.reached).toBeGreaterThan(0);
    expect(desk.stand.sent).toEqual([]);
  });
});

describe("what an agent may send in a conversation", () => {
  it("is texted to whoever asked for it, which is written to the ledger as their consent", async () => {
    const { sendAskedText } = await import("@/lib/calls/calls/asked-text");
    const { openCall } = await import("@/lib/calls/calls/open");
    const phone = somebody();
    const id = await converse(phone, "Hello");
    const opened = await openCall(desk.live, id);
    if (opened.sealer === undefined) throw new Error("The call has its key.");
    const scene = { ctx: desk.live, row: opened.row, sealer: opened.sealer };
    desk.stand.sent.length = 0;
    expect(await sendAskedText(scene, { text: "Our address is 1 Main Street.", asked: true })).toMatchObject({
      ok: true,
    });
    await desk.workTexts();
    expect(bodies()).toEqual(["Our address is 1 Main Street."]);
    const ledger = await desk.rows.all(
      db
        .selectFrom("consents")
        .select(["purpose", "channel", "granted", "call_id"])
        .where("call_id", "=", id),
    );
    expect(ledger).toEqual([{ purpose: "informational", channel: "text", granted: true, call_id: id }]);
    await desk.writes(phone, "STOP");
    expect(await sendAskedText(scene, { text: "Once more." })).toMatchObject({ ok: false });
  });
});
