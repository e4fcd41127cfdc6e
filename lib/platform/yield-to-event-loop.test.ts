import { setImmediate as turnOfLoop } from "node:timers/promises";
import { expect, test } from "vitest";
import { yieldToEventLoop } from "./yield-to-event-loop";

/** Lets `a`, `b` and `c` work in two parts each. Returns the order of the parts, and the most parts in one turn of the loop. */
async function workInParts(part: () => void): Promise<{ resumed: string[]; mostPerTurn: number }> {
  const resumed: string[] = [];
  const work = async (name: string) => {
    for (let n = 0; n < 2; n++) {
      await yieldToEventLoop();
      resumed.push(name);
      part();
    }
  };
  const all = Promise.all(["a", "b", "c"].map(work));
  let mostPerTurn = 0;
  for (let before = 0; resumed.length < 6; before = resumed.length) {
    await turnOfLoop();
    mostPerTurn = Math.max(mostPerTurn, resumed.length - before);
  }
  await all;
  return { resumed, mostPerTurn };
}

function workFor(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end; );
}

test("gives each caller with long work a separate turn of the event loop, in the order of their calls", async () => {
  const { resumed, mostPerTurn } = await workInParts(() => workFor(5));
  expect(resumed).toEqual(["a", "b", "c", "a", "b", "c"]);
  expect(mostPerTurn).toBe(1);
});

test("callers with short work share a turn, in the order of their calls", async () => {
  const { resumed, mostPerTurn } = await workInParts(() => undefined);
  expect(resumed).toEqual(["a", "b", "c", "a", "b", "c"]);
  expect(mostPerTurn).toBeGreaterThan(1);
});
