import { setImmediate as turnOfLoop } from "node:timers/promises";
import { expect, test } from "vitest";
import { yieldToEventLoop } from "./yield-to-event-loop";

test("gives each caller its own turn of the event loop, in the order of their calls", async () => {
  const resumed: string[] = [];
  const work = async (name: string) => {
    for (let part = 0; part < 2; part++) {
      await yieldToEventLoop();
      resumed.push(name);
    }
  };
  const all = Promise.all(["a", "b", "c"].map(work));
  const perTurn: number[] = [];
  for (let before = 0; resumed.length < 6; before = resumed.length) {
    await turnOfLoop();
    perTurn.push(resumed.length - before);
  }
  await all;
  expect(resumed).toEqual(["a", "b", "c", "a", "b", "c"]);
  expect(Math.max(...perTurn)).toBe(1);
});
