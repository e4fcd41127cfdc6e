import { expect, it } from "vitest";
import { checkBuildMemory, MIN_BUILD_MB } from "./build-memory.mjs";

it("refuses a build that does not fit, and says how much it needs", () => {
  const mb = 1024 * 1024;
  expect(() => checkBuildMemory(1024 * mb)).toThrow(
    "A build needs 3 GiB of memory, and 1024 MB are available here.",
  );
  expect(() => checkBuildMemory((MIN_BUILD_MB - 1) * mb)).toThrow();
  expect(() => checkBuildMemory(MIN_BUILD_MB * mb)).not.toThrow();
  expect(() => checkBuildMemory()).not.toThrow();
});
