import "@/test/fixtures/loopback";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { endCall } from "@/lib/calls/calls";
import { CreateCall } from "@/lib/calls/calls/schema";
import { createContact, findContact, readContact } from "@/lib/contacts/contacts";
import { CreateContact } from "@/lib/contacts/contacts/schema";
import { newContact as person } from "@/lib/outreach/campaigns/testing/campaigns-fixture";
import { carrierFor } from "@/lib/outreach/carriers";
import { startCall } from "@/lib/outreach/dialing";
import { closeHub } from "@/lib/platform/live";
import { createTextingFixture, type TextingFixture } from "./testing/texting-fixture";

let fixture: TextingFixture;
beforeAll(async () => {
  fixture = await createTextingFixture();
});
afterEach(() => {
  fixture.fakeTwilio.sent.length = 0;
});
afterAll(async () => {
  await fixture.fakeTwilio.close();
  await closeHub();
});

let people = 0;
const newPhone = () => `+1212${7_000_000 + people++}`;
const bodiesTo = (phone: string) =>
  fixture.fakeTwilio.sent.filter(({ to }) => to === phone).map(({ body }) => body);
const threadsOf = async (phone: string) => {
  const { id } = await findContact(fixture.liveCtx, phone);
  return (await fixture.listThreads()).filter(({ contact_id: contact }) => contact === id);
};
const text = (phone: string) =>
  startCall(
    fixture.liveCtx,
    CreateCall.parse({ agent_id: fixture.agentId, channel: "sms", to: phone }),
    carrierFor,
  );

describe("a keyword", () => {
  it.each(["STOP", "stop all", "Unsubscribe!", "END", "quit", "Cancel.", "revoke", "opt-out"])(
    "%s as the first text is obeyed, starts no conversation, and gets one reply",
    async (word) => {
      const phone = newPhone();
      const { text: answer } = await fixture.postInbound(phone, word);
      expect(answer.match(/<Message>/g)).toHaveLength(1);
      await fixture.runTextJobs();
      expect((await readContact(fixture.liveCtx, phone)).suppression?.channels).toEqual(["call", "text"]);
      expect(await threadsOf(phone)).toEqual([]);
      expect(bodiesTo(phone)).toEqual([]);
    },
  );

  it("is obeyed on a number without an agent", async () => {
    const number = await fixture.addNumber(null);
    const phone = newPhone();
    expect((await fixture.postInbound(phone, "HELP", { extra: { To: number } })).text).toContain("<Message>");
    expect((await fixture.postInbound(phone, "Hello?", { extra: { To: number } })).text).not.toContain(
      "<Message>",
    );
    expect((await fixture.postInbound(phone, "STOP", { extra: { To: number } })).text).toContain("<Message>");
    await fixture.runTextJobs();
    expect((await readContact(fixture.liveCtx, phone)).suppression?.source).toBe("keyword");
    expect(await threadsOf(phone)).toEqual([]);
  });

  it("is a whole message: a sentence with the word in it goes to the agent", async () => {
    const phone = newPhone();
    await fixture.postInbound(phone, "Do I get off at the last stop?");
    await fixture.runTextJobs();
    expect((await readContact(fixture.liveCtx, phone)).suppression).toBeNull();
    expect(await threadsOf(phone)).toHaveLength(1);
  });
});

describe("the first words of a conversation", () => {
  it("say that it is an automated assistant, to whom we write too", async () => {
    const { phone } = await createContact(fixture.liveCtx, CreateContact.parse(person()));
    expect((await text(phone)).status).toBe("queued");
    await fixture.runTextJobs();
    const [first = "", ...laterTexts] = bodiesTo(phone);
    expect(first).toMatch(/^Hello, you are speaking with an automated assistant\./);
    expect(laterTexts.join()).not.toContain("automated assistant");
  });
});

describe("a reply", () => {
  const HOUR_S = 3_600;

  it("is sent at night and without consent to who wrote, and is none after a day", async () => {
    const phone = newPhone();
    // From ten in the morning to eleven at night where the number is.
    fixture.advanceClock(13 * HOUR_S);
    await fixture.postInbound(phone, "Are you there?");
    await fixture.runTextJobs();
    expect(bodiesTo(phone)).not.toEqual([]);
    const [thread] = await threadsOf(phone);
    await endCall(fixture.liveCtx, thread?.id ?? "");
    await fixture.runTextJobs();

    // A system of the workspace's own answers later that night, by an agent.
    fixture.advanceClock(HOUR_S);
    const late = await text(phone);
    expect([late.status, late.reasons]).toEqual(["queued", []]);
    await fixture.runTextJobs();
    await endCall(fixture.liveCtx, late.id);
    await fixture.runTextJobs();

    // The next night.
    fixture.advanceClock(24 * HOUR_S);
    const { status, reasons } = await text(phone);
    expect(status).toBe("blocked");
    expect(reasons.map(({ code }) => code)).toEqual(["no_consent", "outside_window"]);
  });

  it("is none to who is suppressed", async () => {
    const phone = newPhone();
    await fixture.postInbound(phone, "Hello");
    await fixture.postInbound(phone, "STOP");
    await fixture.runTextJobs();
    const { status, reasons } = await text(phone);
    expect(status).toBe("blocked");
    expect(reasons.map(({ code }) => code)).toContain("suppressed");
  });
});
