import { expect, it } from "vitest";
import { english } from "@/messages/testing/english";
import { lineErrors, readPaste } from "./pasted";

const t = english("campaigns.add");

const TEXT = `+1 212 555 0123
+12125550124, Ada Lovelace, America/New_York

+12125550125;Etc/GMT-5\t
(212) 555-0126\tHopper\tGrace`;

it("reads a number with an optional name and time zone, with any separator", () => {
  expect(readPaste(t, TEXT).entries).toEqual([
    { line: 1, phone: "+1 212 555 0123" },
    { line: 2, phone: "+12125550124", name: "Ada Lovelace", timezone: "America/New_York" },
    { line: 4, phone: "+12125550125", timezone: "Etc/GMT-5" },
    { line: 5, phone: "(212) 555-0126", name: "Hopper Grace" },
  ]);
  expect(readPaste(t, " \n\r\n").entries).toEqual([]);
});

it("reads a first line with names as the header of a table, whose other columns are the agent's variables", () => {
  expect(
    readPaste(t, "Name\tNumber\tday\tconstructor\nLovelace, Ada\t+12125550123\tMonday\t\n\n\t+12125550124"),
  ).toEqual({
    entries: [
      { line: 2, phone: "+12125550123", name: "Lovelace, Ada", variables: { day: "Monday" } },
      { line: 4, phone: "+12125550124" },
    ],
    variables: ["day", "constructor"],
    problems: [],
  });
  expect(readPaste(t, "phone, time zone, day\n+12125550123, UTC, Monday, 9").problems).toEqual([
    "Line 2: More values than the header has columns.",
  ]);
});

it("reports errors by the pasted line, not by the entry's index", () => {
  const { entries: pasted } = readPaste(t, TEXT);
  expect(
    lineErrors(
      t,
      pasted,
      [
        {
          in: "body",
          pointer: "/contacts/3/phone",
          code: "invalid",
          message: "Write the number with its country.",
        },
        { in: "body", pointer: "/contacts", code: "invalid", message: "Too many." },
        {
          in: "body",
          pointer: "/contacts/3/phone",
          code: "invalid",
          message: "Write the number with its country.",
        },
      ],
      ({ message }) => message,
    ),
  ).toEqual(["Line 5: Write the number with its country.", "Too many."]);
});
