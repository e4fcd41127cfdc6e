import { expect, it } from "vitest";
import { parseLocalDateTime, toLocalDateTime } from "./local-date-time";

it("writes a time in the local zone, and reads it back", () => {
  const at = "2026-11-24T09:30:00.000Z";
  expect(parseLocalDateTime(toLocalDateTime(at))).toBe(at);
  expect(toLocalDateTime(null)).toBe("");
  expect(toLocalDateTime("nonsense")).toBe("");
  expect(parseLocalDateTime("")).toBeNull();
  expect(parseLocalDateTime("2026-13-")).toBeNull();
});
