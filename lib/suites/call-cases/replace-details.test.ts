import { expect, test } from "vitest";
import { replaceDetails } from "./replace-details";

const facts = {
  words: new Map([
    ["full_name", "Alex Sample"],
    ["party", "4"],
  ]),
  vocabulary: new Set(["hi", "this", "is", "i", "a", "table", "for", "on", "monday", "book", "my", "want"]),
};
const textOf = (line: string) => replaceDetails(line, facts)?.text;

test("masks become synthetic words, with the sentence around them", () => {
  expect(replaceDetails("Hi, this is [full_name], a table for [party].", facts)).toEqual({
    text: "Hi, this is Alex Sample, a table for 4.",
    omittedWords: 0,
  });
});

test("a line with a mask without synthetic words is left out", () => {
  expect(replaceDetails("It is [secret].", facts)).toBeNull();
});

test("names, numbers and addresses that no mask covers are not in the case", () => {
  expect(textOf("i want a table for Bob Miller on Monday")).toBe("i want a table for Sample on Monday");
  expect(textOf("book 48151623")).toBe("book 10000000");
  expect(textOf("my mail is bob@acme.test")).toBe("my mail is alex.sample@example.com");
  expect(textOf("see acme.test/bob")).toBe("see");
});

test("a sentence's first word that could be a name is left out and counted", () => {
  expect(replaceDetails("Maria. I want a table.", facts)).toEqual({
    text: "I want a table.",
    omittedWords: 1,
  });
});
