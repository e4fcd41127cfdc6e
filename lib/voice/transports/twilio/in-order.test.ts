import { describe, expect, it } from "vitest";
import { inOrder } from "./in-order";

const SILENCE = 0xff;
/** The output for input chunks with these numbers, each containing its number; silence is 255. */
function play(numbers: readonly (number | undefined)[]): number[] {
  const played: number[] = [];
  const order = inOrder((chunk) => played.push(chunk[0] ?? -1), SILENCE);
  for (const number of numbers) order.push(Uint8Array.of(number ?? 0), number);
  return played;
}

describe("the chunks of a stream", () => {
  it("pass as they come where they come in order, wherever they begin", () => {
    expect(play([7, 8, 9])).toEqual([7, 8, 9]);
  });

  it("are heard once where they come twice", () => {
    expect(play([1, 2, 2, 3, 1, 4])).toEqual([1, 2, 3, 4]);
  });

  it("are put in order where they come early", () => {
    expect(play([1, 3, 2, 6, 5, 4, 7])).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it("that never come are silence of the same length, and too late they are dropped", () => {
    expect(play([1, 3, 4, 5, 6, 2, 7])).toEqual([1, SILENCE, 3, 4, 5, 6, 7]);
  });

  it("far ahead do not make minutes of silence", () => {
    expect(play([1, 9_001, 9_002, 9_003, 9_004])).toHaveLength(1 + 10 + 4);
  });

  it("that never come are reported with their number", () => {
    const gaps: number[] = [];
    const order = inOrder(
      () => undefined,
      SILENCE,
      (chunks) => gaps.push(chunks),
    );
    for (const number of [1, 2, 7, 8, 9, 10, 11]) order.push(Uint8Array.of(number), number);
    expect(gaps).toEqual([4]);
  });

  it("without a number pass as they come", () => {
    expect(play([undefined, undefined])).toEqual([0, 0]);
  });
});
