import { expect, it } from "vitest";
import { momentOf, wallClock } from "./moment";

it("writes a moment as the clock here shows it, and reads it back", () => {
  const at = "2026-11-24T09:30:00.000Z";
  expect(momentOf(wallClock(at))).toBe(at);
  expect(wallClock(null)).toBe("");
  expect(wallClock("nonsense")).toBe("");
  expect(momentOf("")).toBeNull();
  expect(momentOf("2026-13-")).toBeNull();
});
