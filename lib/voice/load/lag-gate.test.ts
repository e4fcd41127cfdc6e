import { describe, expect, it } from "vitest";
import { createLagGate } from "./lag-gate";

/** A gate whose windows have these mean delays; returns whether it was closed after each. */
function playWindows(delays: readonly number[]): boolean[] {
  let nowMs = 0;
  const gate = createLagGate(() => nowMs);
  return delays.map((delayMs) => {
    for (let i = 0; i < 20; i++) {
      nowMs += 100;
      gate.record(delayMs);
    }
    return gate.isClosed();
  });
}

describe("the lag gate", () => {
  it("stays open while calls are handled in time", () => {
    expect(playWindows([5, 30, 99, 5])).toEqual([false, false, false, false]);
  });

  it("closes when a window is late, and opens after three calm windows in a row", () => {
    expect(playWindows([5, 150, 10, 10, 10])).toEqual([false, true, true, true, false]);
  });

  it("stays closed while the lag is between the two limits", () => {
    expect(playWindows([150, 60, 60, 60, 60, 10, 10, 60, 10, 10, 10])).toEqual([
      ...Array(10).fill(true),
      false,
    ]);
  });

  it("does not close for one late measurement among many", () => {
    let nowMs = 0;
    const gate = createLagGate(() => nowMs);
    for (let i = 0; i < 40; i++) {
      nowMs += 100;
      gate.record(i === 5 ? 900 : 2);
    }
    expect(gate.isClosed()).toBe(false);
  });

  it("has no lag in a window without measurements", () => {
    let nowMs = 0;
    const gate = createLagGate(() => nowMs);
    gate.record(500);
    nowMs += 2_000;
    expect(gate.lagMs()).toBe(500);
    nowMs += 2_000;
    expect(gate.lagMs()).toBe(0);
  });
});
