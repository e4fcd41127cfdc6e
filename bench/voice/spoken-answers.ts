import { carried } from "./caller";
import { type AnswerKind, answerItems } from "./corpus/items";
import { atLevel, carriedFrames } from "./corpus/line";
import { seededRandom } from "./corpus/random";
import { speakByEspeak } from "./corpus/voices";

/** Loudness of the callers, in dBFS. */
const LEVEL_DB = -22;

/**
 * Answers of one kind as a carrier sends them, by voices of espeak-ng on which nothing was tuned. Each is the same in every run.
 * Needs the Debian packages `espeak-ng` and `sox`.
 */
export const spokenAnswers = (kind: AnswerKind, count: number): string[][] =>
  answerItems("unseen", count, 0)
    .filter((item) => item.kind === kind && item.isAnswer && item.source.by === "espeak")
    .map(({ id, text, source }) => {
      if (source.by !== "espeak") throw new Error(`${id} is not by espeak-ng.`);
      const sound = atLevel(speakByEspeak(text, source.voice), LEVEL_DB);
      return carried(carriedFrames(sound, 0, seededRandom(id)));
    });
