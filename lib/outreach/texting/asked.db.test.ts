import "@/test/fixtures/loopback";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createAgent, deployAgent } from "@/lib/agents/agents";
import { CreateAgent } from "@/lib/agents/agents/schema";
import { endCall, readCall } from "@/lib/calls/calls";
import { calls, says, startModel, type TestModel } from "@/lib/calls/calls/testing/model";
import { findContact } from "@/lib/contacts/contacts";
import { updateWorkspace } from "@/lib/identity/workspaces";
import { db } from "@/lib/platform/db";
import { egress } from "@/lib/platform/egress";
import { closeHub } from "@/lib/platform/live";
import { openTexting, type Texting } from "./testing/desk";

const LINK = "https://pay.example.com/shop";

let desk: Texting;
let model: TestModel;
beforeAll(async () => {
  desk = await openTexting();
  model = await startModel(desk);
});
afterEach(() => {
  desk.stand.answers(() => null);
  desk.stand.sent.length = 0;
  model.answer({});
});
afterAll(async () => {
  await model.close();
  await desk.stand.close();
  await egress.close();
  await closeHub();
});

let people = 0;
const somebody = () => `+1212${8_000_000 + people++}`;
const bodiesTo = (phone: string) => desk.stand.sent.filter(({ to }) => to === phone).map(({ body }) => body);
const contactOf = (phone: string) => findContact(desk.live, phone);
const threadsOf = async (phone: string) => {
  const { id } = await contactOf(phone);
  return (await desk.threads()).filter(({ contact_id: contact }) => contact === id);
};

/** Somebody writes to a number, and everything that follows at once has happened. */
async function converse(number: string, phone: string, ...texts: string[]): Promise<void> {
  for (const text of texts) {
    await desk.writes(phone, text, { extra: { To: number } });
    await desk.workTexts();
  }
}

const ledgerOf = async (phone: string) =>
  desk.rows.all(
    db
      .selectFrom("consents")
      .select(["purpose", "channel", "granted", "call_id"])
      .where("contact_id", "=", (await contactOf(phone)).id),
  );

/** A live agent that runs the stand-in's model with these tools, on a number of its own. */
async function modelled(...tools: string[]): Promise<string> {
  const agentId = await desk.agent({ type: "messaging", voice_id: undefined, model: model.id, tools });
  return desk.line(agentId);
}

describe("a payment link", () => {
  it("needs a payment page, which the deploy check names", async () => {
    const input = {
      name: "Till",
      type: "messaging",
      prompt: "Take payments.",
      tools: ["send_secure_payment_link"],
    };
    await updateWorkspace(desk.live, { payment: null });
    const { id } = await createAgent(desk.live, CreateAgent.parse(input));
    await expect(deployAgent(desk.live, id)).rejects.toMatchObject({
      code: "validation_error",
      details: [{ pointer: "/tools/0", message: expect.stringContaining("payment.link_url") }],
    });
    await updateWorkspace(desk.live, { payment: { link_url: LINK } });
    expect((await deployAgent(desk.live, id)).status).toBe("live");
  });

  it("is texted to who asks for it, once, with the consent that asking is", async () => {
    await updateWorkspace(desk.live, { payment: { link_url: LINK } });
    const number = await modelled("send_secure_payment_link");
    model.answer({
      says: [says("What can I do?"), calls("send_secure_payment_link"), says("I have sent you the link.")],
    });
    const phone = somebody();
    await converse(number, phone, "I want to pay");
    const [thread] = await threadsOf(phone);
    const texts = bodiesTo(phone);
    expect(texts.filter((body) => body.includes(LINK))).toHaveLength(1);
    expect(texts).toContain("I have sent you the link.");
    expect(desk.stand.sent.every(({ from }) => from === number)).toBe(true);
    expect(await ledgerOf(phone)).toEqual([
      { purpose: "informational", channel: "text", granted: true, call_id: thread?.id },
    ]);
    const { transcript } = await readCall(desk.live, thread?.id ?? "");
    expect(transcript.find(({ role }) => role === "tool")?.tool).toMatchObject({
      name: "send_secure_payment_link",
      ok: true,
      result: { sent: true },
    });
  });

  it("goes at night too, as it answers who wrote", async () => {
    desk.wait(13 * 3_600);
    const number = await modelled("send_secure_payment_link");
    model.answer({ says: [says("Yes?"), calls("send_secure_payment_link"), says("Sent.")] });
    const phone = somebody();
    await converse(number, phone, "Can I pay now?");
    expect(bodiesTo(phone).some((body) => body.includes(LINK))).toBe(true);
    desk.wait(11 * 3_600);
  });
});

