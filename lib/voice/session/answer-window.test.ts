import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { NOT_UNDERSTOOD_TEXT } from "@/lib/calls/conversation";
import { type AnsweredWindow, createAnswerWindow, MAX_WINDOW_MS, SETTLE_MS } from "./answer-window";

const ANNOUNCEMENT = "This call is recorded. Say no or press 9 if you do not want to be recorded.";
const WINDOW_MS = 2_500;
/** When a window closes in which nothing is pending. */
const CLOSED_MS = WINDOW_MS + SETTLE_MS;
const words = (text: string) => ({ text, startMs: 0, endMs: 500 });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** An open window, and its result; null while it is open. */
function opened(isBehind?: () => boolean) {
  const window = createAnswerWindow(isBehind);
  window.begin(ANNOUNCEMENT);
  window.finishPlaying();
  const closed: { with: AnsweredWindow | null } = { with: null };
  void window.wait(WINDOW_MS).then((answered) => {
    closed.with = answered;
  });
  const say = (text: string | null) => {
    window.speechStarted();
    window.speechEnded();
    return window.handleWords(text === null ? null : words(text));
  };
  return { window, closed, say, pass: (ms: number) => vi.advanceTimersByTimeAsync(ms) };
}

describe("an answer window", () => {
  it("closes after its time, with silence where nothing was said", async () => {
    const { closed, pass } = opened();
    await pass(CLOSED_MS - 1);
    expect(closed.with).toBeNull();
    await pass(1);
    expect(closed.with).toEqual({ answer: "silence", words: null });
  });

  it("waits for speech that began in it, and for its transcriber", async () => {
    const { window, closed, pass } = opened();
    window.speechStarted();
    await pass(2 * WINDOW_MS);
    window.speechEnded();
    await pass(WINDOW_MS);
    expect(closed.with).toBeNull();
    window.handleWords(words("no"));
    await pass(0);
    expect(closed.with?.answer).toBe("no");
  });

  it("stays open while received audio waits to be judged, so that a no in it counts", async () => {
    let isBehind = true;
    const { closed, say, pass } = opened(() => isBehind);
    await pass(2 * CLOSED_MS);
    expect(closed.with).toBeNull();
    say("no");
    isBehind = false;
    await pass(SETTLE_MS);
    expect(closed.with?.answer).toBe("no");
  });

  it("is unclear if the audio is never judged", async () => {
    const { closed, pass } = opened(() => true);
    await pass(MAX_WINDOW_MS);
    expect(closed.with).toEqual({ answer: "unclear", words: null });
  });

  it("abandons unintelligible speech, as unclear", async () => {
    const { window, closed, pass } = opened();
    window.speechStarted();
    await pass(MAX_WINDOW_MS);
    expect(closed.with).toEqual({ answer: "unclear", words: null });
  });

  it("has the whole time again behind a line that was lost", async () => {
    const { window, closed, pass } = opened();
    await pass(WINDOW_MS - 100);
    window.pause();
    await pass(10 * WINDOW_MS);
    window.resume();
    await pass(CLOSED_MS - 1);
    expect(closed.with).toBeNull();
    await pass(1);
    expect(closed.with?.answer).toBe("silence");
  });

  it.each([
    [["yes"], "yes"],
    [[NOT_UNDERSTOOD_TEXT], "unclear"],
    [[NOT_UNDERSTOOD_TEXT, "yes"], "yes"],
    [["yes", NOT_UNDERSTOOD_TEXT], "unclear"],
    [["hello"], "other"],
    [["hello", "no"], "no"],
    [[null], "silence"],
  ])("combines %j to %s", async (utterances, answer) => {
    const { closed, say, pass } = opened();
    for (const utterance of utterances) say(utterance);
    await pass(CLOSED_MS);
    expect(closed.with?.answer).toBe(answer);
  });

  it("hands on words that answer something else, as one", async () => {
    const { closed, say, pass } = opened();
    say("hello");
    say("I want to book a table");
    await pass(CLOSED_MS);
    expect(closed.with?.words?.text).toBe("hello I want to book a table");
  });
});

describe("while the announcement is said", () => {
  const during = (...utterances: string[]) => {
    const window = createAnswerWindow();
    window.begin(ANNOUNCEMENT);
    return utterances.map((text) => {
      window.speechStarted();
      window.speechEnded();
      return window.handleWords(words(text));
    });
  };
  it("a no counts", () => expect(during("no")).toEqual(["no"]));
  it("its own echo is no answer", () => expect(during("if you do not want to be recorded")).toEqual([null]));
  it("a no is asked about on a line that echoes", () =>
    expect(during("this call is recorded say", "no")).toEqual([null, "unclear"]));
});
