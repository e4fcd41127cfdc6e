import { expect, it } from "vitest";
import { IMPORT_PROBLEMS, importProblem } from "@/lib/outreach/imports/problems";
import { placeholdersIn } from "@/lib/platform/reasons/reason-table";
import { contacts } from "@/messages/en/contacts";
import { english } from "@/messages/testing/english";
import { problemText } from "./problem-text";

const TEXTS: Readonly<Record<string, string>> = contacts.import.problemText;
const t = english("contacts.import.problemText");

it("every problem of a file has a text with the values of its sentence", () => {
  expect(Object.keys(TEXTS).toSorted()).toEqual(Object.keys(IMPORT_PROBLEMS).toSorted());
  for (const [reason, { code, message }] of Object.entries(IMPORT_PROBLEMS)) {
    const names = placeholdersIn(message);
    const params = Object.fromEntries(names.map((name) => [name, 7]));
    expect([reason, problemText(t, { reason, params, message: code })]).not.toEqual([reason, code]);
    const used = [...(TEXTS[reason] ?? "").matchAll(/\{(\w+),/g)].map(([, name]) => name);
    expect([reason, used]).toEqual([reason, names]);
  }
});

it("no text names a field or a parameter of the API", () => {
  for (const text of [
    ...Object.values(TEXTS),
    ...Object.values(IMPORT_PROBLEMS).map(({ message }) => message),
  ])
    expect(text).not.toMatch(/\b[a-z]+_[a-z]+\b|parameter|mapping/);
});

it("a problem of an earlier or a later release has the server's sentence", () => {
  expect(problemText(t, { message: "The row is odd." })).toBe("The row is odd.");
  expect(problemText(t, { reason: "of_tomorrow", message: "The row is odd." })).toBe("The row is odd.");
  expect(problemText(t, importProblem("name_too_long", { max: 200 }))).toBe(
    "The name is too long. Use at most 200 characters.",
  );
});
