import { expect, it } from "vitest";
import { readPaste, wrongLines } from "./pasted";

const TEXT = `+1 212 555 0123
+12125550124, Ada Lovelace, America/New_York

+12125550125;Etc/GMT-5\t
(212) 555-0126\tHopper\tGrace`;

it("reads a number with an optional name and time zone, with any separator", () => {
  expect(readPaste(TEXT).entries).toEqual([
    { line: 1, phone: "+1 212 555 0123" },
    { line: 2, phone: "+12125550124", name: "Ada Lovelace", timezone: "America/New_York" },
    { line: 4, phone: "+12125550125", timezone: "Etc/GMT-5" },
    { line: 5, phone: "(212) 555-0126", name: "Hopper Grace" },
  ]);
  expect(readPaste(" \n\r\n").entries).toEqual([]);
});

it("a first line with names makes a table, whose other columns are the agent's variables", () => {
  expect(
    readPaste("Name\tNumber\tday\tconstructor\nLovelace, Ada\t+12125550123\tMonday\t\n\n\t+12125550124"),
  ).toEqual({
    entries: [
      { line: 2, phone: "+12125550123", name: "Lovelace, Ada", variables: { day: "Monday" } },
      { line: 4, phone: "+12125550124" },
    ],
    variables: ["day", "constructor"],
    problems: [],
  });
  expect(readPaste("phone, time zone, day\n+12125550123, UTC, Monday, 9").problems).toEqual([
    "Line 2: It has more values than the first line has names.",
  ]);
});

it("tells what is wrong by the line that was pasted, not by the entry's place", () => {
  const { entries: pasted } = readPaste(TEXT);
  expect(
    wrongLines(pasted, [
      { pointer: "/contacts/3/phone", message: "Write the number with its country." },
      { pointer: "/contacts", message: "Too many." },
      { pointer: "/contacts/3/phone", message: "Write the number with its country." },
    ]),
  ).toEqual(["Line 5: Write the number with its country.", "Too many."]);
});
