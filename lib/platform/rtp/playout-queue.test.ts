import { expect, it } from "vitest";
import { createPlayoutQueue } from "./playout-queue";

const frame = () => new Int16Array(320);

it("says that words were sent whole", async () => {
  const queue = createPlayoutQueue();
  queue.push(frame());
  queue.push(frame());
  const played = queue.waitUntilEmpty();
  queue.shift();
  queue.shift();
  expect(await played).toBe(true);
});

it("says that interrupted words were not, and that the next words are again", async () => {
  const queue = createPlayoutQueue();
  queue.push(frame());
  const interrupted = queue.waitUntilEmpty();
  queue.clear();
  expect(await interrupted).toBe(false);
  queue.push(frame());
  queue.clear();
  queue.push(frame());
  const next = queue.waitUntilEmpty();
  queue.shift();
  expect(await next).toBe(true);
});

it("drops the oldest frames of more than a second, and says so", async () => {
  const queue = createPlayoutQueue();
  for (let frames = 0; frames < 60; frames++) queue.push(frame());
  expect(queue.length).toBe(50);
  const played = queue.waitUntilEmpty();
  while (queue.length > 0) queue.shift();
  expect(await played).toBe(false);
});
