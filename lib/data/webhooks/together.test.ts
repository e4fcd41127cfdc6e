import { expect, test } from "vitest";
import { together } from "./together";

test("what is asked at one moment is answered at once, what is asked meanwhile next, in lots of a size", async () => {
  const lots: number[][] = [];
  const ends: (() => void)[] = [];
  const double = together<number, number>(3, async (lot) => {
    lots.push([...lot]);
    await new Promise<void>((end) => ends.push(end));
    return lot.map((n) => n * 2);
  });
  const first = [double(1), double(2)];
  await expect.poll(() => lots).toEqual([[1, 2]]);
  const later = [3, 4, 5, 6].map(double);
  ends[0]?.();
  expect(await Promise.all(first)).toEqual([2, 4]);
  await expect
    .poll(() => lots)
    .toEqual([
      [1, 2],
      [3, 4, 5],
    ]);
  ends[1]?.();
  await expect.poll(() => lots.length).toBe(3);
  ends[2]?.();
  expect(await Promise.all(later)).toEqual([6, 8, 10, 12]);
  const again = double(7);
  await expect.poll(() => lots.at(-1)).toEqual([7]);
  ends[3]?.();
  expect(await again).toBe(14);
});

test("a lot that fails fails for those in it, and for nobody after", async () => {
  const answer = together<string, string>(10, async (lot) => {
    if (lot.includes("bad")) throw new Error("no");
    return lot;
  });
  const answers = await Promise.allSettled([answer("bad"), answer("good")]);
  expect(answers.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await answer("good")).toBe("good");
});
