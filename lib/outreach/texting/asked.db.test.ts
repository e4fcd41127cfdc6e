import "@/test/fixtures/loopback";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createAgent, deployAgent } from "@/lib/agents/agents";
import { CreateAgent } from "@/lib/agents/agents/schema";
import { endCall, readCall } from "@/lib/calls/calls";
import { calls, says, startTestModel, type TestModel } from "@/lib/calls/calls/testing/model";
import { findContact } from "@/lib/contacts/contacts";
import { updateWorkspace } from "@/lib/identity/workspaces";
import { db } from "@/lib/platform/db";
import { defaultHttpClient } from "@/lib/platform/egress";
import { closeHub } from "@/lib/platform/live";
import { createTextingFixture, type TextingFixture } from "./testing/texting-fixture";

const LINK = "https://pay.example.com/shop";

let fixture: TextingFixture;
let model: TestModel;
beforeAll(async () => {
  fixture = await createTextingFixture();
  model = await startTestModel(fixture);
});
afterEach(() => {
  fixture.fakeTwilio.setAnswer(() => null);
  fixture.fakeTwilio.sent.length = 0;
  model.answer({});
});
afterAll(async () => {
  await model.close();
  await fixture.fakeTwilio.close();
  await defaultHttpClient.close();
  await closeHub();
});

let people = 0;
const newPhone = () => `+1212${8_000_000 + people++}`;
const bodiesTo = (phone: string) =>
  fixture.fakeTwilio.sent.filter(({ to }) => to === phone).map(({ body }) => body);
const contactOf = (phone: string) => findContact(fixture.liveCtx, phone);
const threadsOf = async (phone: string) => {
  const { id } = await contactOf(phone);
  return (await fixture.listThreads()).filter(({ contact_id: contact }) => contact === id);
};

/** A contact writes to a number, and all immediate jobs run. */
async function exchangeTexts(number: string, phone: string, ...texts: string[]): Promise<void> {
  for (const text of texts) {
    await fixture.postInbound(phone, text, { extra: { To: number } });
    await fixture.runTextJobs();
  }
}

const ledgerOf = async (phone: string) =>
  fixture.rows.all(
    db
      .selectFrom("consents")
      .select(["purpose", "channel", "granted", "call_id"])
      .where("contact_id", "=", (await contactOf(phone)).id),
  );

/** A live agent with these tools and the stand-in's model, on a separate number. */
async function modelled(...tools: string[]): Promise<string> {
  const agentId = await fixture.agent({ type: "messaging", voice_id: undefined, model: model.id, tools });
  return fixture.addNumber(agentId);
}

describe("a payment link", () => {
  it("needs a payment page, which the deploy check names", async () => {
    const input = {
      name: "Till",
      type: "messaging",
      prompt: "Take payments.",
      tools: ["send_secure_payment_link"],
    };
    await updateWorkspace(fixture.liveCtx, { payment: null });
    const { id } = await createAgent(fixture.liveCtx, CreateAgent.parse(input));
    await expect(deployAgent(fixture.liveCtx, id)).rejects.toMatchObject({
      code: "validation_error",
      details: [{ pointer: "/tools/0", message: expect.stringContaining("payment.link_url") }],
    });
    await updateWorkspace(fixture.liveCtx, { payment: { link_url: LINK } });
    expect((await deployAgent(fixture.liveCtx, id)).status).toBe("live");
  });

  it("is texted to who asks for it, once, with the consent that asking is", async () => {
    await updateWorkspace(fixture.liveCtx, { payment: { link_url: LINK } });
    const number = await modelled("send_secure_payment_link");
    model.answer({
      says: [says("What can I do?"), calls("send_secure_payment_link"), says("I have sent you the link.")],
    });
    const phone = newPhone();
    await exchangeTexts(number, phone, "I want to pay");
    const [thread] = await threadsOf(phone);
    const texts = bodiesTo(phone);
    expect(texts.filter((body) => body.includes(LINK))).toHaveLength(1);
    expect(texts).toContain("I have sent you the link.");
    expect(fixture.fakeTwilio.sent.every(({ from }) => from === number)).toBe(true);
    expect(await ledgerOf(phone)).toEqual([
      { purpose: "informational", channel: "text", granted: true, call_id: thread?.id },
    ]);
    const { transcript } = await readCall(fixture.liveCtx, thread?.id ?? "");
    expect(transcript.find(({ role }) => role === "tool")?.tool).toMatchObject({
      name: "send_secure_payment_link",
      ok: true,
      result: { sent: true },
    });
  });

  it("goes at night too, as it answers who wrote", async () => {
    fixture.advanceClock(13 * 3_600);
    const number = await modelled("send_secure_payment_link");
    model.answer({ says: [says("Yes?"), calls("send_secure_payment_link"), says("Sent.")] });
    const phone = newPhone();
    await exchangeTexts(number, phone, "Can I pay now?");
    expect(bodiesTo(phone).some((body) => body.includes(LINK))).toBe(true);
    fixture.advanceClock(11 * 3_600);
  });
});

