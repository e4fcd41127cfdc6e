import { describe, expect, test } from "vitest";
import { stepText } from "@/components/consent-steps";
import type { Call } from "@/lib/calls/calls/schema";
import { english } from "@/messages/testing/english";
import { mayHaveSound, missingReason } from "./consent-trace";

const t = english("calls");
const AT = "2026-11-23T09:00:00.000Z";
type CallOptions = Partial<Call["recording"]> & { ended?: boolean; channel?: Call["channel"] };
const call = ({ ended = true, channel = "web", ...recording }: CallOptions) =>
  ({
    recording: { state: "none", announced_at: null, opted_out_at: null, trace: [], ...recording },
    ended_at: ended ? AT : null,
    settled_at: ended ? AT : null,
    channel,
  }) as unknown as Call;
const step = (event: string) => ({ event, at: AT, at_ms: 10 });
const reason = (options: CallOptions) => missingReason(call(options));

describe("the reason why there is no recording", () => {
  test("follows from each state", () => {
    expect(reason({ state: "suppressed", opted_out_at: AT })).toBe("declined");
    expect(reason({ state: "suppressed" })).toBe("suppressed");
    expect(reason({ state: "disabled" })).toBe("disabled");
    expect(reason({ state: "expired" })).toBe("expired");
    expect(reason({ state: "erased" })).toBe("erased");
    expect(reason({ channel: "chat" })).toBe("written");
    expect(reason({})).toBe("none");
    expect(reason({ state: "pending", ended: false, trace: [step("announced")] })).toBe("pending");
    expect(reason({ trace: [step("announced"), step("asked"), step("unanswered")] })).toBe("unanswered");
  });
  test("distinguishes a call in progress from an ended one", () => {
    expect(reason({ ended: false })).toBe("notStarted");
    expect(reason({ ended: false, trace: [step("announced")] })).toBe("recording");
  });
});

test("a file can exist if the call is recorded, or if recording had begun and the call has ended", () => {
  expect(mayHaveSound(call({ state: "recorded" }))).toBe(true);
  expect(mayHaveSound(call({ trace: [step("announcing"), step("announced")] }))).toBe(true);
  expect(mayHaveSound(call({ trace: [step("announced"), step("began_after_silence")] }))).toBe(true);
  expect(mayHaveSound(call({ trace: [step("announced"), step("left_before_answer")] }))).toBe(false);
  expect(mayHaveSound(call({ trace: [step("announced"), step("asked"), step("unanswered")] }))).toBe(false);
  expect(mayHaveSound(call({ trace: [step("announcing"), step("announcement_cut")] }))).toBe(false);
  expect(mayHaveSound(call({ ended: false, trace: [step("announced")] }))).toBe(false);
  expect(mayHaveSound(call({ state: "suppressed", trace: [step("announced")] }))).toBe(false);
});

test("every step of the recording rules has a text", () => {
  for (const event of [
    "announcing",
    "announced",
    "began_unannounced",
    "began_after_silence",
    "began_after_yes",
    "began_after_words",
    "asked",
    "unanswered",
    "left_before_answer",
    "asked_to_stop",
    "kept_recording",
    "announced_on_bridge",
    "declined_on_bridge",
    "announcement_cut",
    "announcement_unheard",
    "announcing_again",
    "suppressed_beforehand",
    "declined_by_words",
    "declined_by_key",
    "stopped",
  ])
    expect(stepText(t, event)).toMatch(/ /);
  expect(stepText(t, "something_new")).toBe("Something new");
});
