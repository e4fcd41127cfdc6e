import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { withTimeout } from "./with-timeout";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const never = new Promise<never>(() => undefined);

test("a result in time is returned, and leaves no timer", async () => {
  await expect(withTimeout(Promise.resolve("in time"), 1_000, () => "late")).resolves.toBe("in time");
  expect(vi.getTimerCount()).toBe(0);
});

test("a failure in time is thrown, and leaves no timer", async () => {
  await expect(withTimeout(Promise.reject(new Error("broken")), 1_000, () => "late")).rejects.toThrow(
    "broken",
  );
  expect(vi.getTimerCount()).toBe(0);
});

test("after the time limit the result is that of onTimeout", async () => {
  const result = withTimeout(never, 1_000, () => "late");
  await vi.advanceTimersByTimeAsync(1_000);
  await expect(result).resolves.toBe("late");
});

test("onTimeout can throw", async () => {
  const result = withTimeout(never, 1_000, () => {
    throw new Error("too late");
  });
  const failure = expect(result).rejects.toThrow("too late");
  await vi.advanceTimersByTimeAsync(1_000);
  await failure;
});

test("a failure after the time limit is ignored", async () => {
  const result = withTimeout(
    new Promise((_, reject) => setTimeout(() => reject(new Error("afterwards")), 2_000)),
    1_000,
    () => "late",
  );
  await vi.advanceTimersByTimeAsync(1_000);
  await expect(result).resolves.toBe("late");
  await vi.advanceTimersByTimeAsync(1_000);
});
