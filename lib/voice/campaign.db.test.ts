import "@/test/fixtures/loopback";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createCampaign, launchCampaign, stepCampaign } from "@/lib/outreach/campaigns";
import { CreateCampaign } from "@/lib/outreach/campaigns/schema";
import { type Carrier, placeAttempts } from "@/lib/outreach/dialing";
import { systemCtx } from "@/lib/platform/context/make";
import { db, reader } from "@/lib/platform/db";
import { closeHub } from "@/lib/platform/live";
import { openPhoneDesk, type PhoneDesk } from "./testing/phone-fixture";

const PATIENCE = { timeout: 20_000, interval: 20 };
const EVERY_DAY = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
let fixture: PhoneDesk;
/** The jobs' time: the wall clock, or the time at which a test has stopped it, plus the waited time. */
let waitedMs = 0;
let frozenMs: number | undefined;

beforeAll(async () => {
  fixture = await openPhoneDesk();
});
beforeEach(() => {
  waitedMs = 0;
  frozenMs = undefined;
});
afterAll(async () => {
  await fixture.close();
  await closeHub();
});

const clock = { now: () => new Date((frozenMs ?? Date.now()) + waitedMs) };
const job = (name: string) => systemCtx(fixture.space.workspaceId, name, { clock });
const attemptsOf = (id: string) =>
  reader(fixture.space.workspaceId).all(
    db
      .selectFrom("attempts")
      .select(["key", "state", "call_id", "scheduled_at", "carrier", "result"])
      .where("campaign_id", "=", id)
      .orderBy("scheduled_at")
      .orderBy("key"),
  );
const place = (key: string, carrierFor = fixture.carrierFor) =>
  placeAttempts(job("attempts.place"), [key], carrierFor);
const step = (id: string) => stepCampaign(job("campaign.step"), id, fixture.carrierFor);
/** How often a number was called. */
const calledTimes = (to: string) => fixture.carrier.calls.filter(({ form }) => form.get("To") === to).length;

/** A campaign of the live environment, launched over the stand-in for Twilio. */
async function launched(count: number, perSecond: number) {
  const agentId = await fixture.agent({});
  await fixture.line(agentId);
  const contacts = Array.from({ length: count }, () => ({
    phone: fixture.person(),
    timezone: fixture.noonZone(),
    consents: [{ purpose: "informational", channel: "call", granted: true, source: "a form" }],
  }));
  const owner = fixture.space.ctx("owner");
  const { id } = await createCampaign(
    owner,
    CreateCampaign.parse({
      name: "Reminders",
      agent_id: agentId,
      window: { days: EVERY_DAY, start: "08:00", end: "21:00" },
      max_concurrent_calls: 50,
      calls_per_second: perSecond,
      contacts,
    }),
  );
  await launchCampaign(owner, id, fixture.carrierFor);
  return { id, numbers: contacts.map(({ phone }) => phone) };
}

describe("a live campaign", () => {
  it("calls each contact once by Twilio, within its calls per second", async () => {
    const { id, numbers } = await launched(9, 2);
    // The last attempt is due in seconds, which a busy machine may take.
    frozenMs = Date.now();
    await step(id);
    const attempts = await attemptsOf(id);
    expect(attempts).toHaveLength(9);
    const moments = attempts.map(({ scheduled_at: at }) => Date.parse(at));
    for (const from of moments)
      expect(moments.filter((at) => at >= from && at < from + 1_000).length).toBeLessThanOrEqual(2);
    // Before its moment none is placed, though a job may come early.
    const last = attempts.at(-1);
    if (last !== undefined) await place(last.key);
    expect(calledTimes(numbers[8] ?? "")).toBe(0);
    waitedMs += 6_000;
    await Promise.all(attempts.flatMap(({ key }) => [place(key), place(key)]));
    for (const number of numbers) expect(calledTimes(number)).toBe(1);
    expect(
      (await attemptsOf(id)).every(({ state, carrier }) => state === "placed" && carrier === "twilio"),
    ).toBe(true);
    const [first = ""] = numbers;
    const stream = await fixture.carrier.ring(first);
    stream?.hangUp();
    await vi.waitFor(async () => {
      const calls = await Promise.all((await attemptsOf(id)).map((attempt) => fixture.read(attempt.call_id)));
      expect(calls.filter(({ to, settled_at }) => to === first && settled_at !== null)).toHaveLength(1);
    }, PATIENCE);
  });

  it.each([
    ["had been placed: it is found, and not placed again", true, "placed", 1],
    ["had not been placed: it has failed, and is not placed either", false, "ended", 0],
  ] as const)("of which a worker was killed once one %s", async (_, reached, state, times) => {
    const { id, numbers } = await launched(1, 1);
    await step(id);
    const [attempt] = await attemptsOf(id);
    if (attempt === undefined) throw new Error("There is no attempt.");
    let isAsked = false;
    const real = fixture.carrierFor();
    /** Its process ends while it waits for what the carrier says. */
    const killed: Carrier = {
      ...real,
      async place(ctx, request) {
        if (reached) await real.place(ctx, request);
        isAsked = true;
        return new Promise(() => undefined);
      },
    };
    void place(attempt.key, () => killed);
    await vi.waitFor(() => expect(isAsked).toBe(true), PATIENCE);
    await place(attempt.key);
    // An attempt that another worker can still have is not resumed.
    expect((await attemptsOf(id))[0]?.state).toBe("placing");
    waitedMs += 61_000;
    await Promise.all([place(attempt.key), place(attempt.key)]);
    await vi.waitFor(async () => expect((await attemptsOf(id))[0]?.state).toBe(state), PATIENCE);
    expect(calledTimes(numbers[0] ?? "")).toBe(times);
  });
});
