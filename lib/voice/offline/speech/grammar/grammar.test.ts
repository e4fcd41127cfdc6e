import { describe, expect, it } from "vitest";
import type { Expectation } from "@/lib/agents/providers/schema";
import { coverageOf } from "../coverage";
import { automatonOf } from "./automaton";
import { buildGrammar } from "./build";
import { fsgOf } from "./fsg";
import { soundsOf } from "./letters-to-sounds";
import { networkOf } from "./network";
import { heardFrom, textOf } from "./parse-tokens";

const KINDS: Expectation["kind"][] = [
  "yes_no",
  "digits",
  "number",
  "date",
  "time",
  "phone",
  "email",
  "choice",
  "text",
  "open",
];
const grammar = (kind: Expectation["kind"], choices: string[] = []) =>
  buildGrammar({ kind, choices, language: "en" });

describe("the grammar of what is asked for", () => {
  it.each(KINDS)("of %s names no rule that is not there, and no word without a sound", (kind) => {
    const { rules, words } = grammar(kind, ["Red", "Blue"]);
    const named = [...rules.values()].flatMap((rule) =>
      [...rule.matchAll(/<(\w+)>/g)].map(([, name]) => name),
    );
    expect(named.filter((name = "") => !rules.has(name))).toEqual([]);
    expect(words.filter(({ sounds }) => sounds.length === 0).map(({ token }) => token)).toEqual([]);
  });

  it.each(KINDS)("of %s lets a caller opt out, ask for a human, and for the question again", (kind) => {
    const { rules, garbage } = grammar(kind);
    for (const rule of ["stop", "record", "human", "repeat"])
      expect(rules.get("anytime")).toContain(`<${rule}>`);
    expect(garbage.length).toBeGreaterThan(30);
  });

  it("has the names of choices, figures and signs too, and nothing that they could break it with", () => {
    const choices = ["Dental cleaning", "Plan 24", "L'Été; <stop> = x", "日本", ""];
    const { rules, words, unspoken } = grammar("choice", choices);
    expect(rules.get("label")).toContain("dental cleaning");
    expect(rules.get("label")).not.toContain("<");
    expect(words.find(({ text }) => text === "24")?.sounds[0]).toMatch(/^T W EH N/);
    expect(unspoken).toEqual(["日本", ""]);
  });
});

describe("the automaton of a grammar", () => {
  const automaton = (rules: Record<string, string>) =>
    automatonOf(networkOf(new Map(Object.entries(rules)), [{ rule: "top", weight: 1 }]));
  /** The weight of a sequence of words; null if it is not in the grammar. */
  const weighed = (rules: Record<string, string>, text: string): number | null => {
    const states = automaton(rules);
    let [at, weight] = [0, 1];
    for (const word of text.split(" ")) {
      const arc = states[at]?.arcs.find((candidate) => candidate.word === word);
      if (arc === undefined) return null;
      [at, weight] = [arc.to, weight * arc.weight];
    }
    const ends = states[at]?.ends ?? 0;
    return ends === 0 ? null : weight * ends;
  };

  it("takes what the rules do, and nothing else", () => {
    const rules = { top: "[please] (call | ring) <whom> [again | back]+", whom: "me | us" };
    for (const text of ["call me", "please ring us", "ring me again", "call us back again back"])
      expect(weighed(rules, text)).not.toBeNull();
    for (const text of ["please", "call", "me call", "call me us", "please please call me"])
      expect(weighed(rules, text)).toBeNull();
  });

  it("weighs each of several alternatives alike, and takes the best of several ways", () => {
    const rules = { top: "yes | yes please | no", again: "yes" };
    expect(weighed(rules, "no")).toBeCloseTo(1 / 3, 3);
    expect(weighed(rules, "yes please")).toBeCloseTo(1 / 3, 3);
    const twice = { top: "(yes | no | maybe) | yes" };
    expect(weighed(twice, "yes")).toBeCloseTo(1 / 2, 3);
    expect(weighed(twice, "maybe")).toBeCloseTo(1 / 6, 3);
  });

  it("counts every word of what is said over and over", () => {
    const rules = { top: "<digit>+", digit: "one | two" };
    expect(weighed(rules, "one")).toBeCloseTo(1 / 4, 3);
    expect(weighed(rules, "one two one")).toBeCloseTo(1 / 64, 4);
  });

  it("has one state where the same may follow, however often the rules say so", () => {
    const ends = "please | thanks | thank you";
    const states = automaton({
      top: "call <whom> [<tail>] | ring <whom> [<tail>]",
      whom: "me | us",
      tail: ends,
    });
    expect(states.length).toBe(5);
    expect(states.reduce((sum, { arcs }) => sum + arcs.length, 0)).toBe(2 + 2 + 3 + 1);
  });

  it("refuses rules that lack a bracket, name what is not there, or name themselves", () => {
    expect(() => automaton({ top: "(yes | no" })).toThrow("lacks a )");
    expect(() => automaton({ top: "yes) no" })).toThrow("too many");
    expect(() => automaton({ top: "<nobody>" })).toThrow("No rule is named nobody");
    expect(() => automaton({ top: "yes <top>" })).toThrow("names itself");
  });

  it.each(KINDS)("of %s is small enough for real-time search", (kind) => {
    const lines = fsgOf(grammar(kind, ["Red", "Blue"])).split("\n");
    expect(Number(lines[1]?.split(" ")[1])).toBeLessThan(300);
    // Each silent step is taken in every hundredth of a second.
    expect(lines.filter((line) => line.split(" ").length === 4).length).toBeLessThan(150);
  });
});

