import { expect, test } from "vitest";
import type { Turn } from "@/lib/calls/calls/schema";
import { english } from "@/messages/testing/english";
import { commentTime } from "./comment-time";
import { positionText, WHOLE_CALL } from "./draft";

const t = english("calls.comments");
const turns: Turn[] = [
  { index: 4, role: "agent", text: "", start_ms: 65_000, end_ms: 66_000, interrupted: false },
];

test("a comment is about a turn, a time, or the whole call", () => {
  expect(positionText(t, WHOLE_CALL, turns)).toBe("The whole call");
  expect(positionText(t, { turn_index: 4, offset_ms: null }, turns)).toBe("Turn at 1:05");
  expect(positionText(t, { turn_index: null, offset_ms: 9_000 }, turns)).toBe("0:09");
});

test("a comment on a turn that is gone has no time", () => {
  expect(commentTime({ turn_index: 5, offset_ms: null }, turns)).toBeNull();
  expect(positionText(t, { turn_index: 5, offset_ms: null }, turns)).toBe("A turn that is gone");
});
