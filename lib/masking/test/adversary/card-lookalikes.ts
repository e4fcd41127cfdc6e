import fc from "fast-check";
import { defineGenerator, phrase } from "@/test/adversary/generator";
import { agent, caller } from "../conversation";
import { card, groupsOf, leak } from "./cards";
import { fill } from "./dialogue";

const LOOKALIKES = ["l and O", "I and o", "i and O", "homophones", "homophones and figures", "radio"];
const LETTERS: Record<string, readonly [one: string, zero: string]> = {
  "l and O": ["l", "O"],
  "I and o": ["I", "o"],
  "i and O": ["i", "O"],
};
const HEARD = ["oh", "won", "to", "three", "for", "five", "six", "seven", "ate", "nine"];
const RADIO = ["zero", "wun", "two", "three", "fower", "fife", "six", "seven", "ait", "niner"];

/** A group as a transcriber or a font may show it; the first digit of a card stays a digit. */
function writeGroup(group: string, style: string, isFirst: boolean): string {
  const letters = LETTERS[style];
  const say = (words: readonly string[]) => [...group].map((digit) => words[Number(digit)]).join(" ");
  if (style === "radio") return say(RADIO);
  if (letters === undefined) return style === "homophones" || !isFirst ? say(HEARD) : group;
  const [one, zero] = letters;
  return [...group].map((digit) => (digit === "1" ? one : digit === "0" ? zero : digit)).join("");
}

const LEADS = [
  "it is {}",
  "my card is {}",
  "sure, {}",
  "the number is {} thanks",
  "{}",
  "okay here it is {}",
];

export const cardsInLookalikes = defineGenerator<{ digits: string; style: string; lead: string }>({
  name: "cards: letters and words for digits",
  cases: (half) =>
    fc.record({
      digits: card.filter((digits) => /^[2-9]/.test(digits)),
      style: phrase(LOOKALIKES, half),
      lead: phrase(LEADS, half),
    }),
  check({ digits, style, lead }) {
    const groups = groupsOf(digits).map((group, n) => writeGroup(group, style, n === 0));
    return leak([agent("And your number?", null), caller(fill(lead, `«${groups.join(" ")}»`), null)]);
  },
});
