import { expect, it } from "vitest";
import { pastedOf, wrongLines } from "./pasted";

const TEXT = `+1 212 555 0123
+12125550124, Ada Lovelace, America/New_York

+12125550125;Etc/GMT-5\t
(212) 555-0126\tHopper\tGrace`;

it("reads a number, and a name and a zone if they are there, whatever stands between", () => {
  expect(pastedOf(TEXT)).toEqual([
    { line: 1, phone: "+1 212 555 0123" },
    { line: 2, phone: "+12125550124", name: "Ada Lovelace", timezone: "America/New_York" },
    { line: 4, phone: "+12125550125", timezone: "Etc/GMT-5" },
    { line: 5, phone: "(212) 555-0126", name: "Hopper Grace" },
  ]);
  expect(pastedOf(" \n\r\n")).toEqual([]);
});

it("tells what is wrong by the line that was pasted, not by the entry's place", () => {
  const pasted = pastedOf(TEXT);
  expect(
    wrongLines(pasted, [
      { pointer: "/contacts/3/phone", message: "Write the number with its country." },
      { pointer: "/contacts", message: "Too many." },
      { pointer: "/contacts/3/phone", message: "Write the number with its country." },
    ]),
  ).toEqual(["Line 5: Write the number with its country.", "Too many."]);
});
