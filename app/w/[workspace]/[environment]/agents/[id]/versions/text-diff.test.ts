import fc from "fast-check";
import { expect, test } from "vitest";
import { diffText, type Line } from "./text-diff";

/** A line as one sees it, with what is marked in brackets. */
const formatLine = (line: Line): string =>
  line.sign === "gap"
    ? `… ${line.lines}`
    : { same: "  ", added: "+ ", removed: "- " }[line.sign] +
      line.parts.map(({ text, marked }) => (marked ? `[${text}]` : text)).join("");

test("lines that came and went are told, and the words within a line that was changed", () => {
  const before = "You book visits.\nAsk for the day.\nBe brief.";
  const after = "You book visits.\nAsk for the week.\nBe brief.\nSay goodbye.";
  expect(diffText(before, after).map(formatLine)).toEqual([
    "  You book visits.",
    "- Ask for the [day].",
    "+ Ask for the [week].",
    "  Be brief.",
    "+ Say goodbye.",
  ]);
});

test("a line with little in common with what replaces it is another line", () => {
  expect(diffText("Ask for the day.", "Never give a price on the phone.").map(formatLine)).toEqual([
    "- Ask for the day.",
    "+ Never give a price on the phone.",
  ]);
});

test("what is the same far from a change is left out and counted", () => {
  const lines = Array.from({ length: 12 }, (_, at) => `line ${at}`);
  expect(diffText(lines.join("\n"), [...lines, "one more"].join("\n")).map(formatLine)).toEqual([
    "… 10",
    "  line 10",
    "  line 11",
    "+ one more",
  ]);
});

test("a text that was empty has no lines", () => {
  expect(diffText(null, "Good day.").map(formatLine)).toEqual(["+ Good day."]);
  expect(diffText("Good day.", null).map(formatLine)).toEqual(["- Good day."]);
  expect(diffText("same", "same")).toEqual([]);
});

test("both texts can be read off the difference: nothing is lost or made up", () => {
  const texts = fc
    .array(fc.constantFrom("a b c", "a b d", "", "x", "the same"), { minLength: 1, maxLength: 4 })
    .map((lines) => lines.join("\n"))
    .filter((text) => text !== "");
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      fc.pre(before !== after);
      const lines = diffText(before, after);
      const side = (leftOut: "added" | "removed") =>
        lines.flatMap((line) =>
          line.sign === "gap" || line.sign === leftOut ? [] : [line.parts.map(({ text }) => text).join("")],
        );
      if (lines.some(({ sign }) => sign === "gap")) return;
      expect(side("added").join("\n")).toBe(before);
      expect(side("removed").join("\n")).toBe(after);
    }),
  );
});

test("two texts that share nothing and are as long as a prompt may be are told at once", () => {
  const long = (word: string) => Array.from({ length: 12_000 }, (_, at) => `${word}${at}`).join("\n");
  const lines = diffText(long("a"), long("b"));
  expect(lines.filter(({ sign }) => sign === "removed")).toHaveLength(12_000);
  expect(lines.filter(({ sign }) => sign === "added")).toHaveLength(12_000);
});
