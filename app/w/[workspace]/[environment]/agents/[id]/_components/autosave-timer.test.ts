import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createAutosaveTimer, MAX_WAIT_MS, QUIET_MS } from "./autosave-timer";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe("the autosave timer", () => {
  it("saves once after edits pause", () => {
    const save = vi.fn();
    const timer = createAutosaveTimer(save);
    timer.edited();
    vi.advanceTimersByTime(QUIET_MS - 1);
    timer.edited();
    vi.advanceTimersByTime(QUIET_MS - 1);
    expect(save).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(save).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(MAX_WAIT_MS);
    expect(save).toHaveBeenCalledTimes(1);
  });

  it("saves while edits do not pause", () => {
    const save = vi.fn();
    const timer = createAutosaveTimer(save);
    for (let elapsed = 0; elapsed <= MAX_WAIT_MS; elapsed += 500) {
      timer.edited();
      vi.advanceTimersByTime(500);
    }
    expect(save).toHaveBeenCalledTimes(1);
  });

  it("repeats a failed save at growing intervals, and starts over after a success", () => {
    const save = vi.fn();
    const timer = createAutosaveTimer(save);
    timer.failed();
    vi.advanceTimersByTime(5_000);
    timer.failed();
    vi.advanceTimersByTime(14_999);
    expect(save).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1);
    expect(save).toHaveBeenCalledTimes(2);
    timer.succeeded();
    timer.failed();
    vi.advanceTimersByTime(5_000);
    expect(save).toHaveBeenCalledTimes(3);
  });

  it("does nothing once it is canceled", () => {
    const save = vi.fn();
    const timer = createAutosaveTimer(save);
    timer.edited();
    timer.cancel();
    vi.advanceTimersByTime(MAX_WAIT_MS);
    expect(save).not.toHaveBeenCalled();
  });
});
