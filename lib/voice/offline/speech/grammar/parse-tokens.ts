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

/** A decoder's answer as the port has it; its confidence is that of the word that is least sure. */
export function heardFrom(tokens: string, alignment: () => Segment): Transcription {
  const text = textOf(tokens);
  if (text === "") return { text: "", confidence: 0, understood: false };
  const sure = (alignment().w ?? []).filter(isWord).map(({ p }) => p);
  return { text, confidence: Math.max(0, Math.min(1, ...sure)), understood: true };
}
