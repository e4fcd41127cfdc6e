import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decide } from "./decide";
import type { Facts } from "./facts";
import { DAYS, type Decision } from "./schema";
import { asked, beforeChange, window } from "./testing/arbitrary";

/** Each a draw of facts and a moment; `FC_RUNS` looks longer. */
const RUNS = { numRuns: Number(process.env.FC_RUNS ?? 400) };
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const RANK = { allow: 0, hold: 1, block: 2 };

const latest = (one: string, other: string): string => [one, other].sort()[1] ?? one;
const later = (time: string, ms: number): string => new Date(Date.parse(time) + ms).toISOString();
const codes = ({ reasons }: Decision) => reasons.map(({ code }) => code);

const formats = new Map<string, Intl.DateTimeFormat>();
/** What a clock on a wall shows, asked of Intl, which the decision does not use: the day, and HH:MM. */
function wall(zone: string, at: string): { day: string; time: string } {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat("en-GB", {
      timeZone: zone,
      hourCycle: "h23",
      weekday: "short",
      hour: "2-digit",
      minute: "2-digit",
    });
  formats.set(zone, format);
  const part = Object.fromEntries(format.formatToParts(new Date(at)).map(({ type, value }) => [type, value]));
  return { day: (part.weekday ?? "").toLowerCase().slice(0, 3), time: `${part.hour}:${part.minute}` };
}

/** Whether every window is open, minute by minute as on a wall. */
function open({ timezone, window, region, purpose }: Facts, at: string): boolean {
  if (timezone === null) return false;
  const callee = wall(timezone, at);
  const within = (time: string, start: string, end: string) => start <= time && time < end;
  let legal = within(callee.time, "08:00", "21:00");
  if (purpose === "telemarketing" && region === "US-FL") legal &&= within(callee.time, "08:00", "20:00");
  if (purpose === "telemarketing" && region?.startsWith("FR")) {
    legal &&= !["sat", "sun"].includes(callee.day);
    legal &&= within(callee.time, "10:00", "13:00") || within(callee.time, "14:00", "20:00");
  }
  if (window === null) return legal;
  const own = window.timezone === "callee" ? callee : wall(window.timezone, at);
  const days: readonly string[] = window.days;
  return legal && days.includes(own.day) && within(own.time, window.start, window.end);
}

const isReply = ({ channel, lastInboundTextAt, window, budget }: Facts, now: string): boolean =>
  channel === "text" &&
  window === null &&
  budget === null &&
  lastInboundTextAt !== null &&
  Date.parse(now) - Date.parse(lastInboundTextAt) < DAY_MS;

const holds = (name: string, property: (facts: Facts, now: string, decision: Decision) => void) =>
  it(name, () => {
    fc.assert(
      fc.property(asked, ({ facts, now }) => property(facts, now, decide(facts, now))),
      RUNS,
    );
  });

