import type { Expectation } from "@/lib/agents/providers/schema";
import { cardinal } from "@/lib/voice/spoken";
import { pronunciations } from "./dictionary";
import { soundsOf } from "./letters-to-sounds";
import { any, LETTER, RULES, WRITTEN } from "./phrases";

/** A word as the decoder knows it: its name in the grammar, the text that it stands for, and the ways to say it. */
export type Word = { token: string; text: string; sounds: readonly string[] };

export type Grammar = {
  /**
   * Rules by name, for `parseRule`: `answer` matches the question, `anytime` matches after every question.
   */
  rules: ReadonlyMap<string, string>;
  /** Words that stand for a sound each: what is none of the others is heard as several of these. */
  garbage: readonly string[];
  words: readonly Word[];
  /** Words of choices that no dictionary has: they are listened for as they are spelled. */
  guessed: readonly string[];
  /** Choices that cannot be listened for at all: left to the keys. */
  unspoken: readonly string[];
};

/** The sounds of the model, for what is none of its words. */
const PHONES =
  "AA AE AH AO AW AY B CH D DH EH ER EY F G HH IH IY JH K L M N NG OW OY P R S SH T TH UH UW V W Y Z ZH".split(
    " ",
  );
const GARBAGE = "zz_";
const garbageOf = (phone: string): string => `${GARBAGE}${phone.toLowerCase()}`;
export const isGarbage = (token: string): boolean => token.startsWith(GARBAGE);
/** Answers to each kind of question, besides what can be said at any time. */
const ANSWERS: Readonly<Record<Expectation["kind"], string>> = {
  yes_no: "[<um>] (<yes> | <no>) [<tail>]",
  digits: "[<um>] [<lead> | <codeLead>] <digits> [<tail>]",
  number: "[<um>] [<lead>] <number> [<tail>]",
  date: "[<um>] [<wish>] <when> [<tail>]",
  time: "[<um>] [<wish>] <when> [<tail>]",
  phone: "[<um>] [<lead> | <phoneLead>] <phone> [<tail>]",
  email: "[<um>] [<lead> | <emailLead>] <email>",
  choice: "[<um>] [<wish>] <choice> [<tail>]",
  text: "[<um>] [<lead> | <codeLead>] <spelled>",
  open: "[<um>] (<yes> | <no>) [<tail>] | <greeting> | <request> [<tail>] | [<wish>] <when> [<tail>]",
};
/** Answers to the announcement of a recording, and to the questions about it. */
const ABOUT_RECORDING = "[<um>] (<no> | <refuse> | <permit>) [<tail>]";
const RECORDING_ANSWERS: Partial<Record<Expectation["kind"], string>> = {
  yes_no: ABOUT_RECORDING,
  // Days and times answer nothing that was asked: listened for, they are what an unusual refusal is mistaken for.
  open: `${ABOUT_RECORDING} | <greeting> | <mailbox> | <request> [<tail>]`,
};
const answersOf = ({ kind, topic }: Expectation): string =>
  (topic === "recording" ? RECORDING_ANSWERS[kind] : undefined) ?? ANSWERS[kind];
const ANY_TIME = ["<record>", "<stop>", "<human>", "<repeat>", "<unknown>", "<callback>", "<bye>"];

/** Choices that are listened for; more than a caller can keep in mind. */
const MAX_CHOICES = 100;
const MAX_CHOICE_WORDS = 12;

