import { NUMBER_PROBLEMS, type NumberProblem, type ParsedNumber, parseNumber } from "@/lib/contacts/contacts";
import { Attributes, MAX_ATTRIBUTES, Name } from "@/lib/contacts/contacts/schema";
import { TimeZone } from "@/lib/platform/schema";
import { type ConsentRules, consentsOf } from "./check-consents";
import type { Cell, Entry, FileRow, Note } from "./row";

/** How rows are read. */
export type RowRules = ConsentRules & { country?: string };

/** Variables of a row, as a campaign takes them. */
const MAX_VARIABLES = 100;

/** `=`, `@`, `-` and `+` before anything but digits begin a formula, which a spreadsheet would have worked out. */
const FORMULA = /^(?:[=@-]|\+\s*[^\d\s(])/;
/** 1.21255E+10: the digits behind are lost. */
const ROUNDED = /^\d+(?:[.,]\d+)?E\+?\d+$/i;

const PHONE = {
  formula: "This cell is a formula. Write the number itself, as text.",
  rounded: "The spreadsheet has rounded this number. Make the column text, and write the number again.",
} as const;

function phoneProblem(text: string): { code: string; message: string } | null {
  if (FORMULA.test(text)) return { code: "formula", message: PHONE.formula };
  if (ROUNDED.test(text)) return { code: "rounded", message: PHONE.rounded };
  return null;
}

const numberProblem = (code: NumberProblem): { code: string; message: string } => ({
  code,
  message:
    code === "no_country"
      ? "Write the number with its country, such as +12125550123, or say the country in the parameter country."
      : NUMBER_PROBLEMS[code],
});

function phoneOf(cell: Cell | undefined, { country }: RowRules, note: Note): ParsedNumber | null {
  if (cell === undefined) {
    note({ column: "phone", code: "required", message: "There is no number in this row." });
    return null;
  }
  const text = typeof cell.value === "number" ? String(cell.value) : cell.value;
  if (typeof text !== "string") {
    note({ column: cell.column, code: "invalid_type", message: "Write the number as text." });
    return null;
  }
  const read = parseNumber(text, country);
  if (read.ok && !FORMULA.test(text)) return read.number;
  const problem = phoneProblem(text) ?? (read.ok ? null : numberProblem(read.code));
  if (problem !== null) note({ column: cell.column, ...problem });
  return null;
}

/** Text that PostgreSQL cannot keep, or that would come back changed. */
const keepable = (value: unknown): boolean =>
  typeof value === "string"
    ? !value.includes("\0") && value.isWellFormed()
    : !/\\u(?:0000|d[89a-f])/.test(JSON.stringify(value));

/** Takes out what cannot be kept, and notes it. */
function keepableCells(cells: readonly Cell[], note: Note): Cell[] {
  return cells.filter(({ column, value, field }) => {
    if (keepable(value) && keepable(field)) return true;
    note({ column, code: "invalid_text", message: "Leave out NUL characters and lone surrogates." });
    return false;
  });
}

function nameOf(cell: Cell | undefined, note: Note): string | undefined {
  if (cell === undefined) return undefined;
  const read = Name.safeParse(cell.value);
  if (read.success) return read.data;
  note({ column: cell.column, code: "too_long", message: read.error.issues[0]?.message ?? "Write a name." });
  return undefined;
}

function zoneOf(cell: Cell | undefined, note: Note): string | undefined {
  if (cell === undefined) return undefined;
  const read = TimeZone.safeParse(cell.value);
  if (read.success) return read.data;
  note({
    column: cell.column,
    code: "unknown_timezone",
    message: "Use an IANA time zone such as America/New_York.",
  });
  return undefined;
}

/** The cells of `attributes.…` or `variables.…` by the names behind the dot; one that does not fit is noted. */
function namedOf(cells: readonly Cell[], prefix: "attributes." | "variables.", note: Note): Attributes {
  const own = cells.filter(({ field }) => field.startsWith(prefix));
  if (own.length === 0) return {};
  const all = Attributes.safeParse(
    Object.fromEntries(own.map(({ field, value }) => [field.slice(prefix.length), value])),
  );
  if (all.success) return all.data;
  const found: Attributes = {};
  for (const { field, column, value } of own) {
    const one = Attributes.safeParse(Object.fromEntries([[field.slice(prefix.length), value]]));
    if (one.success) Object.assign(found, one.data);
    else
      note({
        column,
        code: typeof value === "string" ? "too_long" : "invalid_type",
        message: "Use a text of at most 1,000 characters, a number or a boolean, under a name of at most 64.",
      });
  }
  return found;
}

/**
 * A row as an entry, or null where something is wrong, which is noted. Nothing of the row's values is. `known`: its
 * number, of a row that was read before.
 */
export function checkRow(
  { row, cells: all, surplus }: FileRow,
  rules: RowRules,
  note: Note,
  known?: ParsedNumber,
): Entry | null {
  let wrong = false;
  const noteIt: Note = (problem) => {
    wrong = true;
    note(problem);
  };
  if (surplus)
    noteIt({ column: null, code: "too_many_columns", message: "The row has more cells than the header." });
  const cells = keepableCells(all, noteIt);
  const cell = (field: string) => cells.find((one) => one.field === field);
  const number = known ?? phoneOf(cell("phone"), rules, noteIt);
  const name = nameOf(cell("name"), noteIt);
  const timezone = zoneOf(cell("timezone"), noteIt);
  const attributes = namedOf(cells, "attributes.", noteIt);
  const variables = namedOf(cells, "variables.", noteIt);
  if (Object.keys(attributes).length > MAX_ATTRIBUTES)
    noteIt({ column: null, code: "too_many", message: `Use at most ${MAX_ATTRIBUTES} attributes.` });
  const consents = consentsOf(cells, rules, noteIt);
  if (Object.keys(variables).length > MAX_VARIABLES)
    noteIt({ column: null, code: "too_many", message: `Use at most ${MAX_VARIABLES} variables.` });
  if (number === null || wrong) return null;
  return {
    row,
    number,
    attributes,
    variables,
    consents,
    ...(name !== undefined && { name }),
    ...(timezone !== undefined && { timezone }),
  };
}
