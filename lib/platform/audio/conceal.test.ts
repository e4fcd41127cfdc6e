import { describe, expect, it } from "vitest";
import { createConcealer } from "./conceal";
import { FRAME_SAMPLES, RATE_HZ } from "./frame";
import { rms } from "./level";

const PERIOD_HZ = 125;
/** Frame `n` of a continuous sound with a pitch of 125 Hz. */
const voiced = (n: number): Int16Array =>
  Int16Array.from({ length: FRAME_SAMPLES }, (_, i) => {
    const seconds = (n * FRAME_SAMPLES + i) / RATE_HZ;
    return Math.round(
      6_000 * Math.sin(2 * Math.PI * PERIOD_HZ * seconds) +
        3_000 * Math.sin(6 * Math.PI * PERIOD_HZ * seconds),
    );
  });
const lost = () => new Int16Array(FRAME_SAMPLES);
const difference = (a: Int16Array, b: Int16Array): number => rms(a.map((sample, i) => sample - (b[i] ?? 0)));

describe("a lost packet", () => {
  it("is filled with the sound before it", () => {
    const conceal = createConcealer();
    for (let n = 0; n < 6; n++) expect(conceal(voiced(n))).toEqual(voiced(n));
    const filled = conceal(lost());
    expect(difference(filled, voiced(6))).toBeLessThan(rms(voiced(6)) / 3);
    const after = conceal(voiced(7));
    expect(difference(after, voiced(7))).toBeLessThan(rms(voiced(7)) / 10);
  });

  it("fades, so that a lost line is silent after 60 ms", () => {
    const conceal = createConcealer();
    for (let n = 0; n < 6; n++) conceal(voiced(n));
    const levels = [1, 2, 3, 4].map(() => rms(conceal(lost())));
    expect(levels[1]).toBeLessThan(levels[0] as number);
    expect(levels[2]).toBeLessThan(levels[1] as number);
    expect(levels[3]).toBe(0);
  });

  it("in silence stays silent, and sound is never changed without a loss", () => {
    const conceal = createConcealer();
    for (let n = 0; n < 3; n++) expect(conceal(lost())).toEqual(lost());
    for (let n = 0; n < 6; n++) expect(conceal(voiced(n))).toEqual(voiced(n));
  });
});
