import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type LiveFacts, maskLive } from "./live";
import { agent, caller, type Line, tool, turnsOf, variable } from "./test/conversation";
import type { Values } from "./turn";

const VARIABLES = [
  variable("account_number"),
  variable("full_name"),
  variable("smoker", "boolean", "whether you smoke"),
  variable("day", "date"),
];

function visibleTexts(lines: readonly Line[], values: Values, beforehand: Values = {}): (string | null)[] {
  const facts: LiveFacts = {
    variables: VARIABLES,
    sensitive: new Set(VARIABLES.map(({ name }) => name)),
    knownValues: values,
    language: "en-US",
    participant: { priorValues: beforehand },
  };
  return maskLive(turnsOf(lines), facts).map(({ text }) => text);
}

describe("the participant of a conversation sees", () => {
  test("what they typed, and the agent saying it back in another form", () => {
    const values = { account_number: "48151623", day: "2026-11-24" };
    const lines = [
      agent("Your account number?", "account_number"),
      caller("four eight one five, sixteen twenty three", "account_number"),
      agent("4815 1623. Which day?", "day"),
      caller("the 24th of November 2026", "day"),
      agent("So account 48151623 on November 24.", null),
    ];
    expect(visibleTexts(lines, values)).toEqual(lines.map(({ text }) => text));
  });

  test("no value that a tool answered, also under a variable that the model saved it to", () => {
    const values = { account_number: "99887766" };
    const lines = [
      caller("What is my account number?", null),
      tool({ phone: "+12125550123" }, { account_number: "99887766" }, "look_up"),
      agent("It is 9988 7766, or nine nine eight eight seven seven six six.", null),
    ];
    expect(visibleTexts(lines, values)[2]).not.toMatch(/\d|nine|eight/);
  });

  test("no digits of a tool's answer that no variable holds", () => {
    const lines = [
      caller("Where is my parcel?", null),
      tool({}, { parcel: "7712345" }, "look_up"),
      agent("Parcel 7712345 arrives at 14:30, in 2 days.", null),
    ];
    expect(visibleTexts(lines, {})[2]).toBe("Parcel [digits] arrives at 14:30, in 2 days.");
  });

  test("no name that came from the contact, also once they have guessed it", () => {
    const values = { full_name: "Ada Lovelace" };
    const greeting = agent("Hello Ada Lovelace!", null);
    expect(visibleTexts([greeting], values, values)).toEqual(["Hello [full_name]!"]);
    expect(visibleTexts([caller("I am Ada Lovelace", null), greeting], values, values)[1]).toBe(
      "Hello [full_name]!",
    );
  });

  test("no yes or no that was known beforehand", () => {
    const line = agent("You told us that you smoke.", null);
    expect(visibleTexts([line], { smoker: true }, { smoker: true })[0]).not.toContain("smoke.");
  });
});

test("a value from another source stays masked, for all guesses that the participant types", () => {
  const guesses = ["4821", "4820 4821 4822", "is it 48 21?", "1234567890 4821 0987654321"];
  for (const guess of guesses) {
    const values = { account_number: "4821" };
    const texts = visibleTexts(
      [agent("Your number is 4821.", null), caller(guess, "account_number")],
      values,
      values,
    );
    expect(texts[0]).toBe("Your number is [account_number].");
  }
});

test("a value that the participant did not type stays masked in everything that the agent says about it", () => {
  const digits = fc.stringMatching(/^[1-9]\d{5,9}$/);
  const sentences = fc.constantFrom(
    "Your number is #.",
    "I have # on file, right?",
    "# it is",
    "Account #, balance 12.",
  );
  const typed = fc.constantFrom("hello", "yes please", "what do you have on file?", "I have 4 kids");
  fc.assert(
    fc.property(digits, sentences, typed, fc.boolean(), (value, form, words, spaced) => {
      const sentence = form.replace("#", spaced ? value.split("").join(" ") : value);
      const values = { account_number: value };
      const texts = visibleTexts([caller(words, null), agent(sentence, null)], values, values);
      expect((texts[1] ?? "").replaceAll(/\D/g, "")).not.toContain(value.slice(0, 4));
    }),
  );
});
