import { describe, expect, test } from "vitest";
import { maskLive } from "./live";
import { agent, caller, type Line, tool, turnsOf, variable } from "./test/conversation";
import type { Values } from "./turn";

const variables = [
  variable("account_number"),
  variable("full_name"),
  variable("day", "date"),
  variable("smoker", "boolean", "whether you smoke"),
];

function live(lines: readonly Line[], sensitive: string[], values: Values = {}) {
  return maskLive(turnsOf(lines), {
    variables,
    sensitive: new Set(sensitive),
    knownValues: values,
    language: "en-US",
  });
}
const texts = (lines: readonly Line[], sensitive: string[], values: Values = {}) =>
  live(lines, sensitive, values).map(({ text }) => text);

describe("caller turns before settling", () => {
  test("an answer for a sensitive variable is withheld whole, others are shown", () => {
    const lines = [
      agent("Your name?", "full_name"),
      caller("Jane", "full_name"),
      agent("What day?", "day"),
      caller("24 November", "day"),
      caller("hi", null),
    ];
    expect(texts(lines, ["full_name"])).toEqual([
      "Your name?",
      "[withheld]",
      "What day?",
      "24 November",
      "hi",
    ]);
  });

  test("where the model does not say what it asks, all are withheld if anything is sensitive", () => {
    expect(texts([caller("Jane")], ["full_name"])).toEqual(["[withheld]"]);
    expect(texts([caller("Jane")], [])).toEqual(["Jane"]);
  });

  test.each([
    ["take 123 please", "take [digits] please"],
    ["one two three", "[digits]"],
    ["double five six", "[digits]"],
    ["two thousand", "[digits]"],
    ["12 - 34", "[digits]"],
    ["4111 1111", "[digits]"],
    ["oh two one", "[digits]"],
    ["12 rooms", "12 rooms"],
    ["twenty four", "twenty four"],
    ["Oh, 24 November", "Oh, 24 November"],
    ["a hundred", "[digits]"],
  ])("runs of three or more digits are masked, spoken too: %s", (text, masked) => {
    expect(texts([caller(text, null)], [])).toEqual([masked]);
  });

  test("also a run that is split over neighboring turns", () => {
    expect(
      texts([caller("it's 12", null), agent("go on", null), caller("and then 34", null)], ["account_number"]),
    ).toEqual(["it's [digits]", "go on", "and then [digits]"]);
    expect(
      texts([caller("12 rooms", null), agent("When?", null), caller("on the 24", null)], ["account_number"]),
    ).toEqual(["12 rooms", "When?", "on the 24"]);
  });

  test("a known value said again is masked", () => {
    expect(
      texts([caller("I said Jane Marlowe", null)], ["full_name"], { full_name: "Jane Marlowe" }),
    ).toEqual(["I said [full_name]"]);
  });
});

describe("agent turns before settling", () => {
  test("known values are masked", () => {
    const lines = [caller("Jane", "full_name"), agent("Hello Jane. What day?", "day")];
    expect(texts(lines, ["full_name"], { full_name: "Jane" })).toEqual([
      "[withheld]",
      "Hello [full_name]. What day?",
    ]);
  });

  test("a sentence that repeats what a withheld turn said is withheld, while nothing is known yet", () => {
    const lines = [
      agent("Your name?", "full_name"),
      caller("it is jane, the marlowe one, 42", "full_name"),
      agent("Thanks Jane! Your name has 2 parts. Is 42 an age?", null),
    ];
    expect(texts(lines, ["full_name"])[2]).toBe("[withheld] Your name has 2 parts. [withheld]");
  });

  test("a model that says where it speaks a value is believed in its words, not in its digits", () => {
    const lines: Line[] = [
      caller("Jane Marlowe 42", "full_name"),
      { ...agent("Thanks Jane. The museum?", null), speaks: [{ variable: "full_name", start: 7, end: 11 }] },
      { ...agent("So 42.", null), speaks: [] },
    ];
    expect(texts(lines, ["full_name"])).toEqual([
      "[withheld]",
      "Thanks [full_name]. The museum?",
      "[withheld]",
    ]);
  });

  test("a sentence that speaks of a yes or no is masked once it was answered", () => {
    const lines = [
      agent("Do you smoke?", "smoker"),
      caller("yes", "smoker"),
      agent("A smoker, then. What day?", "day"),
    ];
    expect(texts(lines, ["smoker"])).toEqual(["Do you smoke?", "[withheld]", "[smoker] What day?"]);
  });

  test("digits over sentences are one run", () => {
    expect(texts([agent("1. 2. 3. Fine.", null)], [])).toEqual(["[digits]. Fine."]);
  });
});

describe("tool turns before settling", () => {
  test("known values, runs of digits, and leaves under a sensitive name are masked", () => {
    const [turn] = live(
      [tool({ account_number: "x1", day: "2026-11-24", note: "for Jane", n: 1234, k: 12 })],
      ["account_number", "full_name"],
      { full_name: "Jane" },
    );
    expect(turn?.tool?.arguments).toEqual({
      account_number: { masked: true },
      day: { masked: true },
      note: "for [full_name]",
      n: { masked: true },
      k: 12,
    });
  });

  test("arguments that hold what a withheld turn said withhold the call", () => {
    const masked = live(
      [
        caller("jane of the ash family", "full_name"),
        tool({ q: "ash" }, { hits: 1 }, "look_up"),
        tool({ q: "rooms" }, { hits: 1 }, "look_up"),
      ],
      ["full_name"],
    );
    expect(masked[1]?.tool).toEqual({
      name: "look_up",
      arguments: { masked: true },
      result: { masked: true },
      ok: true,
    });
    expect(masked[2]?.tool).toEqual({
      name: "look_up",
      arguments: { q: "rooms" },
      result: { hits: 1 },
      ok: true,
    });
  });
});

test("the view has the API's shape and the turns' own indexes", () => {
  const [turn] = maskLive(
    [{ ...turnsOf([{ ...agent("Hi. Ho.", "day"), speaks: [] }])[0], index: 7 } as never],
    { variables, sensitive: new Set(), knownValues: {}, language: "en-US" },
  );
  expect(turn).toEqual({
    index: 7,
    role: "agent",
    text: "Hi. Ho.",
    start_ms: 0,
    end_ms: 1,
    interrupted: false,
  });
});
