import { FRAME_MS } from "@/lib/platform/audio/frame";
import { type SpokenForm, writtenPosition } from "@/lib/voice/spoken";
import type { Sentence } from "./sentences";

/** How long a voice needs for a character, about: the built-in one says 15 a second. */
const CHAR_MS = 66;

/** A sentence on its way to the caller. */
export type PlayedSentence = {
  sentence: Sentence;
  /** The sentence as it is said, which takes the time. */
  spokenForm: SpokenForm;
  /** Frames of a voice that failed: the sentence began again after them. */
  abandonedFrames: number;
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

/** The position in the spoken text after this time of a voice that needs `wholeMs` for it. */
function spokenPosition({ sentence, spokenForm }: PlayedSentence, playedMs: number, wholeMs: number): number {
  // The pause after the sentence takes time too.
  const pauseChars = sentence.text.length - sentence.text.trimEnd().length;
  const length = spokenForm.text.length + pauseChars;
  return wholeMs <= 0 ? 0 : Math.floor((length * Math.max(0, playedMs)) / wholeMs);
}

/**
 * How much of a sentence has been heard, in characters, to a whole word. Spoken words are taken to be as long as they
 * look. Of a value that was heard in part, nothing counts.
 */
function heardOf(played: PlayedSentence, lagMs: number): number {
  const { sentence, spokenForm, abandonedFrames, synthesizedFrames, playedFrames, isComplete } = played;
  const playedMs = playedFrames * FRAME_MS - lagMs;
  const abandonedMs = abandonedFrames * FRAME_MS;
  const estimatedMs = spokenForm.text.length * CHAR_MS;
  const currentMs = (synthesizedFrames - abandonedFrames) * FRAME_MS;
  const wholeMs = isComplete ? currentMs : Math.max(currentMs, estimatedMs);
  const position = Math.max(
    spokenPosition(played, Math.min(playedMs, abandonedMs), Math.max(abandonedMs, estimatedMs)),
    spokenPosition(played, playedMs - abandonedMs, wholeMs),
  );
  return wordEnd(sentence.text, writtenPosition(spokenForm, sentence.text, position));
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
