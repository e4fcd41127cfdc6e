import { describe, expect, it } from "vitest";
import { foldWords } from "@/lib/platform/fold-words";
import { wordPrefixPattern } from "./word-prefix";

const begins = (prefix: string, text: string) =>
  foldWords(prefix).every((word) => new RegExp(wordPrefixPattern(word), "u").test(text));

describe("the pattern of a word prefix", () => {
  it.each([
    ["claim", "Claim intake"],
    ["int", "Claim intake"],
    ["INTAKE cl", "Claim intake"],
    ["two", "Line-two (test)"],
    ["nina", "Nobody nina@example.com"],
    ["пет", "Анна Петрова"],
  ])("%s is found in %s", (prefix, text) => expect(begins(prefix, text)).toBe(true));

  it.each([
    ["laim", "Claim intake"],
    ["claims", "Claim intake"],
    ["етр", "Анна Петрова"],
  ])("%s is not found in %s", (prefix, text) => expect(begins(prefix, text)).toBe(false));
});
