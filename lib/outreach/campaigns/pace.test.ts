import fc from "fast-check";
import { expect, test } from "vitest";
import { createPace, LOOKAHEAD_MS } from "./pace";

const NOW = "2026-11-23T15:00:00.000Z";
const ms = (at: string) => Date.parse(at);

test("call times are at least an interval apart from all earlier ones, and within the horizon", () => {
  const rates = fc.oneof(fc.double({ min: 0.01, max: 1_000, noNaN: true }), fc.integer({ min: 1, max: 100 }));
  const before = fc.option(fc.integer({ min: -60_000, max: 60_000 }));
  fc.assert(
    fc.property(rates, before, (perSecond, offset) => {
      const last = offset === null ? null : new Date(ms(NOW) + offset).toISOString();
      const pace = createPace(last, perSecond, NOW);
      const all = Array.from({ length: Math.min(pace.capacity, 200) }, (_, i) => ms(pace.timeOf(i)));
      let previous = last === null ? Number.NEGATIVE_INFINITY : ms(last);
      for (const at of all) {
        // A moment has whole milliseconds, and is never before its time.
        expect(at - previous).toBeGreaterThan(1_000 / perSecond - 1);
        expect(at).toBeGreaterThanOrEqual(ms(NOW));
        expect(at).toBeLessThanOrEqual(ms(NOW) + LOOKAHEAD_MS);
        previous = at;
      }
      expect(ms(pace.nextStepAfter(pace.capacity))).toBeGreaterThan(ms(NOW));
    }),
  );
});

test("unused time is not made up for", () => {
  const pace = createPace("2026-11-23T14:00:00.000Z", 1, NOW);
  expect(pace.timeOf(0)).toBe(NOW);
  expect(pace.capacity).toBe(LOOKAHEAD_MS / 1_000 + 1);
});

test("a campaign of one call in a minute is woken shortly before its next", () => {
  const pace = createPace(NOW, 1 / 60, NOW);
  expect(pace.capacity).toBe(0);
  expect(ms(pace.nextStepAfter(0))).toBe(ms(NOW) + 60_000 - LOOKAHEAD_MS / 2);
});
