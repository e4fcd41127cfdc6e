import {
  DIGITS,
  MONTHS,
  MONTHS_SHORT,
  ORDINAL_SUFFIXES,
  ORDINALS,
  TEENS,
  TENS,
  WEEKDAYS,
  WEEKDAYS_SHORT,
} from "@/lib/masking/number-words";
import type { Lexicon } from "./lexicon";

const list = (words: string): string[] => words.split(/\s+/).filter((word) => word !== "");

/** Each word in lower case, followed by its variants. */
const combine = (words: readonly string[], phrases: readonly (readonly string[])[] = []): string[][] =>
  words.map((word, index) => [word.toLowerCase(), ...(phrases[index] ?? [])]);

/** The words of English for numbers, letters, dates and times. Another language is another `Lexicon`. */
export const english: Lexicon = {
  // "wun", "fower", "fife", "ait" and "niner" are the radio pronunciations of 1, 4, 5, 8 and 9 (ICAO Annex 10, volume II,
  // 5.2.1.4.3.1). "tree" and "too" are left out, as they are ordinary words.
  digits: combine(DIGITS, [
    ["nought", "naught", "nil"],
    ["wun"],
    [],
    [],
    ["fower"],
    ["fife"],
    [],
    [],
    ["ait"],
    ["niner"],
  ]),
  looseZeros: ["oh", "o"],
  plurals: [
    ["zeros", "zeroes", "ohs", "noughts"],
    ["ones"],
    ["twos"],
    ["threes"],
    ["fours"],
    ["fives"],
    ["sixes"],
    ["sevens"],
    ["eights"],
    ["nines", "niners"],
  ],
  teens: combine(TEENS),
  tens: combine(TENS, [[], [], ["fourty"]]),
  scales: {
    hundred: 100,
    thousand: 1000,
    thou: 1000,
    grand: 1000,
    k: 1000,
    million: 1_000_000,
    mil: 1_000_000,
  },
  times: { double: 2, triple: 3, treble: 3, quadruple: 4 },
  oneWords: ["a"],
  and: ["and"],
  ordinals: ORDINALS,
  ordinalSuffixes: ORDINAL_SUFFIXES,
  months: combine(MONTHS, MONTHS_SHORT),
  weekdays: combine(WEEKDAYS, WEEKDAYS_SHORT),
  relativeDays: list(
    "today tonight tomorrow yesterday last ago next coming following week weeks weekend month months year years day days fortnight end beginning christmas easter eve birthday",
  ),
  clock: {
    half: ["half"],
    quarter: ["quarter"],
    past: ["past", "after"],
    to: ["to", "before", "till"],
    minutes: ["minutes", "minute"],
    am: ["am"],
    pm: ["pm"],
    exact: ["clock", "oclock"],
    at: ["at", "by", "around", "for"],
    named: { noon: 720, midday: 720, midnight: 0 },
  },
  dayParts: list(
    "morning afternoon evening night lunchtime dawn dusk hour hours minutes minute noon midday midnight half quarter past clock oclock am pm",
  ),
  letters: {
    alpha: "a",
    alfa: "a",
    bravo: "b",
    charlie: "c",
    delta: "d",
    echo: "e",
    foxtrot: "f",
    golf: "g",
    hotel: "h",
    india: "i",
    juliet: "j",
    juliett: "j",
    kilo: "k",
    lima: "l",
    mike: "m",
    november: "n",
    oscar: "o",
    papa: "p",
    quebec: "q",
    romeo: "r",
    sierra: "s",
    tango: "t",
    uniform: "u",
    victor: "v",
    whiskey: "w",
    whisky: "w",
    xray: "x",
    yankee: "y",
    zulu: "z",
    zed: "z",
    zee: "z",
    aitch: "h",
  },
  asIn: [["as", "in"], ["for"], ["like"]],
  joiners: list(
    "uh um er erm ah eh hm hmm mm dash hyphen minus slash stroke space comma point dot period underscore then next",
  ),
  softJoiners: list(
    "and at plus by followed again capital uppercase lowercase upper lower case small letter letters digit digits number sign hash",
  ),
  corrections: list(
    "no nope sorry wait actually mean meant rather correction wrong instead mistake not scratch",
  ),
  agreement: list(
    "yes yeah yep yup yea no nope nah not never always sure correct right true false do does don dont did didn absolutely definitely certainly course indeed negative affirmative",
  ),
  smallTalk: list(`
    a ah alright am and are can could come did do does er erm excuse fine for get give go going good got great
    have hear hello here hey hi hm hmm hold i in is it its just let ll m me mean minute mm moment my no nope not now of
    oh ok okay on or over pardon please re repeat right say said second see so sorry sure t thank thanks that
    the them then there this to uh um understand ve wait was we well what when which who why will would yeah yep yes
    you your again next rest first last more continue s d be been human person someone somebody real agent operator
    speak talk representative stop number account digits letter letters name email mail address date time phone reference
    code id order bye goodbye perfect understood noted welcome starts ends begins followed by with it's i'm that's don dont know think remember sec need question
  `),
  stopWords: list(`
    a about above after again all also am an and any are as at be because been before being below between both but by
    can could d did do does doing don down during each few for from further had has have having he her here hers him
    his how i if in into is it its just ll m me more most my no nor not now o of off oh ok okay on once only or other
    our ours out over own please re s same she should so some such t than thank thanks that the their theirs them then
    there these they this those through to too uh um under until up us ve very was we were what when where which while
    who whom why will with would yes you your yours
  `),
};
