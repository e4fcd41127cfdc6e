import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { VOICE_LIMITS } from "../../limits";
import { watchMessages } from "./watch-messages";

/** The check of an interval, and the moment in which messages are read. */
const CHECK_MS = VOICE_LIMITS.mediaMs / 4;
const READ_MS = 60;

let nowMs = 0;
const terminate = vi.fn();
beforeEach(() => {
  nowMs = 0;
  terminate.mockClear();
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "setTimeout", "clearTimeout"] });
  vi.spyOn(performance, "now").mockImplementation(() => nowMs);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** The process does nothing for this time: then its timers are due, before it reads a message. */
function stall(ms: number): void {
  nowMs += ms;
  vi.advanceTimersByTime(CHECK_MS);
}

it("terminates a stream without messages", () => {
  const watch = watchMessages({ terminate });
  stall(VOICE_LIMITS.mediaMs);
  vi.advanceTimersByTime(READ_MS);
  expect(terminate).not.toHaveBeenCalled();
  stall(1);
  vi.advanceTimersByTime(READ_MS);
  expect(terminate).toHaveBeenCalled();
  watch.stop();
});

it("keeps a stream whose messages waited while the process stalled", () => {
  const watch = watchMessages({ terminate });
  stall(2 * VOICE_LIMITS.mediaMs);
  watch.noteMessage();
  vi.advanceTimersByTime(READ_MS);
  expect(terminate).not.toHaveBeenCalled();
  watch.stop();
});

it("decides nothing after its end", () => {
  const watch = watchMessages({ terminate });
  stall(2 * VOICE_LIMITS.mediaMs);
  watch.stop();
  vi.advanceTimersByTime(2 * CHECK_MS);
  expect(terminate).not.toHaveBeenCalled();
});
