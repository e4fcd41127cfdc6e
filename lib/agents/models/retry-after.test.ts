import { expect, test } from "vitest";
import { retryAfterMs } from "./retry-after";

const NOW = Date.parse("2026-11-22T10:00:00Z");
const parsed = (headers: Record<string, string>) => retryAfterMs(new Headers(headers), NOW);

test.each<[Record<string, string>, number | undefined]>([
  [{ "retry-after": "2" }, 2_000],
  [{ "retry-after": "0.5" }, 500],
  [{ "retry-after": "Sun, 22 Nov 2026 10:00:03 GMT" }, 3_000],
  [{ "retry-after": "Sun, 22 Nov 2026 09:59:00 GMT" }, 0],
  [{ "retry-after-ms": "120", "retry-after": "1" }, 120],
  [{ "retry-after": "soon" }, undefined],
  [{}, undefined],
])("%o asks for %s ms", (headers, expected) => {
  expect(parsed(headers)).toBe(expected);
});
