import { describe, expect, it } from "vitest";
import { createEarlyReplies } from "./early-replies";

/** A caller's utterance in virtual time, by frames of 20 ms. */
function setUp(canAnswer: (text: string) => boolean = () => true) {
  const at = { nowMs: 1_000, silentSinceMs: Number.POSITIVE_INFINITY };
  const drafts: string[] = [];
  let discarded = 0;
  const replies = createEarlyReplies({
    nowMs: () => at.nowMs,
    pauseMs: () => Math.max(0, at.nowMs - at.silentSinceMs),
    canAnswer,
    draft: ({ text }) => drafts.push(text),
    discard: () => discarded++,
  });
  const pass = (ms: number) => {
    for (let end = at.nowMs + ms; at.nowMs < end; at.nowMs += 20) replies.frame();
  };
  return {
    replies,
    drafts,
    discarded: () => discarded,
    speak(ms: number) {
      at.silentSinceMs = Number.POSITIVE_INFINITY;
      pass(ms);
    },
    pause(ms: number) {
      at.silentSinceMs = at.nowMs;
      pass(ms);
    },
  };
}

describe("early replies", () => {
  it("start once the caller pauses and the words no longer change", () => {
    const { replies, drafts, speak, pause } = setUp();
    replies.begin(1_000);
    replies.progress("four");
    speak(600);
    expect(drafts).toEqual([]);
    pause(60);
    replies.progress("four people");
    pause(80);
    expect(drafts).toEqual([]);
    pause(200);
    expect(drafts).toEqual(["four people"]);
  });

  it("are discarded when the words change, and start again, three times at most", () => {
    const { replies, drafts, discarded, pause } = setUp();
    replies.begin(1_000);
    for (const text of ["one", "one two", "one two three", "one two three four"]) {
      replies.progress(text);
      pause(300);
    }
    expect(drafts).toEqual(["one", "one two", "one two three"]);
    expect(discarded()).toBe(3);
  });

  it("stay when only case and punctuation change", () => {
    const { replies, drafts, discarded, pause } = setUp();
    replies.begin(1_000);
    replies.progress("is it open");
    pause(300);
    replies.progress("Is it open.");
    pause(300);
    expect({ drafts, discarded: discarded() }).toEqual({ drafts: ["is it open"], discarded: 0 });
    replies.progress("Is it open?");
    expect(discarded()).toBe(1);
  });

  it("start for no words that may not be answered, and for no speech of more than ten seconds", () => {
    const refused = setUp(() => false);
    refused.replies.begin(1_000);
    refused.replies.progress("my number is");
    refused.pause(500);
    expect(refused.drafts).toEqual([]);
    const long = setUp();
    long.replies.begin(1_000);
    long.speak(10_020);
    long.replies.progress("and then");
    long.pause(500);
    expect(long.drafts).toEqual([]);
  });
});
