import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createReorderWait, type ReorderWait } from "./reorder-wait";
import { createRandom, type Network, sendThroughNetwork } from "./testing/network";

const FIXED: ReorderWait = { ms: 60, observeLate: () => undefined, observeOrdered: () => undefined };
const constant = (network: Network) => () => network;
const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

const networks = fc.record({
  loss: fc.double({ min: 0, max: 0.5, noNaN: true }),
  reordered: fc.double({ min: 0, max: 1, noNaN: true }),
  detourMs: fc.integer({ min: 0, max: 500 }),
});

describe("the reorder buffer", () => {
  it("emits each packet at most once, in order, and within the longest wait", () => {
    fc.assert(
      fc.property(networks, fc.integer(), (network, seed) => {
        const { emitted, delays, late, lost, sent } = sendThroughNetwork(
          ...([300, constant(network), createRandom(seed)] as const),
        );
        expect(emitted).toEqual([...new Set(emitted)].sort((a, b) => a - b));
        expect(emitted.length + late + lost).toBe(sent);
        // The longest wait, until the next tick.
        for (const delay of delays) expect(delay).toBeLessThanOrEqual(220);
      }),
    );
  });

  it("adds no delay to a network without loss and reordering", () => {
    const network = { loss: 0, reordered: 0, detourMs: 0 };
    const { delays, emitted } = sendThroughNetwork(500, constant(network), createRandom(1));
    expect(emitted).toHaveLength(500);
    expect(Math.max(...delays)).toBe(0);
  });

  it("loses fewer packets than a fixed wait where packets come later than that", () => {
    const network = { loss: 0.01, reordered: 0.1, detourMs: 150 };
    const adaptive = sendThroughNetwork(5_000, constant(network), createRandom(2));
    const fixed = sendThroughNetwork(5_000, constant(network), createRandom(2), FIXED);
    expect(adaptive.lost).toBe(fixed.lost);
    expect(fixed.late).toBeGreaterThan(100);
    expect(adaptive.late).toBeLessThan(fixed.late / 5);
  });

  it("delays less than a fixed wait where a gap is always a loss", () => {
    const network = { loss: 0.05, reordered: 0, detourMs: 0 };
    const adaptive = sendThroughNetwork(5_000, constant(network), createRandom(3));
    const fixed = sendThroughNetwork(5_000, constant(network), createRandom(3), FIXED);
    expect([adaptive.late, fixed.late]).toEqual([0, 0]);
    expect(mean(adaptive.delays)).toBeLessThan(mean(fixed.delays) / 1.5);
  });

  it("becomes short again after the network has recovered", () => {
    const wait = createReorderWait();
    for (let packet = 0; packet < 50; packet++) wait.observeLate(packet % 2 === 0 ? 150 : 5);
    expect(wait.ms).toBeGreaterThan(150);
    wait.observeLate(10_000);
    expect(wait.ms).toBe(200);
    for (let packet = 0; packet < 10_000; packet++) wait.observeOrdered();
    expect(wait.ms).toBeGreaterThanOrEqual(20);
    expect(wait.ms).toBeLessThan(25);
  });
});
