import { expect, it } from "vitest";
import { RepeatedNumbers } from "./repeated-numbers";

const numberOf = (index: number): string => `+1212555${String(index).padStart(4, "0")}`;

it("lists the rows of each number that appears several times", () => {
  const numbers = new RepeatedNumbers();
  for (const [index, number] of [1, 2, 1, 3, 2, 1].entries()) numbers.add(numberOf(number), index + 2);
  expect(numbers.report()).toEqual({ merged: 3, merges: [{ rows: [2, 4, 7] }, { rows: [3, 6] }] });
});

it("reports nothing for a file whose numbers differ", () => {
  const numbers = new RepeatedNumbers();
  for (let row = 2; row < 50; row++) numbers.add(numberOf(row), row);
  expect(numbers.report()).toEqual({ merged: 0, merges: [] });
});

it("counts all repetitions, and lists the first twenty", () => {
  const numbers = new RepeatedNumbers();
  for (let row = 0; row < 100; row++) numbers.add(numberOf(row % 50), row);
  for (let row = 100; row < 200; row++) numbers.add(numberOf(0), row);
  const { merged, merges } = numbers.report();
  expect(merged).toBe(150);
  expect(merges).toHaveLength(20);
  expect(merges[0]?.rows).toHaveLength(20);
});
