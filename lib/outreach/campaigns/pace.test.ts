import fc from "fast-check";
import { expect, test } from "vitest";
import { AHEAD_MS, paceFrom } from "./pace";

const NOW = "2026-11-23T15:00:00.000Z";
const ms = (at: string) => Date.parse(at);

test("moments are at least an interval apart, whatever was given away before, and lie within reach", () => {
  const rates = fc.oneof(fc.double({ min: 0.01, max: 1_000, noNaN: true }), fc.integer({ min: 1, max: 100 }));
  const before = fc.option(fc.integer({ min: -60_000, max: 60_000 }));
  fc.assert(
    fc.property(rates, before, (perSecond, offset) => {
      const last = offset === null ? null : new Date(ms(NOW) + offset).toISOString();
      const pace = paceFrom(last, perSecond, NOW);
      const all = Array.from({ length: Math.min(pace.room, 200) }, (_, i) => ms(pace.at(i)));
      let previous = last === null ? Number.NEGATIVE_INFINITY : ms(last);
      for (const at of all) {
        // A moment has whole milliseconds, and is never before its time.
        expect(at - previous).toBeGreaterThan(1_000 / perSecond - 1);
        expect(at).toBeGreaterThanOrEqual(ms(NOW));
        expect(at).toBeLessThanOrEqual(ms(NOW) + AHEAD_MS);
        previous = at;
      }
      expect(ms(pace.nextStep(pace.room))).toBeGreaterThan(ms(NOW));
    }),
  );
});

test("time that nobody used is not made up for", () => {
  const pace = paceFrom("2026-11-23T14:00:00.000Z", 1, NOW);
  expect(pace.at(0)).toBe(NOW);
  expect(pace.room).toBe(AHEAD_MS / 1_000 + 1);
});

test("a campaign of one call in a minute is woken shortly before its next", () => {
  const pace = paceFrom(NOW, 1 / 60, NOW);
  expect(pace.room).toBe(0);
  expect(ms(pace.nextStep(0))).toBe(ms(NOW) + 60_000 - AHEAD_MS / 2);
});
