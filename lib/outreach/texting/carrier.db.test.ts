import "@/test/fixtures/loopback";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { readCall } from "@/lib/calls/calls";
import { findContact } from "@/lib/contacts/contacts";
import { createTwilioCarrier } from "@/lib/outreach/carriers/twilio/carrier";
import { defaultHttpClient } from "@/lib/platform/egress";
import { closeHub } from "@/lib/platform/live";
import { sendText } from ".";
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
  await defaultHttpClient.close();
  await closeHub();
});

let people = 0;
const newPhone = () => `+1212${6_000_000 + people++}`;
const outgoing = async (phone: string) =>
  (await fixture.listTexts((await findContact(fixture.liveCtx, phone)).id)).filter(
    ({ direction }) => direction === "outbound",
  );
const bodies = () => fixture.fakeTwilio.sent.map(({ body }) => body);

/** Instead of production's ten seconds. A busy machine delivers a request within it. */
const IMPATIENT_MS = 6_000;

describe("a carrier that is slow", () => {
  it("is waited for until a limit, and what it may have sent is settled as unknown", async () => {
    const limits: number[] = [];
    const slow = createTwilioCarrier({
      fetch(url, init) {
        limits.push(init?.timeoutMs ?? Number.POSITIVE_INFINITY);
        return defaultHttpClient.fetch(url, { ...init, timeoutMs: IMPATIENT_MS });
      },
    });
    const work = () =>
      fixture.runJobs({
        carrierFor: () => slow,
        extraHandlers: {
          ...fixture.textJobs,
          "text.send": ({ textId = "" }) => sendText(fixture.job("text.send"), textId, () => slow),
        },
      });
    fixture.fakeTwilio.setAnswer(() => new Promise<never>(() => undefined));
    const phone = newPhone();
    await fixture.postInbound(phone, "Hello");
    await work();
    expect((await outgoing(phone))[0]).toMatchObject({ state: "sending", error_code: null });
    expect(Math.max(...limits)).toBeLessThanOrEqual(10_000);

    fixture.fakeTwilio.setAnswer(() => null);
    const [asked] = bodies();
    fixture.advanceClock(61);
    await work();
    expect((await outgoing(phone))[0]).toMatchObject({ state: "failed", error_code: "unknown" });
    expect(bodies().filter((body) => body === asked)).toHaveLength(1);
  });

  it("is asked again no sooner than it says, no later than in five minutes, and after ten no more", async () => {
    fixture.fakeTwilio.setAnswer(() => ({ status: 429, headers: { "retry-after": "86400" } }));
    const phone = newPhone();
    await fixture.postInbound(phone, "Hello");
    await fixture.runTextJobs();
    const first = (await outgoing(phone))[0]?.id;
    for (const [seconds, asked] of [
      [299, 1],
      [2, 2],
      [299, 2],
      [301, 2],
      [301, 2],
    ] as const) {
      fixture.advanceClock(seconds);
      await fixture.runTextJobs();
      expect(fixture.fakeTwilio.sent).toHaveLength(asked);
    }
    const texts = await outgoing(phone);
    expect(texts.find(({ id }) => id === first)).toMatchObject({
      state: "failed",
      error_code: "carrier_unavailable",
      body: null,
    });
    expect(texts.every(({ state }) => state === "failed")).toBe(true);
    expect(await readCall(fixture.liveCtx, texts[0]?.call_id ?? "")).toMatchObject({
      status: "failed",
      end_reason: "carrier_error",
      reasons: [{ code: "carrier_unavailable" }],
    });
  });

  it("in the middle of what is said in parts keeps their order", async () => {
    const sentence = (n: number) => `This is sentence number ${n} of a greeting that is long.`;
    const greeting = Array.from({ length: 25 }, (_, n) => sentence(n)).join(" ");
    const agentId = await fixture.agent({ type: "messaging", voice_id: undefined, greeting, tools: [] });
    const number = await fixture.addNumber(agentId);
    const phone = newPhone();
    let requestCount = 0;
    fixture.fakeTwilio.setAnswer(() => (++requestCount === 2 ? { status: 429 } : null));
    await fixture.postInbound(phone, "Hello", { extra: { To: number } });
    await fixture.runTextJobs();
    expect(fixture.fakeTwilio.sent).toHaveLength(2);
    fixture.advanceClock(11);
    await fixture.runTextJobs();
    const parts = bodies().filter((body, at, all) => all.indexOf(body) === at);
    expect(parts.length).toBeGreaterThan(2);
    expect(parts.every((body) => body.length <= 600)).toBe(true);
    // All texts arrived in order, with the deferred ones sent twice.
    expect(parts.join(" ")).toContain(greeting);
    expect(parts[0]).toContain("automated assistant");
    expect((await outgoing(phone)).every(({ state }) => state === "sent")).toBe(true);
  });
});
