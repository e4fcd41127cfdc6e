import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { expect, test } from "vitest";
import { csvLines, guardFormula, unguardFormula } from "./csv";

const COLUMNS = ["a", "b"];

test("CSV follows RFC 4180 and parses back, for any content", () => {
  const lines = [
    { a: 'say "hi", they said', b: "line\r\nbreak" },
    { a: "ünïcode 👋 שלום", b: { deep: [1, "x,y"] } },
    { a: null, b: 12.5 },
    { a: "one\nbreak", b: "another\rbreak" },
    { a: " space before", b: "and after " },
  ];
  const text = csvLines(COLUMNS, lines, true);
  expect(text.startsWith("a,b\r\n")).toBe(true);
  // Line breaks that end a record for some readers.
  for (const record_delimiter of [["\r\n"], ["\r\n", "\n", "\r"]])
    expect(parse(text, { record_delimiter, trim: true })).toEqual([
      COLUMNS,
      ['say "hi", they said', "line\r\nbreak"],
      ["ünïcode 👋 שלום", '{"deep":[1,"x,y"]}'],
      ["", "12.5"],
      ["one\nbreak", "another\rbreak"],
      [" space before", "and after "],
    ]);
});

test.each(["=1+1", "+12125550123", "-1", "@SUM(A1)", "\tx", "\rx", "＝1"])("%j is escaped", (value) => {
  const [row] = parse(csvLines(["a"], [{ a: value }], false), { record_delimiter: "\r\n" }) as string[][];
  expect(row).toEqual([`'${value}`]);
});

test("a later part has no header", () => {
  expect(csvLines(COLUMNS, [], false)).toBe("");
  expect(csvLines(COLUMNS, [], true)).toBe("a,b\r\n");
});

test("a guard is removed exactly, also from text that has apostrophes", () => {
  const text = fc.oneof(
    fc.string(),
    fc
      .tuple(
        fc.constantFrom("", "'", "''"),
        fc.constantFrom("=", "+", "-", "@", "\t", "\r", "x"),
        fc.string(),
      )
      .map((parts) => parts.join("")),
  );
  fc.assert(fc.property(text, (value) => unguardFormula(guardFormula(value)) === value));
  expect(unguardFormula("'Nora")).toBe("'Nora");
});
