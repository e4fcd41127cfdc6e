import { FRAME_MS } from "../audio/frame";
import type { Sentence } from "./sentences";

/** How long a voice needs for a character, about: the built-in one says 15 a second. */
const CHAR_MS = 66;

/** A sentence on its way to the caller. `whole`: the voice has made all of it. */
export type Spoken = { sentence: Sentence; made: number; played: number; whole: boolean };

/** The place behind the last whole word that ends at or before `at`. */
function wordEnd(text: string, at: number): number {
  if (at >= text.length) return text.length;
  const gap = /\s/.test(text.charAt(at)) ? at : text.slice(0, at).search(/\s\S*$/);
  return Math.max(0, gap);
}

/** How much of a sentence has been heard, in characters, to a whole word. Words are taken to be as long as they look. */
function heardOf({ sentence, made, played, whole }: Spoken, lagMs: number): number {
  const playedMs = Math.max(0, played * FRAME_MS - lagMs);
  const { length } = sentence.text;
  const wholeMs = whole ? made * FRAME_MS : Math.max(made * FRAME_MS, length * CHAR_MS);
  return wholeMs === 0 ? 0 : wordEnd(sentence.text, Math.floor((length * playedMs) / wholeMs));
}

/**
 * What the caller has heard of a turn, by the clock of what was played: whole sentences, and of the one that was cut off
 * its whole words. `lagMs`: how much later than it is sent a frame is heard.
 */
export function heardText(spoken: readonly Spoken[], lagMs: number): string {
  let text = "";
  // What was sent last is still on its way.
  let behindMs = spoken.reduce((sum, { played }) => sum + played * FRAME_MS, 0);
  for (const one of spoken) {
    behindMs -= one.played * FRAME_MS;
    const lateMs = Math.max(0, lagMs - behindMs);
    if (!one.whole || one.played < one.made || lateMs > 0)
      return (text + one.sentence.text.slice(0, heardOf(one, lateMs))).trimEnd();
    text += one.sentence.text;
  }
  return text;
}
