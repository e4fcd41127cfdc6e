import "@/test/fixtures/loopback";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { readCall } from "@/lib/calls/calls";
import { findContact } from "@/lib/contacts/contacts";
import { twilioCarrier } from "@/lib/outreach/carriers/twilio/carrier";
import { egress } from "@/lib/platform/egress";
import { closeHub } from "@/lib/platform/live";
import { sendText } from ".";
import { openTexting, type Texting } from "./testing/desk";

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
  await egress.close();
  await closeHub();
});

let people = 0;
const somebody = () => `+1212${6_000_000 + people++}`;
const outgoing = async (phone: string) =>
  (await desk.textsOf((await findContact(desk.live, phone)).id)).filter(
    ({ direction }) => direction === "outbound",
  );
const bodies = () => desk.stand.sent.map(({ body }) => body);

/** As in life, but nobody waits for ten seconds. */
const IMPATIENT_MS = 100;

describe("a carrier that is slow", () => {
  it("is waited for until a limit, and what it may have sent is settled as unknown", async () => {
    const limits: number[] = [];
    const slow = twilioCarrier({
      fetch(url, init) {
        limits.push(init?.timeoutMs ?? Number.POSITIVE_INFINITY);
        return egress.fetch(url, { ...init, timeoutMs: IMPATIENT_MS });
      },
    });
    const work = () =>
      desk.work({
        carrierFor: () => slow,
        more: {
          ...desk.more,
          "text.send": ({ textId = "" }) => sendText(desk.job("text.send"), textId, () => slow),
        },
      });
    desk.stand.answers(() => new Promise<never>(() => undefined));
    const phone = somebody();
    await desk.writes(phone, "Hello");
    await work();
    expect((await outgoing(phone))[0]).toMatchObject({ state: "sending", error_code: null });
    expect(Math.max(...limits)).toBeLessThanOrEqual(10_000);

    desk.stand.answers(() => null);
    const [asked] = bodies();
    desk.wait(61);
    await work();
    expect((await outgoing(phone))[0]).toMatchObject({ state: "failed", error_code: "unknown" });
    expect(bodies().filter((body) => body === asked)).toHaveLength(1);
  });

  it("is asked again no sooner than it says, no later than in five minutes, and after ten no more", async () => {
    desk.stand.answers(() => ({ status: 429, headers: { "retry-after": "86400" } }));
    const phone = somebody();
    await desk.writes(phone, "Hello");
    await desk.workTexts();
    const first = (await outgoing(phone))[0]?.id;
    for (const [seconds, asked] of [
      [299, 1],
      [2, 2],
      [299, 2],
      [301, 2],
      [301, 2],
    ] as const) {
      desk.wait(seconds);
      await desk.workTexts();
      expect(desk.stand.sent).toHaveLength(asked);
    }
    const texts = await outgoing(phone);
    expect(texts.find(({ id }) => id === first)).toMatchObject({
      state: "failed",
      error_code: "carrier_unavailable",
      body: null,
    });
    expect(texts.every(({ state }) => state === "failed")).toBe(true);
    expect(await readCall(desk.live, texts[0]?.call_id ?? "")).toMatchObject({
      status: "failed",
      end_reason: "carrier_error",
      reasons: [{ code: "carrier_unavailable" }],
    });
  });

  it("in the middle of what is said in parts keeps their order", async () => {
    const sentence = (n: number) => `This is sentence number ${n} of a greeting that is long.`;
    const greeting = Array.from({ length: 25 }, (_, n) => sentence(n)).join(" ");
    const agentId = await desk.agent({ type: "messaging", voice_id: undefined, greeting, tools: [] });
    const number = await desk.line(agentId);
    const phone = somebody();
    let asked = 0;
    desk.stand.answers(() => (++asked === 2 ? { status: 429 } : null));
    await desk.writes(phone, "Hello", { extra: { To: number } });
    await desk.workTexts();
    expect(desk.stand.sent).toHaveLength(2);
    desk.wait(11);
    await desk.workTexts();
    const parts = bodies().filter((body, at, all) => all.indexOf(body) === at);
    expect(parts.length).toBeGreaterThan(2);
    expect(parts.every((body) => body.length <= 600)).toBe(true);
    // Everything came, in its order, what the carrier put off once more.
    expect(parts.join(" ")).toContain(greeting);
    expect(parts[0]).toContain("automated assistant");
    expect((await outgoing(phone)).every(({ state }) => state === "sent")).toBe(true);
  });
});
