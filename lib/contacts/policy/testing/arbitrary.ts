import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import type { Facts } from "../facts";
import type { Window } from "../schema";
import { DAYS } from "../values";

/** Zones with quarter-hour offsets, changes by half an hour or two hours, changes at midnight, and skipped days. */
export const ZONES = [
  "America/New_York",
  "America/St_Johns",
  "America/Havana",
  "America/Sao_Paulo",
  "Europe/London",
  "Europe/Paris",
  "Africa/Casablanca",
  "Africa/Cairo",
  "Asia/Kolkata",
  "Asia/Kathmandu",
  "Asia/Tehran",
  "Australia/Lord_Howe",
  "Pacific/Chatham",
  "Pacific/Apia",
  "Pacific/Kiritimati",
  "Antarctica/Troll",
  "UTC",
];

/** Days around which those zones change their clocks, and the day that Apia skipped. */
const CHANGES = [
  "2011-12-30",
  "2026-03-08",
  "2026-03-29",
  "2026-04-05",
  "2026-04-24",
  "2026-10-04",
  "2026-10-25",
  "2026-10-29",
  "2026-11-01",
  "2027-02-07",
  "2027-03-14",
];
const HOUR_MS = 3_600_000;

/** Moments within a day and a half of a change, and any moment of two years. */
export const moment: fc.Arbitrary<string> = fc
  .oneof(
    fc
      .tuple(fc.constantFrom(...CHANGES), fc.integer({ min: -36 * HOUR_MS, max: 60 * HOUR_MS }))
      .map(([day, by]) => Date.parse(`${day}T00:00:00Z`) + by),
    fc.integer({ min: Date.parse("2026-01-01"), max: Date.parse("2028-01-01") }),
  )
  .chain((ms) => fc.constantFrom(ms, Math.floor(ms / 60_000) * 60_000, Math.floor(ms / HOUR_MS) * HOUR_MS))
  .map((ms) => new Date(ms).toISOString());

/** A zone whose clock changes within 24 hours after `now`. */
export const beforeChange: fc.Arbitrary<{ zone: string; now: string }> = fc
  .record({
    zone: fc.constantFrom(...ZONES),
    from: fc.integer({ min: Date.parse("2005-01-01"), max: Date.parse("2028-01-01") }),
    aheadMs: fc.integer({ min: 1, max: 24 * HOUR_MS }),
  })
  .map(({ zone, from, aheadMs }) => {
    const change = Temporal.Instant.fromEpochMilliseconds(from)
      .toZonedDateTimeISO(zone)
      .getTimeZoneTransition("next");
    return { zone, now: new Date((change?.epochMilliseconds ?? from) - aheadMs).toISOString() };
  });

const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
const minutes = fc.oneof(
  fc.integer({ min: 0, max: 1_440 }),
  fc.integer({ min: 0, max: 24 }).map((hour) => hour * 60),
);

export const window: fc.Arbitrary<Window> = fc
  .tuple(
    fc.subarray([...DAYS], { minLength: 1 }),
    fc.uniqueArray(minutes, { minLength: 2, maxLength: 2 }),
    fc.constantFrom("callee", ...ZONES),
  )
  .map(([days, times, timezone]) => {
    const [start = 0, end = 1_440] = times.sort((a, b) => a - b);
    return { days, start: clock(start), end: clock(end), timezone };
  });

const ago = (now: string, ms: number): string => new Date(Date.parse(now) - ms).toISOString();
const DAY_MS = 24 * HOUR_MS;

const standing = {
  channel: fc.constantFrom("call" as const, "text" as const),
  purpose: fc.constantFrom("informational" as const, "telemarketing" as const),
  suppressed: fc.constantFrom(
    [],
    [],
    [],
    ["call" as const],
    ["text" as const],
    ["call" as const, "text" as const],
  ),
  timezone: fc.option(fc.constantFrom(...ZONES), { freq: 12 }),
  region: fc.option(fc.constantFrom("US-FL", "US-NY", "FR", "FR-IDF", "DE", "XX"), { freq: 4 }),
  window: fc.option(window),
  isRequested: fc.constantFrom(false, false, false, true),
  isBusy: fc.constantFrom(false, false, false, true),
  hasCapacity: fc.constantFrom(true, true, true, false),
  isAgentLive: fc.constantFrom(true, true, true, true, false),
  isCarrierAvailable: fc.constantFrom(true, true, true, true, false),
};

/** Facts and a moment. Most reasons against contact are rare, so that the later rules are reached too. */
export const factsAndTime: fc.Arbitrary<{ facts: Facts; now: string }> = moment.chain((now) =>
  fc
    .record({
      ...standing,
      consent: fc.record({
        state: fc.constantFrom(
          "granted" as const,
          "granted" as const,
          "revoked" as const,
          "unknown" as const,
        ),
        at: fc.option(fc.integer({ min: 0, max: 30 * DAY_MS }).map((ms) => ago(now, ms))),
      }),
      attempts: fc.array(
        fc.integer({ min: -60_000, max: 8 * DAY_MS }).map((ms) => ago(now, ms)),
        { maxLength: 9 },
      ),
      budget: fc.option(
        fc.record({
          used: fc.integer({ min: 0, max: 3 }),
          max: fc.integer({ min: 1, max: 5 }),
          lastAt: fc.option(fc.integer({ min: 0, max: 4 * HOUR_MS }).map((ms) => ago(now, ms))),
          retryAfterMinutes: fc.integer({ min: 0, max: 180 }),
        }),
      ),
      endsAt: fc.option(fc.integer({ min: -DAY_MS, max: 10 * DAY_MS }).map((ms) => ago(now, -ms))),
      lastInboundTextAt: fc.option(fc.integer({ min: 0, max: 2 * DAY_MS }).map((ms) => ago(now, ms))),
    })
    .map((facts) => ({ facts, now })),
);
