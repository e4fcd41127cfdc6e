import { describe, expect, test } from "vitest";
import type { Call } from "@/lib/calls/calls/schema";
import { mayHaveSound, silenceWords, stepWords } from "./words";

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
const title = (options: CallOptions) => silenceWords(call(options)).title;

describe("why there is nothing to hear", () => {
  test("is said for each state", () => {
    expect(title({ state: "suppressed", opted_out_at: AT })).toBe("Declined by the caller");
    expect(title({ state: "suppressed" })).toContain("asked beforehand");
    expect(title({ state: "disabled" })).toBe("Not recorded");
    expect(title({ state: "expired" })).toBe("Its time is over");
    expect(title({ state: "erased" })).toBe("Erased");
    expect(title({ channel: "chat" })).toBe("Nothing to hear");
    expect(title({})).toBe("Nothing was recorded");
    expect(title({ state: "pending", ended: false, trace: [step("announced")] })).toBe("Not decided yet");
    expect(title({ trace: [step("announced"), step("asked"), step("unanswered")] })).toContain(
      "without a clear answer",
    );
  });
  test("distinguishes a call in progress from an ended one", () => {
    expect(title({ ended: false })).toContain("so far");
    expect(title({ ended: false, trace: [step("announced")] })).toBe("Being recorded");
  });
});

test("a file may be there where it is recorded, or where recording had begun and the call is over", () => {
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
    expect(stepWords(event)).toMatch(/ /);
  expect(stepWords("something_new")).toBe("Something new");
});
