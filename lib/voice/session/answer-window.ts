import { NOT_UNDERSTOOD_TEXT } from "@/lib/calls/conversation";
import { type Answer, detectEcho, readAnswer } from "@/lib/calls/recordings";
import type { Words } from "./call-state-machine";

/**
 * Maximum wait for speech that started in a window: a long sentence and a slow transcriber. Then the answer
 * is unclear.
 */
export const MAX_WINDOW_MS = 20_000;
/** After a stall of this process, a timer runs before the sockets have been read: what was said is awaited. */
export const SETTLE_MS = 60;
/** Longer speech without a clear answer also contains words for the conversation. */
const ANSWER_WORDS = 4;

/** The answer given in a window, and the words in it that belong to the conversation. */
export type AnsweredWindow = { answer: Answer; words: Words | null };

type WindowAnswer = { answer: Exclude<Answer, "silence">; words: Words | null };

const join = (all: readonly Words[]): Words | null => {
  const [first] = all;
  const last = all.at(-1);
  if (first === undefined || last === undefined) return null;
  return { text: all.map(({ text }) => text).join(" "), startMs: first.startMs, endMs: last.endMs };
};

/** Classifies an utterance as an answer while `played` was played. Null for an echo of it. */
function judge(words: Words, played: string | null, hasEchoed: boolean): WindowAnswer | null {
  if (words.text === NOT_UNDERSTOOD_TEXT) return { answer: "unclear", words: null };
  const answer = readAnswer(words.text);
  const echo = played === null ? "none" : detectEcho(words.text, played);
  if (echo === "echo" || (echo === "maybe" && answer !== "no")) return null;
  // On a line with echo, a short refusal can be the announcement's own words: the caller is asked.
  if (answer === "no" && (echo === "maybe" || (played !== null && hasEchoed)))
    return { answer: "unclear", words: null };
  const isMatter =
    answer === "other" || (answer === "unclear" && words.text.split(/\s+/).length > ANSWER_WORDS);
  return { answer, words: isMatter ? words : null };
}

/**
 * Collects a caller's answers to an announcement or a question, from its start until its window has closed:
 * after its time, once all audio of that time is judged (`isBehind`) and all speech started in it is understood or
 * abandoned.
 */
export function createAnswerWindow(isBehind: () => boolean = () => false) {
  let answers: WindowAnswer[] = [];
  /** The text being played, or the one at the start of the current utterance. */
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
    if (!isTimeUp || isSpeaking || recognizing > 0) return;
    if (isBehind()) checkLater();
    else close?.();
  };
  const checkLater = () => void timers.push(setTimeout(check, SETTLE_MS));
  const answer = (): Answer => {
    // A later yes settles what was not understood.
    const clear = answers.findLastIndex((item) => item.answer === "yes");
    if (answers.some((item) => item.answer === "no")) return "no";
    if (answers.findLastIndex((item) => item.answer === "unclear") > clear) return "unclear";
    if (clear >= 0) return "yes";
    return answers.length > 0 ? "other" : "silence";
  };

  return {
    /** A text starts to play that can be answered from now on. `isRepeated`: earlier answers still count. */
    begin(text: string, isRepeated = false): void {
      if (!isRepeated) answers = [];
      played = text;
      hasEchoed = false;
    },
    /** The text has been played. */
    finishPlaying(): void {
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
    /** Whether an utterance that started in the window is still being transcribed. */
    isExpecting: (): boolean => recognizing > 0,
    /** An utterance was transcribed, or was not speech (null). Returns its answer. */
    handleWords(words: Words | null): WindowAnswer["answer"] | null {
      recognizing--;
      const before = playedAtStart.shift() ?? null;
      const judged = words === null ? null : judge(words, before, hasEchoed);
      if (words !== null && judged === null) hasEchoed = true;
      if (judged !== null) answers.push(judged);
      check();
      return judged?.answer ?? null;
    },
    key(pressed: "yes" | "no"): void {
      answers.push({ answer: pressed, words: null });
    },
    /** Waits until the window closes, `ms` from now or later. */
    wait(ms: number): Promise<AnsweredWindow> {
      return new Promise((resolve) => {
        close = () => {
          close = null;
          restart = null;
          clearTimers();
          resolve({ answer: answer(), words: join(answers.flatMap((item) => item.words ?? [])) });
        };
        restart = () => {
          clearTimers();
          isTimeUp = false;
          const timeUp = () => {
            isTimeUp = true;
            checkLater();
          };
          const giveUp = () => {
            if (isSpeaking || recognizing > 0 || isBehind()) answers.push({ answer: "unclear", words: null });
            close?.();
          };
          timers = [setTimeout(timeUp, ms), setTimeout(giveUp, Math.max(ms, MAX_WINDOW_MS))];
        };
        restart();
      });
    },
    /** Closes the window immediately. */
    close: (): void => close?.(),
    /** The line is lost: the caller can answer only after `resume`, and then has the whole time again. */
    pause: clearTimers,
    resume: (): void => restart?.(),
  };
}
