import "@/test/fixtures/loopback";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { endCall } from "@/lib/calls/calls";
import { CreateCall } from "@/lib/calls/calls/schema";
import { createContact, findContact, readContact } from "@/lib/contacts/contacts";
import { CreateContact } from "@/lib/contacts/contacts/schema";
import { somebody as person } from "@/lib/outreach/campaigns/testing/desk";
import { carrierFor } from "@/lib/outreach/carriers";
import { startCall } from "@/lib/outreach/dialing";
import { closeHub } from "@/lib/platform/live";
import { openTexting, type Texting } from "./testing/desk";

let desk: Texting;
beforeAll(async () => {
  desk = await openTexting();
});
afterEach(() => {
  desk.stand.sent.length = 0;
});
afterAll(async () => {
  await desk.stand.close();
  await closeHub();
});

let people = 0;
const somebody = () => `+1212${7_000_000 + people++}`;
const bodiesTo = (phone: string) => desk.stand.sent.filter(({ to }) => to === phone).map(({ body }) => body);
const threadsOf = async (phone: string) => {
  const { id } = await findContact(desk.live, phone);
  return (await desk.threads()).filter(({ contact_id: contact }) => contact === id);
};
const text = (phone: string) =>
  startCall(desk.live, CreateCall.parse({ agent_id: desk.agentId, channel: "sms", to: phone }), carrierFor);

describe("a keyword", () => {
  it.each(["STOP", "stop all", "Unsubscribe!", "END", "quit", "Cancel.", "revoke", "opt-out"])(
    "%s is obeyed as the first text, begins no conversation, and is answered once by itself",
    async (word) => {
      const phone = somebody();
      const { text: answer } = await desk.writes(phone, word);
      expect(answer.match(/<Message>/g)).toHaveLength(1);
      await desk.workTexts();
      expect((await readContact(desk.live, phone)).suppression?.channels).toEqual(["call", "text"]);
      expect(await threadsOf(phone)).toEqual([]);
      expect(bodiesTo(phone)).toEqual([]);
    },
  );

  it("is obeyed on a number on which nobody answers", async () => {
    const number = await desk.line(null);
    const phone = somebody();
    expect((await desk.writes(phone, "HELP", { extra: { To: number } })).text).toContain("<Message>");
    expect((await desk.writes(phone, "Hello?", { extra: { To: number } })).text).not.toContain("<Message>");
    expect((await desk.writes(phone, "STOP", { extra: { To: number } })).text).toContain("<Message>");
    await desk.workTexts();
    expect((await readContact(desk.live, phone)).suppression?.source).toBe("keyword");
    expect(await threadsOf(phone)).toEqual([]);
  });

  it("is a whole message: a sentence with the word in it goes to the agent", async () => {
    const phone = somebody();
    await desk.writes(phone, "Do I get off at the last stop?");
    await desk.workTexts();
    expect((await readContact(desk.live, phone)).suppression).toBeNull();
    expect(await threadsOf(phone)).toHaveLength(1);
  });
});

describe("the first words of a conversation", () => {
  it("say that it is an automated assistant, to whom we write too", async () => {
    const { phone } = await createContact(desk.live, CreateContact.parse(person()));
    expect((await text(phone)).status).toBe("queued");
    await desk.workTexts();
    const [first = "", ...rest] = bodiesTo(phone);
    expect(first).toMatch(/^Hello, you are speaking with an automated assistant\./);
    expect(rest.join()).not.toContain("automated assistant");
  });
});

describe("a reply", () => {
  const HOUR_S = 3_600;

  it("is sent at night and without consent to who wrote, and is none after a day", async () => {
    const phone = somebody();
    // From ten in the morning to eleven at night where the number is.
    desk.wait(13 * HOUR_S);
    await desk.writes(phone, "Are you there?");
    await desk.workTexts();
    expect(bodiesTo(phone)).not.toEqual([]);
    const [thread] = await threadsOf(phone);
    await endCall(desk.live, thread?.id ?? "");
    await desk.workTexts();

    // A system of the workspace's own answers later that night, by an agent.
    desk.wait(HOUR_S);
    const late = await text(phone);
    expect([late.status, late.reasons]).toEqual(["queued", []]);
    await desk.workTexts();
    await endCall(desk.live, late.id);
    await desk.workTexts();

    // The next night.
    desk.wait(24 * HOUR_S);
    const { status, reasons } = await text(phone);
    expect(status).toBe("blocked");
    expect(reasons.map(({ code }) => code)).toEqual(["no_consent", "outside_window"]);
  });

  it("is none to who is suppressed", async () => {
    const phone = somebody();
    await desk.writes(phone, "Hello");
    await desk.writes(phone, "STOP");
    await desk.workTexts();
    const { status, reasons } = await text(phone);
    expect(status).toBe("blocked");
    expect(reasons.map(({ code }) => code)).toContain("suppressed");
  });
});
