import { describe, expect, it } from "vitest";
import { createPlayoutQueue, type PlayoutQueue } from "./playout-queue";

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

describe("a live source", () => {
  const sound = (amplitude: number) => new Int16Array(320).fill(amplitude);
  /** Relays frames in real time: one is added and one is sent each 20 ms. */
  function relay(queue: PlayoutQueue, frames: number, amplitude: number): void {
    for (let count = 0; count < frames; count++) {
      queue.pushLive(sound(amplitude));
      queue.shift();
    }
  }
  /** A burst after the network stood still. */
  function burst(amplitude: number): PlayoutQueue {
    const queue = createPlayoutQueue();
    for (let count = 0; count < 50; count++) queue.pushLive(sound(amplitude));
    return queue;
  }

  it("is late after a burst until the next pause, and loses no word", () => {
    const queue = burst(8_000);
    relay(queue, 200, 8_000);
    expect(queue.length).toBe(49);
    relay(queue, 50, 0);
    expect(queue.length).toBeLessThanOrEqual(5);
    relay(queue, 200, 8_000);
    expect(queue.length).toBeLessThanOrEqual(5);
  });

  it("has pauses on a noisy line too", () => {
    const queue = burst(8_000);
    relay(queue, 50, 600);
    expect(queue.length).toBeLessThan(20);
  });

  it("keeps 100 ms of silence, and frames of the usual queue are never left out", () => {
    const queue = createPlayoutQueue();
    for (let count = 0; count < 20; count++) queue.pushLive(sound(0));
    expect(queue.length).toBe(5);
    for (let count = 0; count < 20; count++) queue.push(sound(0));
    expect(queue.length).toBe(25);
  });
});
