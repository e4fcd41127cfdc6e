import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decidePolicy } from "./decide-policy";
import type { Facts } from "./facts";
import type { Decision } from "./schema";
import { beforeChange, factsAndTime, window } from "./testing/arbitrary";
import { DAYS } from "./values";

/** Each a draw of facts and a moment; `FC_RUNS` looks longer. */
const RUNS = { numRuns: Number(process.env.FC_RUNS ?? 400) };
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const RANK = { allow: 0, hold: 1, block: 2 };

const latest = (first: string, second: string): string => [first, second].sort()[1] ?? first;
const later = (time: string, ms: number): string => new Date(Date.parse(time) + ms).toISOString();
const codes = ({ reasons }: Decision) => reasons.map(({ code }) => code);

const formats = new Map<string, Intl.DateTimeFormat>();
/** The local time by Intl, which the decision does not use: the day, and HH:MM. */
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
  const isWithin = (time: string, start: string, end: string) => start <= time && time < end;
  let legal = isWithin(callee.time, "08:00", "21:00");
  if (purpose === "telemarketing" && region === "US-FL") legal &&= isWithin(callee.time, "08:00", "20:00");
  if (purpose === "telemarketing" && region?.startsWith("FR")) {
    legal &&= !["sat", "sun"].includes(callee.day);
    legal &&= isWithin(callee.time, "10:00", "13:00") || isWithin(callee.time, "14:00", "20:00");
  }
  if (window === null) return legal;
  const local = window.timezone === "callee" ? callee : wall(window.timezone, at);
  const days: readonly string[] = window.days;
  return legal && days.includes(local.day) && isWithin(local.time, window.start, window.end);
}

const isReply = ({ channel, lastInboundTextAt, window, budget }: Facts, now: string): boolean =>
  channel === "text" &&
  window === null &&
  budget === null &&
  lastInboundTextAt !== null &&
  Date.parse(now) - Date.parse(lastInboundTextAt) < DAY_MS;

const assertProperty = (name: string, property: (facts: Facts, now: string, decision: Decision) => void) =>
  it(name, () => {
    fc.assert(
      fc.property(factsAndTime, ({ facts, now }) => property(facts, now, decidePolicy(facts, now))),
      RUNS,
    );
  });