describe("what the built-in transcriber can do is told as data", () => {
  it("by kind", () => {
    const modeOf = (kind: Expectation["kind"]) => coverageOf({ kind, language: "en-US" }).mode;
    expect([modeOf("yes_no"), modeOf("text"), modeOf("open")]).toEqual(["whole", "spelled", "phrases"]);
  });

  it("with the words whose sound it guesses, and the choices that it leaves to the keys", () => {
    const choices = ["Cleaning", "Zxyqwellbrook", "日本"];
    expect(coverageOf({ kind: "choice", choices, language: "en" })).toEqual({
      mode: "whole",
      guessed: ["zxyqwellbrook"],
      byKeys: ["日本"],
    });
  });

  it("and in another language it can do nothing", () => {
    expect(coverageOf({ kind: "choice", choices: ["Ja"], language: "de" })).toEqual({
      mode: "none",
      guessed: [],
      byKeys: ["Ja"],
    });
  });
});

describe("what was heard", () => {
  const alignment = { t: "", b: 0, d: 1, p: 1, w: [] };

  it("is written as the conversation reads it", () => {
    expect(textOf("at three thirty l_p l_m")).toBe("at three thirty p m");
    expect(textOf("nine oclock")).toBe("nine o'clock");
    expect(textOf("thats right")).toBe("that's right");
    expect(textOf("x_c3a9t")).not.toBe("");
  });

  it("is nothing where any of it was something else", () => {
    expect(heardFrom("four zz_ae zz_t", () => alignment).understood).toBe(false);
    expect(heardFrom("", () => alignment)).toEqual({ text: "", confidence: 0, understood: false });
  });

  it("is as sure as its least sure word", () => {
    const word = (t: string, p: number, d: number) => ({ t, p, b: 0, d });
    const w = [
      word("<sil>", 0.1, 1),
      word("yes", 0.9, 0.5),
      word("(NULL)", 0.2, 0.01),
      word("please", 0.7, 0.5),
    ];
    const confidence = (words: typeof w) =>
      heardFrom("yes please", () => ({ ...alignment, w: words })).confidence;
    expect(confidence(w)).toBe(confidence(w.slice(3)));
    expect(confidence(w)).toBeLessThan(confidence(w.slice(0, 2)));
    // The same probability of a longer word is a better fit.
    expect(confidence([word("yes", 0.9, 0.2)])).toBeLessThan(confidence([word("yes", 0.9, 0.6)]));
  });
});

it("says words that no dictionary has by their letters", () => {
  expect(soundsOf("phatch")).toEqual(["F AE CH"]);
  expect(soundsOf("Müller")[0]).toBe("M AH L ER");
  expect(soundsOf("quade")[0]).toBe("K W EY D");
  expect([soundsOf("日本"), soundsOf("x"), soundsOf("a".repeat(31))]).toEqual([[], [], []]);
});
