import { NUMBER_PROBLEMS, type NumberProblem, type ParsedNumber, parseNumber } from "@/lib/contacts/contacts";
import { detailSentence } from "@/lib/platform/errors";
import type { Cell, ReportProblem } from "./file-row";

/** Rules for reading numbers. `country`: two letters, for numbers without a country code. */
export type NumberRules = { country?: string };

/** `=`, `@`, `-`, and `+` before anything but digits begin a formula, which a spreadsheet would evaluate. */
const FORMULA = /^(?:[=@-]|\+\s*[^\d\s(])/;
/** 1.21255E+10: the last digits are lost. */
const ROUNDED = /^\d+(?:[.,]\d+)?E\+?\d+$/i;

const PHONE_MESSAGES = {
  formula: "This cell is a formula. Write the number itself, as text.",
  rounded: "The spreadsheet has rounded this number. Make the column text, and write the number again.",
} as const;

function phoneProblem(text: string): { code: string; message: string } | null {
  if (FORMULA.test(text)) return { code: "formula", message: PHONE_MESSAGES.formula };
  if (ROUNDED.test(text)) return { code: "rounded", message: PHONE_MESSAGES.rounded };
  return null;
}

const numberProblem = (code: NumberProblem): { code: string; message: string } => ({
  code,
  message:
    code === "no_country"
      ? "Write the number with its country code, such as +12125550123, or set the parameter country."
      : detailSentence(NUMBER_PROBLEMS[code]),
});

/** ISO 3166: a country, or a part of one such as `US-CA`. */
const REGION = /^([A-Z]{2})(?:-[A-Z0-9]{1,3})?$/;

/** The country of a number without a country code: the row's, else the file's. */
export function parseCountry(
  cell: Cell | undefined,
  { country }: NumberRules,
  reportProblem: ReportProblem,
): string | undefined {
  if (cell === undefined) return country;
  const [, code] = REGION.exec(String(cell.value).toUpperCase()) ?? [];
  if (code === undefined)
    reportProblem({
      column: cell.column,
      code: "unknown_region",
      message: "Use a country's two letters, such as US, or a region such as US-CA.",
    });
  return code;
}

/** Parses a row's number. `country`: the country of a number without a country code. */
export function parsePhone(
  cell: Cell | undefined,
  country: string | undefined,
  reportProblem: ReportProblem,
): ParsedNumber | null {
  if (cell === undefined) {
    reportProblem({ column: "phone", code: "required", message: "This row has no number." });
    return null;
  }
  const text = typeof cell.value === "number" ? String(cell.value) : cell.value;
  if (typeof text !== "string") {
    reportProblem({ column: cell.column, code: "invalid_type", message: "Write the number as text." });
    return null;
  }
  const parsed = parseNumber(text, country);
  if (parsed.ok && !FORMULA.test(text)) return parsed.number;
  const problem = phoneProblem(text) ?? (parsed.ok ? null : numberProblem(parsed.code));
  if (problem !== null) reportProblem({ column: cell.column, ...problem });
  return null;
}