describe("the decision", () => {
  assertProperty("never lets a suppressed channel be used", (facts, _now, decision) => {
    if (!facts.suppressed.includes(facts.channel)) return;
    expect(decision.verdict).toBe("block");
    expect(codes(decision)).toContain("suppressed");
  });

  assertProperty("allows only with consent, or in reply", (facts, now, decision) => {
    if (decision.verdict === "allow")
      expect(facts.consent.state === "granted" || isReply(facts, now)).toBe(true);
  });

  assertProperty("knows the hours as a clock on the callee's wall does", (facts, now, decision) => {
    if (isReply(facts, now) && !codes(decision).includes("consent_revoked")) return;
    if (decision.verdict === "allow") expect(open(facts, now)).toBe(true);
    if (facts.timezone === null) expect(codes(decision)).toContain("unknown_timezone");
    else expect(codes(decision).includes("outside_window")).toBe(!open(facts, now));
  });

  it("finds the first open minute across a change of the clock", () => {
    const free = { consent: { state: "granted" as const, at: null }, isBusy: false, hasCapacity: true };
    const property = fc.property(factsAndTime, beforeChange, window, ({ facts }, { zone, now }, hours) => {
      const timezone = hours.timezone === "callee" ? zone : (facts.timezone ?? zone);
      const localHours = { ...hours, timezone: hours.timezone === "callee" ? hours.timezone : zone };
      const asks = {
        ...facts,
        ...free,
        timezone,
        window: localHours,
        channel: "call" as const,
        endsAt: null,
      };
      const { until } = decidePolicy(asks, now).reasons.find(({ code }) => code === "outside_window") ?? {};
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

  assertProperty("allows nothing after the campaign's end", (facts, now, decision) => {
    if (facts.endsAt !== null && facts.endsAt <= now)
      expect(codes(decision)).toContain("window_never_opened");
  });

  assertProperty("says why unless it allows, and until when only if it holds", (_facts, now, decision) => {
    expect(decision.reasons.length > 0).toBe(decision.verdict !== "allow");
    expect(new Set(codes(decision)).size).toBe(decision.reasons.length);
    if (decision.verdict !== "hold") expect(decision.until).toBeNull();
    if (decision.until !== null) expect(decision.until > now).toBe(true);
  });

  assertProperty(
    "holds no longer and no shorter than until the moment that it names",
    (facts, now, decision) => {
      if (decision.until === null) return;
      const timeless = { ...facts, isBusy: false, hasCapacity: true, timezone: facts.timezone ?? "UTC" };
      if (facts.timezone !== null) expect(decidePolicy(timeless, decision.until).verdict).toBe("allow");
      expect(decidePolicy(facts, latest(later(decision.until, -MINUTE_MS), now)).verdict).toBe("hold");
    },
  );

  assertProperty("ends each reason at the moment that it names", (facts, now, decision) => {
    for (const { code, until } of decision.reasons) {
      if (until === undefined) continue;
      expect(codes(decidePolicy(facts, until))).not.toContain(code);
      expect(codes(decidePolicy(facts, latest(later(until, -MINUTE_MS), now)))).toContain(code);
    }
  });

  assertProperty("finds no moment before `until` at which it would allow", (facts, now, decision) => {
    if (decision.until === null) return;
    const span = Date.parse(decision.until) - Date.parse(now);
    for (let part = 1; part < 20; part++) {
      expect(decidePolicy(facts, later(now, Math.floor((span * part) / 20))).verdict).not.toBe("allow");
    }
  });

  assertProperty("is not made stricter by consent, nor milder by taking it back", (facts, now) => {
    const with_ = (state: Facts["consent"]["state"]) =>
      RANK[decidePolicy({ ...facts, consent: { ...facts.consent, state } }, now).verdict];
    expect(with_("granted")).toBeLessThanOrEqual(with_("unknown"));
    expect(with_("unknown")).toBeLessThanOrEqual(with_("revoked"));
  });

  assertProperty("never allows more after one more attempt", (facts, now, decision) => {
    const attempts = [...facts.attempts, later(now, -MINUTE_MS)];
    const budget = facts.budget && { ...facts.budget, used: facts.budget.used + 1, lastAt: now };
    expect(RANK[decidePolicy({ ...facts, attempts, budget }, now).verdict]).toBeGreaterThanOrEqual(
      RANK[decision.verdict],
    );
  });

  assertProperty(
    "does not depend on the order of facts, and decides the same again",
    (facts, now, decision) => {
      const reversed = {
        ...facts,
        attempts: [...facts.attempts].reverse(),
        suppressed: [...facts.suppressed].reverse(),
        window: facts.window && {
          ...facts.window,
          days: DAYS.filter((d) => facts.window?.days.includes(d)).reverse(),
        },
      };
      expect(decidePolicy(reversed, now)).toEqual(decision);
      expect(decidePolicy(facts, now)).toEqual(decision);
    },
  );

  it("counts at most three attempts in any 24 hours and seven in any seven days", () => {
    fc.assert(
      fc.property(factsAndTime, ({ facts, now }) => {
        const asks = {
          ...facts,
          channel: "call" as const,
          isRequested: false,
          budget: null,
          region: "US-NY",
        };
        const since = (days: number) => asks.attempts.filter((at) => at > later(now, -days * DAY_MS)).length;
        const full = since(1) >= 3 || since(7) >= 7;
        expect(codes(decidePolicy(asks, now)).includes("too_many_attempts")).toBe(full);
      }),
      RUNS,
    );
  });
});