describe("the decision", () => {
  holds("never lets a suppressed channel be used", (facts, _now, decision) => {
    if (!facts.suppressed.includes(facts.channel)) return;
    expect(decision.verdict).toBe("block");
    expect(codes(decision)).toContain("suppressed");
  });

  holds("allows only with consent, or in reply", (facts, now, decision) => {
    if (decision.verdict === "allow")
      expect(facts.consent.state === "granted" || isReply(facts, now)).toBe(true);
  });

  holds("knows the hours as a clock on the callee's wall does", (facts, now, decision) => {
    if (isReply(facts, now) && !codes(decision).includes("consent_revoked")) return;
    if (decision.verdict === "allow") expect(open(facts, now)).toBe(true);
    if (facts.timezone === null) expect(codes(decision)).toContain("unknown_timezone");
    else expect(codes(decision).includes("outside_window")).toBe(!open(facts, now));
  });

  it("finds the first open minute across a change of the clock", () => {
    const free = { consent: { state: "granted" as const, at: null }, busy: false, capacity: true };
    const property = fc.property(asked, beforeChange, window, ({ facts }, { zone, now }, hours) => {
      const timezone = hours.timezone === "callee" ? zone : (facts.timezone ?? zone);
      const own = { ...hours, timezone: hours.timezone === "callee" ? hours.timezone : zone };
      const asks = { ...facts, ...free, timezone, window: own, channel: "call" as const, endsAt: null };
      const { until } = decide(asks, now).reasons.find(({ code }) => code === "outside_window") ?? {};
      if (until === undefined) return;
      expect(open(asks, until)).toBe(true);
      const before = Date.parse(until) - Date.parse(now);
      for (let part = 1; part < 40; part++) {
        expect(open(asks, later(now, Math.floor((before * part) / 40)))).toBe(false);
      }
      expect(open(asks, latest(later(until, -1), now))).toBe(false);
    });
    fc.assert(property, RUNS);
  });

  holds("allows nothing after the campaign's end", (facts, now, decision) => {
    if (facts.endsAt !== null && facts.endsAt <= now)
      expect(codes(decision)).toContain("window_never_opened");
  });

  holds("says why unless it allows, and until when only if it holds", (_facts, now, decision) => {
    expect(decision.reasons.length > 0).toBe(decision.verdict !== "allow");
    expect(new Set(codes(decision)).size).toBe(decision.reasons.length);
    if (decision.verdict !== "hold") expect(decision.until).toBeNull();
    if (decision.until !== null) expect(decision.until > now).toBe(true);
  });

  holds("holds no longer and no shorter than until the moment that it names", (facts, now, decision) => {
    if (decision.until === null) return;
    const timeless = { ...facts, busy: false, capacity: true, timezone: facts.timezone ?? "UTC" };
    if (facts.timezone !== null) expect(decide(timeless, decision.until).verdict).toBe("allow");
    expect(decide(facts, latest(later(decision.until, -MINUTE_MS), now)).verdict).toBe("hold");
  });

  holds("ends each reason at the moment that it names", (facts, now, decision) => {
    for (const { code, until } of decision.reasons) {
      if (until === undefined) continue;
      expect(codes(decide(facts, until))).not.toContain(code);
      expect(codes(decide(facts, latest(later(until, -MINUTE_MS), now)))).toContain(code);
    }
  });

  holds("finds no moment before `until` at which it would allow", (facts, now, decision) => {
    if (decision.until === null) return;
    const span = Date.parse(decision.until) - Date.parse(now);
    for (let part = 1; part < 20; part++) {
      expect(decide(facts, later(now, Math.floor((span * part) / 20))).verdict).not.toBe("allow");
    }
  });

  holds("is not made stricter by consent, nor milder by taking it back", (facts, now) => {
    const with_ = (state: Facts["consent"]["state"]) =>
      RANK[decide({ ...facts, consent: { ...facts.consent, state } }, now).verdict];
    expect(with_("granted")).toBeLessThanOrEqual(with_("unknown"));
    expect(with_("unknown")).toBeLessThanOrEqual(with_("revoked"));
  });

  holds("never allows more after one more attempt", (facts, now, decision) => {
    const attempts = [...facts.attempts, later(now, -MINUTE_MS)];
    const budget = facts.budget && { ...facts.budget, used: facts.budget.used + 1, lastAt: now };
    expect(RANK[decide({ ...facts, attempts, budget }, now).verdict]).toBeGreaterThanOrEqual(
      RANK[decision.verdict],
    );
  });

  holds("does not depend on the order of facts, and decides the same again", (facts, now, decision) => {
    const reversed = {
      ...facts,
      attempts: [...facts.attempts].reverse(),
      suppressed: [...facts.suppressed].reverse(),
      window: facts.window && {
        ...facts.window,
        days: DAYS.filter((d) => facts.window?.days.includes(d)).reverse(),
      },
    };
    expect(decide(reversed, now)).toEqual(decision);
    expect(decide(facts, now)).toEqual(decision);
  });

  it("counts at most three attempts in any 24 hours and seven in any seven days", () => {
    fc.assert(
      fc.property(asked, ({ facts, now }) => {
        const asks = { ...facts, channel: "call" as const, requested: false, budget: null, region: "US-NY" };
        const since = (days: number) => asks.attempts.filter((at) => at > later(now, -days * DAY_MS)).length;
        const full = since(1) >= 3 || since(7) >= 7;
        expect(codes(decide(asks, now)).includes("too_many_attempts")).toBe(full);
      }),
      RUNS,
    );
  });
});