describe("a text of a tool", () => {
  it("that is long is split, and comes whole and in order", async () => {
    const number = await modelled("send_text");
    const long = Array.from({ length: 30 }, (_, n) => `Direction number ${n}: turn left at the corner.`).join(
      " ",
    );
    model.answer({ says: [says("Yes?"), calls("send_text", { text: long, asked: true }), says("There.")] });
    const phone = somebody();
    await converse(number, phone, "How do I get to you?");
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
    const agentId = await desk.agent({
      type: "messaging",
      voice_id: undefined,
      tools: ["schedule_callback"],
      variables: [
        { name: "day", type: "date", description: "the day that suits you" },
        { name: "time", type: "time", description: "the time that suits you" },
      ],
    });
    number = await desk.line(agentId);
  });
  /** The day that begins after the desk's. */
  const tomorrow = () => new Date(Date.parse(desk.now()) + 24 * HOUR_S * 1_000).toISOString().slice(0, 10);
  const callbackOf = async (phone: string) =>
    desk.rows.one(
      db
        .selectFrom("callbacks")
        .select(["id", "status", "due_at"])
        .where("contact_hash", "=", (await contactOf(phone)).hash),
    );
  const waitUntil = (at: string) => desk.wait((Date.parse(at) - Date.parse(desk.now())) / 1_000);

  it("comes as a conversation by text when it is due, and once", async () => {
    const phone = somebody();
    await converse(number, phone, "Hello", tomorrow(), "three in the afternoon", "yes");
    const asked = await callbackOf(phone);
    expect(asked).toMatchObject({ status: "pending", due_at: `${tomorrow()}T15:00:00.000Z` });
    expect(await ledgerOf(phone)).toMatchObject([
      { purpose: "informational", channel: "text", granted: true },
    ]);
    expect((await threadsOf(phone)).map(({ status }) => status)).toEqual(["completed"]);

    desk.stand.sent.length = 0;
    waitUntil(asked?.due_at ?? "");
    await desk.workTexts();
    await desk.workTexts();
    expect(bodiesTo(phone)[0]).toContain("automated assistant");
    const [, back, ...others] = await threadsOf(phone);
    expect(others).toEqual([]);
    expect(await readCall(desk.live, back?.id ?? "")).toMatchObject({
      channel: "sms",
      direction: "outbound",
      status: "in_progress",
      metadata: { callback_id: asked?.id },
    });
    expect(await callbackOf(phone)).toMatchObject({ status: "placed" });
  });

  it("waits while they talk by text already, and comes after that", async () => {
    const phone = somebody();
    await converse(number, phone, "Hello", tomorrow(), "three in the afternoon", "yes");
    const asked = await callbackOf(phone);
    waitUntil(asked?.due_at ?? "");
    desk.wait(-60);
    await converse(number, phone, "One more thing");
    desk.wait(60);
    await desk.workTexts();
    expect(await callbackOf(phone)).toMatchObject({ status: "pending" });
    const threads = await threadsOf(phone);
    expect(threads.map(({ status }) => status)).toEqual(["completed", "in_progress"]);
    await endCall(desk.live, threads[1]?.id ?? "");
    desk.wait(HOUR_S);
    await desk.workTexts();
    expect(await callbackOf(phone)).toMatchObject({ status: "placed" });
    expect(await threadsOf(phone)).toHaveLength(3);
  });

  it("of who texts STOP meanwhile reaches nobody", async () => {
    const phone = somebody();
    await converse(number, phone, "Hello", tomorrow(), "three in the afternoon", "yes");
    await converse(number, phone, "STOP");
    const asked = await callbackOf(phone);
    desk.stand.sent.length = 0;
    waitUntil(asked?.due_at ?? "");
    await desk.workTexts();
    expect(bodiesTo(phone)).toEqual([]);
    expect(await callbackOf(phone)).toMatchObject({ status: "blocked" });
  });
});
