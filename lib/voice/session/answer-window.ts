import { UNHEARD } from "@/lib/calls/conversation";
import { type Answer, echoOf, readAnswer } from "@/lib/calls/recordings";
import type { Words } from "./flow";

/** Longest wait for speech that began in a window: a long sentence and a slow transcriber. Then the answer is unclear. */
export const MOST_WINDOW_MS = 20_000;
/** Speech of more words than this that is no clear answer holds something for the conversation too. */
const ANSWER_WORDS = 4;

/** What was answered in a window, and the words in it that are the conversation's. */
export type Answered = { answer: Answer; words: Words | null };

type Heard = { answer: Exclude<Answer, "silence">; words: Words | null };

const join = (all: readonly Words[]): Words | null => {
  const [first] = all;
  const last = all.at(-1);
  if (first === undefined || last === undefined) return null;
  return { text: all.map(({ text }) => text).join(" "), startMs: first.startMs, endMs: last.endMs };
};

/** What an utterance answers, where `played` was being said. Null for its echo. */
function judge(words: Words, played: string | null, hasEchoed: boolean): Heard | null {
  if (words.text === UNHEARD) return { answer: "unclear", words: null };
  const answer = readAnswer(words.text);
  const echo = played === null ? "none" : echoOf(words.text, played);
  if (echo === "echo" || (echo === "maybe" && answer !== "no")) return null;
  // On a line that echoes, a short refusal may be the announcement's own words: the caller is asked.
  if (answer === "no" && (echo === "maybe" || (played !== null && hasEchoed)))
    return { answer: "unclear", words: null };
  const isMatter =
    answer === "other" || (answer === "unclear" && words.text.split(/\s+/).length > ANSWER_WORDS);
  return { answer, words: isMatter ? words : null };
}

/**
 * Collects what a caller answers to an announcement or a question, from the moment that it begins to be said until the
 * window behind it has closed: after its time, once all speech begun in it is understood or given up.
 */
export function makeAnswerWindow() {
  let answers: Heard[] = [];
  /** What is being said to the caller, or was when the present utterance began. */
  let played: string | null = null;
  let hasEchoed = false;
  let isSpeaking = false;
  let recognizing = 0;
  const playedAtStart: (string | null)[] = [];
  let close: (() => void) | null = null;
  let restart: (() => void) | null = null;
  let timers: NodeJS.Timeout[] = [];
  let isTimeUp = false;

  const clearTimers = () => {
    for (const timer of timers) clearTimeout(timer);
    timers = [];
  };
  const check = () => {
    if (isTimeUp && !isSpeaking && recognizing === 0) close?.();
  };
  const answer = (): Answer => {
    // A yes behind what was not understood settles it.
    const clear = answers.findLastIndex((one) => one.answer === "yes");
    if (answers.some((one) => one.answer === "no")) return "no";
    if (answers.findLastIndex((one) => one.answer === "unclear") > clear) return "unclear";
    if (clear >= 0) return "yes";
    return answers.length > 0 ? "other" : "silence";
  };

  return {
    /** Something is begun to be said that can be answered from now on. `again`: what was answered so far counts. */
    begin(text: string, again = false): void {
      if (!again) answers = [];
      played = text;
      hasEchoed = false;
    },
    /** It has been said. */
    said(): void {
      played = null;
    },
    answer,
    speechStarted(): void {
      isSpeaking = true;
      playedAtStart.push(played);
    },
    speechEnded(): void {
      isSpeaking = false;
      recognizing++;
    },
    isSpeaking: (): boolean => isSpeaking,
    /** Whether an utterance that began here is still to be understood. */
    isExpecting: (): boolean => recognizing > 0,
    /** An utterance was understood, or was none (null): what it answers. */
    heard(words: Words | null): Heard["answer"] | null {
      recognizing--;
      const before = playedAtStart.shift() ?? null;
      const heard = words === null ? null : judge(words, before, hasEchoed);
      if (words !== null && heard === null) hasEchoed = true;
      if (heard !== null) answers.push(heard);
      check();
      return heard?.answer ?? null;
    },
    key(pressed: "yes" | "no"): void {
      answers.push({ answer: pressed, words: null });
    },
    /** Waits for the window to close, `ms` from now or later. */
    wait(ms: number): Promise<Answered> {
      return new Promise((resolve) => {
        close = () => {
          close = null;
          restart = null;
          clearTimers();
          resolve({ answer: answer(), words: join(answers.flatMap((one) => one.words ?? [])) });
        };
        restart = () => {
          clearTimers();
          isTimeUp = false;
          const timeUp = () => {
            isTimeUp = true;
            check();
          };
          const giveUp = () => {
            if (isSpeaking || recognizing > 0) answers.push({ answer: "unclear", words: null });
            close?.();
          };
          timers = [setTimeout(timeUp, ms), setTimeout(giveUp, Math.max(ms, MOST_WINDOW_MS))];
        };
        restart();
      });
    },
    /** Closes the window at once. */
    close: (): void => close?.(),
    /** The line is gone: nobody can answer until `resume`, and then has the whole time again. */
    pause: clearTimers,
    resume: (): void => restart?.(),
  };
}
