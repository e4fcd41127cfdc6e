import { setImmediate as turnOfLoop } from "node:timers/promises";
import { expect, test } from "vitest";
import { ownTurn } from "./own-turn";

test("whoever asks gets a turn of the event loop alone, in the order in which they asked", async () => {
  const got: string[] = [];
  const work = async (name: string) => {
    for (let part = 0; part < 2; part++) {
      await ownTurn();
      got.push(name);
    }
  };
  const all = Promise.all(["a", "b", "c"].map(work));
  const perTurn: number[] = [];
  for (let before = 0; got.length < 6; before = got.length) {
    await turnOfLoop();
    perTurn.push(got.length - before);
  }
  await all;
  expect(got).toEqual(["a", "b", "c", "a", "b", "c"]);
  expect(Math.max(...perTurn)).toBe(1);
});
