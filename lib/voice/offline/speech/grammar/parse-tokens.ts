import type { Segment } from "soundswallower";
import type { Transcription } from "@/lib/agents/providers/schema";
import { isGarbage } from "./build";
import { LETTER, WRITTEN } from "./phrases";

const CODED = "x_";

function wordOf(token: string): string {
  if (token.startsWith(LETTER)) return token.slice(LETTER.length);
  if (token.startsWith(CODED)) return Buffer.from(token.slice(CODED.length), "hex").toString("utf8");
  return WRITTEN[token] ?? token;
}

/** The words of a decoder's answer; nothing, where any of it was something else. */
export function textOf(tokens: string): string {
  const spokenTokens = tokens.split(" ").filter((token) => token !== "");
  return spokenTokens.some(isGarbage) ? "" : spokenTokens.map(wordOf).join(" ");
}

/** Words of an answer, without the pauses, noises and empty steps between them. */
const isWord = ({ t }: Segment): boolean => /^[a-z]/.test(t);

/** The decoder's probabilities are powers of e of a thousandth of its scores (SENSCR_SHIFT of PocketSphinx). */
const SCORE_SCALE = 1_024;
const FRAMES_PER_SECOND = 100;
/** A score per frame below this is as unlike the word as sounds can be. */
const WORST_SCORE = -10;

/** How well the sound fits a word, 0..1: its score by time, compared to that of the best sounds of the model. */
function fitOf({ p, d }: Segment): number {
  const score = (Math.log(Math.max(p, Number.MIN_VALUE)) * SCORE_SCALE) / (d * FRAMES_PER_SECOND);
  return Math.max(0, Math.min(1, 1 - score / WORST_SCORE));
}

/** A decoder's answer as the port has it; its confidence is that of the word that fits worst. */
export function heardFrom(tokens: string, alignment: () => Segment): Transcription {
  const text = textOf(tokens);
  if (text === "") return { text: "", confidence: 0, understood: false };
  const fits = (alignment().w ?? []).filter((word) => isWord(word) && word.d > 0).map(fitOf);
  return { text, confidence: Math.min(1, ...fits), understood: true };
}
