import { expect, test } from "vitest";
import type { Turn } from "@/lib/calls/calls/schema";
import type { Comment } from "@/lib/calls/comments/schema";
import { english } from "@/messages/testing/english";
import { marksOf } from "./marks";

const t = english("calls");
const DELAYS = {
  endpointing_ms: 1,
  transcriber_ms: 1,
  model_ms: 1,
  voice_ms: 1,
  processing_ms: 1,
  transport_ms: 1,
};
const turn = (index: number, start_ms: number, extra: Partial<Turn> = {}): Turn => ({
  index,
  role: "caller",
  text: "Hello.",
  start_ms,
  end_ms: start_ms + 1_000,
  interrupted: false,
  ...extra,
});
const comment = (id: string, position: Partial<Comment>): Comment => ({
  id,
  call_id: "call_1",
  text: "Too fast.",
  turn_index: null,
  offset_ms: null,
  author: { type: "member", id: "mem_1" },
  created_at: "2026-01-01T00:00:00.000Z",
  edited_at: null,
  ...position,
});
const tool = (ok: boolean) => ({ name: "look_up", arguments: {}, result: {}, ok });
const transcript = [
  turn(0, 1_000, { role: "agent", delays: { ...DELAYS, total_ms: 500 } }),
  turn(1, 62_000, { text: "It is [account_number], or [account_number]. [hello]" }),
  turn(2, 64_000, { role: "tool", text: null, tool: tool(true) }),
  turn(3, 65_000, { role: "tool", text: null, tool: tool(false) }),
  turn(4, 66_000, { role: "agent", delays: { ...DELAYS, total_ms: 2_000 } }),
];
const step = (event: string, at_ms: number) => ({ event, at_ms, at: "2026-01-01T00:00:00.000Z" });
const recording = {
  state: "suppressed" as const,
  announced_at: null,
  opted_out_at: null,
  duration_ms: null,
  expires_at: null,
  trace: [step("announcing", 0), step("declined_by_words", 4_000)],
};
const marks = marksOf(t, {
  call: { transcript, recording },
  variables: ["account_number"],
  comments: [
    comment("cmt_2", { offset_ms: 90_000 }),
    comment("cmt_1", { turn_index: 1 }),
    comment("cmt_3", {}),
  ],
});
const labels = (lane: keyof typeof marks) => marks[lane].map(({ label }) => label);

test("each mark says what it is and when", () => {
  expect(labels("tools")).toEqual(["1:04 · Tool look_up, done", "1:05 · Tool look_up, failed to run"]);
  expect(labels("masks")).toEqual(["1:02 · Masked: account_number"]);
  expect(labels("consent")).toEqual([
    "0:00 · Announcement started",
    "0:04 · The caller declined verbally; the recording so far was destroyed",
  ]);
});

test("latency is shown as a share of the longest response", () => {
  expect(labels("latency")).toEqual(["0:01 · Response after 500 ms", "1:06 · Response after 2,000 ms"]);
  expect(marks.latency.map(({ size }) => size)).toEqual([0.25, 1]);
});

test("a comment is at its turn or time, and one on the whole call has no mark", () => {
  expect(marks.comments.map(({ id, startMs }) => [id, startMs])).toEqual([
    ["comment-cmt_1", 62_000],
    ["comment-cmt_2", 90_000],
  ]);
});
