import { afterEach, expect, it, vi } from "vitest";
import { log } from "@/lib/platform/log";
import { queueLogger } from "./queue-logger";

const warn = vi.spyOn(log, "warn").mockImplementation(() => undefined);
afterEach(() => warn.mockClear());

it("logs the queue's warnings, except about connections that workers share on purpose", () => {
  queueLogger.warn("WARNING: having maxPoolSize (6) smaller than concurrency (32)", {
    max: 6,
    concurrency: 32,
  });
  queueLogger.warn("The task failed.", { failure: true });
  expect(warn).not.toHaveBeenCalled();
  queueLogger.warn("The lock is late.\nA second line");
  expect(warn).toHaveBeenCalledExactlyOnceWith(expect.anything(), "queue: The lock is late.");
});
