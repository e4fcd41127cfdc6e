import fc from "fast-check";
import type { Half } from "@/test/adversary/generator";
import { OPENING_PHRASES, type OpeningPhrases } from "./opening-phrases";

/** Kinds of a caller's first sentence. */
export const OPENING_KINDS = ["greeting", "intent", "question", "small talk", "greeting and intent"] as const;
export type OpeningKind = (typeof OPENING_KINDS)[number];

/** Callers join two sentences with a mark, a word, or nothing, as transcribers often omit punctuation. */
const JOINTS = [", ", ". ", " ", " and ", "! ", " - "] as const;

const intentOf = ({ frames, things, requests }: OpeningPhrases): fc.Arbitrary<string> =>
  fc.oneof(
    fc
      .tuple(fc.constantFrom(...frames), fc.constantFrom(...things))
      .map(([frame, thing]) => frame.replace("{thing}", thing)),
    fc.constantFrom(...requests),
  );

/** The sentence as it is typed, or as a transcriber without punctuation and capitals writes it. */
const asWritten = (sentence: string, isPlain: boolean): string =>
  isPlain ? sentence.replace(/[.,?!]/g, "").toLowerCase() : sentence;

/** A first sentence of a kind, from one of the lists. */
export function openingSentence(kind: OpeningKind, half: Half): fc.Arbitrary<string> {
  const phrases = OPENING_PHRASES[half];
  const sentences: Record<OpeningKind, fc.Arbitrary<string>> = {
    greeting: fc.constantFrom(...phrases.greetings),
    intent: intentOf(phrases),
    question: fc.constantFrom(...phrases.questions),
    "small talk": fc.constantFrom(...phrases.smallTalk),
    "greeting and intent": fc
      .tuple(fc.constantFrom(...phrases.greetings), fc.constantFrom(...JOINTS), intentOf(phrases))
      .map((parts) => parts.join("")),
  };
  return fc.tuple(sentences[kind], fc.boolean()).map(([sentence, isPlain]) => asWritten(sentence, isPlain));
}

/** Introductions of a name. */
const INTRODUCTIONS = [
  "this is {name}",
  "my name is {name}",
  "I'm {name}",
  "{name} here",
  "{name} speaking",
] as const;

/** A first sentence that contains a name beside a greeting and an intent. */
export function sentenceWithName(half: Half): fc.Arbitrary<{ sentence: string; name: string }> {
  const phrases = OPENING_PHRASES[half];
  return fc
    .record({
      greeting: fc.constantFrom("", ...phrases.greetings.filter((greeting) => !greeting.includes("?"))),
      introduction: fc.constantFrom(...INTRODUCTIONS),
      name: fc.constantFrom(...phrases.names),
      intent: fc.oneof(fc.constant(""), intentOf(phrases)),
      joint: fc.constantFrom(", ", ". "),
    })
    .map(({ greeting, introduction, name, intent, joint }) => ({
      sentence: [greeting, introduction.replace("{name}", name), intent]
        .filter((part) => part !== "")
        .join(joint),
      name,
    }));
}
