import { FRAME_MS } from "@/lib/platform/audio/frame";
import type { Sentence } from "./sentences";

/** How long a voice needs for a character, about: the built-in one says 15 a second. */
const CHAR_MS = 66;

/** A sentence on its way to the caller. `whole`: the voice has made all of it. */
export type PlayedSentence = {
  sentence: Sentence;
  synthesizedFrames: number;
  playedFrames: number;
  isComplete: boolean;
};

/** The place behind the last whole word that ends at or before `at`. */
function wordEnd(text: string, at: number): number {
  if (at >= text.length) return text.length;
  const gap = /\s/.test(text.charAt(at)) ? at : text.slice(0, at).search(/\s\S*$/);
  return Math.max(0, gap);
}

/** How much of a sentence has been heard, in characters, to a whole word. Words are taken to be as long as they look. */
function heardOf(
  { sentence, synthesizedFrames, playedFrames, isComplete }: PlayedSentence,
  lagMs: number,
): number {
  const playedMs = Math.max(0, playedFrames * FRAME_MS - lagMs);
  const { length } = sentence.text;
  const wholeMs = isComplete
    ? synthesizedFrames * FRAME_MS
    : Math.max(synthesizedFrames * FRAME_MS, length * CHAR_MS);
  return wholeMs === 0 ? 0 : wordEnd(sentence.text, Math.floor((length * playedMs) / wholeMs));
}

/**
 * The text of a turn that the caller has heard, by playback time: whole sentences, and the whole words of an
 * interrupted one. `lagMs`: delay between sending and hearing a frame.
 */
export function heardText(sentences: readonly PlayedSentence[], lagMs: number): string {
  let text = "";
  // The last sent frames have not been heard yet.
  let behindMs = sentences.reduce((sum, { playedFrames }) => sum + playedFrames * FRAME_MS, 0);
  for (const played of sentences) {
    behindMs -= played.playedFrames * FRAME_MS;
    const lateMs = Math.max(0, lagMs - behindMs);
    if (!played.isComplete || played.playedFrames < played.synthesizedFrames || lateMs > 0)
      return (text + played.sentence.text.slice(0, heardOf(played, lateMs))).trimEnd();
    text += played.sentence.text;
  }
  return text;
}
