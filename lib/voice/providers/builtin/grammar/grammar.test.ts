import { describe, expect, it } from "vitest";
import type { Expectation } from "../../port";
import { coverageOf } from "../coverage";
import { buildGrammar } from "./build";
import { heardFrom, textOf } from "./heard";
import { soundsOf } from "./letters-to-sounds";

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
    const { jsgf, words } = grammar(kind, ["Red", "Blue"]);
    const made = new Set([...jsgf.matchAll(/^(?:public )?<(\w+)> =/gm)].map(([, name]) => name));
    const named = [...jsgf.matchAll(/<(\w+)>/g)].map(([, name]) => name).filter((name) => name !== "NULL");
    expect(named.filter((name) => !made.has(name))).toEqual([]);
    expect(words.filter(({ sounds }) => sounds.length === 0).map(({ token }) => token)).toEqual([]);
  });

  it.each(KINDS)("of %s lets a caller opt out, ask for a human, and for the question again", (kind) => {
    const { jsgf } = grammar(kind);
    for (const rule of ["<stop> =", "<record> =", "<human> =", "<repeat> =", "<garbage> ="])
      expect(jsgf).toContain(rule);
  });

  it("has the names of choices, figures and signs too, and nothing that they could break it with", () => {
    const { jsgf, words, unspoken } = grammar("choice", [
      "Dental cleaning",
      "Plan 24",
      "L'Été; <stop> = x",
      "日本",
      "",
    ]);
    expect(jsgf).toContain("dental cleaning");
    expect(words.find(({ text }) => text === "24")?.sounds[0]).toMatch(/^T W EH N/);
    expect(jsgf.match(/^<stop> =/gm)?.length).toBe(1);
    expect(unspoken).toEqual(["日本", ""]);
  });
});

describe("what the built-in recogniser can do is told as data", () => {
  it("by kind", () => {
    const how = (kind: Expectation["kind"]) => coverageOf({ kind, language: "en-US" }).how;
    expect([how("yes_no"), how("text"), how("open")]).toEqual(["whole", "spelled", "phrases"]);
  });

  it("with the words whose sound it guesses, and the choices that it leaves to the keys", () => {
    const choices = ["Cleaning", "Zxyqwellbrook", "日本"];
    expect(coverageOf({ kind: "choice", choices, language: "en" })).toEqual({
      how: "whole",
      guessed: ["zxyqwellbrook"],
      byKeys: ["日本"],
    });
  });

  it("and in another language it can do nothing", () => {
    expect(coverageOf({ kind: "choice", choices: ["Ja"], language: "de" })).toEqual({
      how: "none",
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
    const word = (t: string, p: number) => ({ t, p, b: 0, d: 1 });
    const w = [word("<sil>", 0.1), word("yes", 0.9), word("(NULL)", 0.2), word("please", 0.7)];
    expect(heardFrom("yes please", () => ({ ...alignment, w })).confidence).toBe(0.7);
  });
});

it("says words that no dictionary has by their letters", () => {
  expect(soundsOf("phatch")).toEqual(["F AE CH"]);
  expect(soundsOf("Müller")[0]).toBe("M AH L ER");
  expect(soundsOf("quade")[0]).toBe("K W EY D");
  expect([soundsOf("日本"), soundsOf("x"), soundsOf("a".repeat(31))]).toEqual([[], [], []]);
});