describe("a text of a tool", () => {
  it("that is long is split, and comes whole and in order", async () => {
    const number = await modelled("send_text");
    const long = Array.from({ length: 30 }, (_, n) => `Direction number ${n}: turn left at the corner.`).join(
      " ",
    );
    model.answer({ says: [says("Yes?"), calls("send_text", { text: long, asked: true }), says("There.")] });
    const phone = newPhone();
    await exchangeTexts(number, phone, "How do I get to you?");
    const parts = bodiesTo(phone).filter((body) => body.includes("Direction number"));
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.join(" ")).toBe(long);
    expect(parts.every((part) => part.length <= 600)).toBe(true);
  });
});

describe("a callback that is asked for by text", () => {
  const HOUR_S = 3_600;
  let number: string;
  beforeAll(async () => {
    const agentId = await fixture.agent({
      type: "messaging",
      voice_id: undefined,
      tools: ["schedule_callback"],
      variables: [
        { name: "day", type: "date", description: "the day that suits you" },
        { name: "time", type: "time", description: "the time that suits you" },
      ],
    });
    number = await fixture.addNumber(agentId);
  });
  /** The day that begins after the desk's. */
  const tomorrow = () => new Date(Date.parse(fixture.now()) + 24 * HOUR_S * 1_000).toISOString().slice(0, 10);
  const callbackOf = async (phone: string) =>
    fixture.rows.first(
      db
        .selectFrom("callbacks")
        .select(["id", "status", "due_at"])
        .where("contact_hash", "=", (await contactOf(phone)).hash),
    );
  const waitUntil = (at: string) =>
    fixture.advanceClock((Date.parse(at) - Date.parse(fixture.now())) / 1_000);

  it("comes as a conversation by text when it is due, and once", async () => {
    const phone = newPhone();
    await exchangeTexts(number, phone, "Hello", tomorrow(), "three in the afternoon", "yes");
    const callback = await callbackOf(phone);
    expect(callback).toMatchObject({ status: "pending", due_at: `${tomorrow()}T15:00:00.000Z` });
    expect(await ledgerOf(phone)).toMatchObject([
      { purpose: "informational", channel: "text", granted: true },
    ]);
    expect((await threadsOf(phone)).map(({ status }) => status)).toEqual(["completed"]);

    fixture.fakeTwilio.sent.length = 0;
    waitUntil(callback?.due_at ?? "");
    await fixture.runTextJobs();
    await fixture.runTextJobs();
    expect(bodiesTo(phone)[0]).toContain("automated assistant");
    const [, back, ...otherThreads] = await threadsOf(phone);
    expect(otherThreads).toEqual([]);
    expect(await readCall(fixture.liveCtx, back?.id ?? "")).toMatchObject({
      channel: "sms",
      direction: "outbound",
      status: "in_progress",
      metadata: { callback_id: callback?.id },
    });
    expect(await callbackOf(phone)).toMatchObject({ status: "placed" });
  });

  it("waits while they talk by text already, and comes after that", async () => {
    const phone = newPhone();
    await exchangeTexts(number, phone, "Hello", tomorrow(), "three in the afternoon", "yes");
    const callback = await callbackOf(phone);
    waitUntil(callback?.due_at ?? "");
    fixture.advanceClock(-60);
    await exchangeTexts(number, phone, "One more thing");
    fixture.advanceClock(60);
    await fixture.runTextJobs();
    expect(await callbackOf(phone)).toMatchObject({ status: "pending" });
    const threads = await threadsOf(phone);
    expect(threads.map(({ status }) => status)).toEqual(["completed", "in_progress"]);
    await endCall(fixture.liveCtx, threads[1]?.id ?? "");
    fixture.advanceClock(HOUR_S);
    await fixture.runTextJobs();
    expect(await callbackOf(phone)).toMatchObject({ status: "placed" });
    expect(await threadsOf(phone)).toHaveLength(3);
  });

  it("of a contact who texts STOP meanwhile is not placed", async () => {
    const phone = newPhone();
    await exchangeTexts(number, phone, "Hello", tomorrow(), "three in the afternoon", "yes");
    await exchangeTexts(number, phone, "STOP");
    const callback = await callbackOf(phone);
    fixture.fakeTwilio.sent.length = 0;
    waitUntil(callback?.due_at ?? "");
    await fixture.runTextJobs();
    expect(bodiesTo(phone)).toEqual([]);
    expect(await callbackOf(phone)).toMatchObject({ status: "blocked" });
  });
});
