import { describe, expect, test } from "vitest";
import { maskJson, maskText, type Presentation, presentTranscript, presentValues } from "./present";
import { extractSearchWords } from "./search-words";
import { findSpans } from "./spans";
import { agent, caller, tool, turnsOf, variable } from "./test/conversation";

const variables = [variable("account_number"), variable("smoker", "boolean", "whether you smoke")];
const values = { account_number: "12345678", smoker: true };
const turns = turnsOf([
  agent("Your account?", "account_number"),
  caller("it is 12345678", "account_number"),
  agent("Do you smoke?", "smoker"),
  caller("yes", "smoker"),
  tool({ account_number: "12345678" }),
]);
const spans = findSpans(turns, values, variables);
const sensitive = new Set(["account_number"]);
const base: Presentation = {
  turns,
  spans,
  isSettled: true,
  redact: true,
  sensitive,
  variables,
  knownValues: values,
  language: "en-US",
};
const texts = (overrides: Partial<Presentation>) =>
  presentTranscript({ ...base, ...overrides }).map(({ text }) => text);

describe("the one gate for transcripts", () => {
  test("settled: masked by the kept spans, in the API's shape", () => {
    expect(presentTranscript(base)[1]).toEqual({
      index: 1,
      role: "caller",
      text: "it is [account_number]",
      start_ms: 1,
      end_ms: 2,
      interrupted: false,
    });
    expect(texts({})).toEqual(["Your account?", "it is [account_number]", "Do you smoke?", "yes", null]);
  });

  test("marking a variable later masks what is stored", () => {
    expect(texts({ sensitive: new Set(["account_number", "smoker"]) })[3]).toBe("[smoker]");
  });

  test("not settled, or settled without spans: the live view", () => {
    for (const overrides of [{ isSettled: false }, { spans: null }, { isSettled: false, spans: null }]) {
      expect(texts(overrides)).toEqual(["Your account?", "[withheld]", "Do you smoke?", "yes", null]);
    }
  });

  test("redact: false lifts masks for text, settled or not, and never for a tool's values", () => {
    for (const settled of [true, false]) {
      const presented = presentTranscript({ ...base, redact: false, isSettled: settled, withheld: [1] });
      expect(presented[1]?.text).toBe("it is 12345678");
      expect(JSON.stringify(presented[4])).not.toContain("12345678");
    }
  });

  test.each([true, false])("a language that is not covered withholds every turn, settled: %s", (settled) => {
    for (const language of ["de-DE", null]) {
      const presented = presentTranscript({ ...base, language, isSettled: settled, redact: false });
      expect(presented.map(({ text }) => text)).toEqual([...Array(4).fill("[withheld]"), null]);
      expect(presented[4]?.tool).toMatchObject({ arguments: { masked: true }, result: { masked: true } });
    }
  });

  test("a turn in another language is withheld in an English call, even without masks", () => {
    const foreignTurns = turnsOf([
      agent("Your account?", null),
      caller("Es el cuatro ocho uno cinco uno seis", null),
      agent("Thank you. Su cuenta es la cuatro ocho uno cinco uno seis.", null),
    ]);
    const presentation = { ...base, turns: foreignTurns, spans: [], sensitive: new Set<string>() };
    for (const settled of [true, false]) {
      for (const redact of [true, false]) {
        const presented = presentTranscript({ ...presentation, isSettled: settled, redact });
        expect(presented.map(({ text }) => text)).toEqual(["Your account?", "[withheld]", "[withheld]"]);
      }
    }
  });

  test("turns that settling found unreadable are not looked for again", () => {
    const presented = presentTranscript({ ...base, unreadable: [0] });
    expect(presented.map(({ text }) => text).slice(0, 2)).toEqual(["[withheld]", "it is [account_number]"]);
  });

  test("turns that settling could not decide stay withheld", () => {
    const presented = presentTranscript({ ...base, withheld: [3, 4] });
    expect(presented[3]?.text).toBe("[withheld]");
    expect(presented[4]?.tool?.arguments).toEqual({ masked: true });
  });
});

test("sensitive values are shown as masked, and that there is none is shown", () => {
  expect(
    presentValues(
      { account_number: "1", day: "2026-11-24", smoker: null, zero: 0 },
      new Set(["account_number", "smoker", "zero"]),
    ),
  ).toEqual({
    account_number: { masked: true },
    day: "2026-11-24",
    smoker: null,
    zero: { masked: true },
  });
});

test("free texts and free JSON are masked as an agent's words and a tool's arguments are", () => {
  expect(maskText("Caller with 1234-5678 called. Fine.", values, sensitive, variables)).toBe(
    "Caller with [account_number] called. Fine.",
  );
  expect(maskText("They smoke. Fine.", values, new Set(["smoker"]), variables)).toBe("[smoker] Fine.");
  expect(maskText("", values, sensitive, variables)).toBe("");
  expect(maskJson({ ref: 12345678, list: ["a 12345678"] }, values, sensitive, variables)).toEqual({
    ref: { masked: true },
    list: ["a [account_number]"],
  });
});

test("words of a text: lower case, NFKC, each once, without stop words and masks", () => {
  expect(extractSearchWords("The ＢＬＵＥ café, the blue [account_number] o'clock 24 שלום")).toEqual([
    "blue",
    "café",
    "clock",
    "24",
    "שלום",
  ]);
  expect(extractSearchWords("x".repeat(65))).toEqual([]);
});