const wordsOf = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+(?:['\u2019]\p{L}+)*/gu) ?? []).map((word) =>
    word.replace("\u2019", "'"),
  );

/** The name of a word in a grammar; letters and digits pass, all else is written by its code. */
const tokenOf = (word: string): string =>
  /^[a-z]+$/.test(word) ? word : `x_${Buffer.from(word, "utf8").toString("hex")}`;

type Choices = { rule: string; label: string; words: Word[]; guessed: string[]; unspoken: string[] };

/** A figure is said as a number; words are looked up, else guessed. */
function wordOf(
  text: string,
  pronunciationsByWord: ReadonlyMap<string, readonly string[]>,
): Word & { guessed: boolean } {
  const spokenWords = /^\d{1,6}$/.test(text) ? cardinal(Number(text)).split(" ") : [text];
  const variants = spokenWords.map((word) => pronunciationsByWord.get(word) ?? []);
  const sounds =
    variants.length === 1
      ? (variants[0] ?? [])
      : variants.every(([first]) => first)
        ? [variants.map(([first]) => first).join(" ")]
        : [];
  const guess = sounds.length === 0 ? soundsOf(text) : [];
  return {
    token: tokenOf(text),
    text,
    sounds: guess.length === 0 ? sounds : guess,
    guessed: guess.length > 0,
  };
}

function choicesOf(choices: readonly string[]): Choices {
  const usedChoices = choices.slice(0, MAX_CHOICES);
  const numbers = usedChoices.flatMap(wordsOf).filter((word) => /^\d{1,6}$/.test(word));
  const pronunciationsByWord = pronunciations([
    ...usedChoices.flatMap(wordsOf),
    ...numbers.flatMap((number) => cardinal(Number(number)).split(" ")),
  ]);
  const result: Choices = {
    rule: "",
    label: "",
    words: [],
    guessed: [],
    unspoken: [...choices.slice(MAX_CHOICES)],
  };
  const phrases: string[] = [];
  for (const choice of usedChoices) {
    const words = wordsOf(choice).map((word) => wordOf(word, pronunciationsByWord));
    const sayable = words.length > 0 && words.length <= MAX_CHOICE_WORDS;
    if (!sayable || words.some(({ sounds }) => sounds.length === 0)) {
      result.unspoken.push(choice);
      continue;
    }
    result.words.push(...words);
    result.guessed.push(...words.filter(({ guessed }) => guessed).map(({ text }) => text));
    phrases.push(words.map(({ token }) => token).join(" "));
  }
  const places = "[the] (<ordinal9> | last) [one] | (option | number) <unit>";
  result.label = any(phrases.length > 0 ? phrases : ["<unit>"]);
  result.rule = any(["[the] <label> [one]", places]);
  return result;
}

const NAMED = /<(\w+)>/g;
/** A word of a rule: not a name in brackets. */
const TOKEN = /(?<![<\w])[a-z]\w*(?![\w>])/g;

/** Rules with all that they name, in any order. */
function withNamed(rules: Readonly<Record<string, string>>, names: Iterable<string>): Map<string, string> {
  const rulesByName = new Map<string, string>();
  const pending = [...names];
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    const rule = rules[name];
    if (rulesByName.has(name) || rule === undefined) continue;
    rulesByName.set(name, rule);
    for (const [, inner = ""] of rule.matchAll(NAMED)) pending.push(inner);
  }
  return rulesByName;
}

/** The names of letters lie in the dictionary under the letters; "a" is the article there first. */
const LETTER_A = "EY";

function baseWords(tokens: Iterable<string>): Word[] {
  const texts = [...tokens].map((token) => ({
    token,
    text: token.startsWith(LETTER) ? token.slice(LETTER.length) : (WRITTEN[token] ?? token),
  }));
  const pronunciationsByWord = pronunciations(texts.map(({ text }) => text));
  return texts.map(({ token, text }) => ({
    token,
    text,
    sounds: token === `${LETTER}a` ? [LETTER_A] : (pronunciationsByWord.get(text) ?? []),
  }));
}

/** The decoder's grammar while the agent asks this question. English. */
export function buildGrammar(expectation: Expectation): Grammar {
  const { kind, choices = [] } = expectation;
  const choiceGrammar = kind === "choice" ? choicesOf(choices) : null;
  const rules = {
    ...RULES,
    ...(choiceGrammar && { choice: choiceGrammar.rule, label: choiceGrammar.label }),
  };
  const yesNo = kind === "yes_no" || kind === "open" ? [] : ["<yes>", "<no>"];
  const top = {
    ...rules,
    answer: answersOf(expectation),
    anytime: any([...ANY_TIME, ...yesNo]),
  };
  const named = withNamed(top, ["answer", "anytime"]);
  const choiceTokens = new Set(choiceGrammar?.words.map(({ token }) => token));
  const tokens = new Set([...named.values()].flatMap((rule) => rule.match(TOKEN) ?? []));
  const words = [
    ...baseWords([...tokens].filter((token) => !choiceTokens.has(token))),
    ...new Map(
      (choiceGrammar?.words ?? []).map(({ token, text, sounds }) => [token, { token, text, sounds }]),
    ).values(),
    ...PHONES.map((phone) => ({ token: garbageOf(phone), text: "", sounds: [phone] })),
  ];
  const { guessed = [], unspoken = [] } = choiceGrammar ?? {};
  return { rules: named, garbage: PHONES.map(garbageOf), words, guessed, unspoken };
}
