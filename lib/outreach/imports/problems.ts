import { NUMBER_PROBLEMS, type NumberProblem } from "@/lib/contacts/contacts";
import { CONTACTS_DETAILS } from "@/lib/platform/reasons/contacts";
import { type DetailReasons, type PlaceholderOf, writeSentence } from "@/lib/platform/reasons/reason-table";
import type { RowError } from "./schema";

/**
 * The problems of files and rows: code and sentence by reason. Rejected rows are downloaded with these sentences, so that they name what
 * a spreadsheet and the dashboard show, never parameters of the API. The dashboard has its texts by the same reasons.
 */
export const IMPORT_PROBLEMS = {
  number_missing: { code: "required", message: "This row has no phone number. Add one, or remove the row." },
  number_not_text: {
    code: "invalid_type",
    message: "The phone number is not text. Put it in quotation marks.",
  },
  number_formula: {
    code: "formula",
    message: "This cell is a formula. Write the number itself, as text.",
  },
  number_rounded: {
    code: "rounded",
    message:
      "The spreadsheet has rounded this number. Format the column as text, and write the number again.",
  },
  number_without_country_code: {
    code: "no_country",
    message:
      "The number has no country code. Write it with its country code, such as +12125550123, or choose a country for the whole file.",
  },
  number_of_unknown_country: CONTACTS_DETAILS.number_of_unknown_country,
  number_invalid: CONTACTS_DETAILS.number_invalid,
  number_too_short: CONTACTS_DETAILS.number_too_short,
  number_too_long: CONTACTS_DETAILS.number_too_long,
  number_with_extension: CONTACTS_DETAILS.number_with_extension,
  number_not_assigned: CONTACTS_DETAILS.number_not_assigned,
  region_unknown: {
    code: "unknown_region",
    message: "This is not a country. Write its two letters, such as US, or a region such as US-CA.",
  },
  text_not_storable: {
    code: "invalid_text",
    message: "This cell has characters that cannot be stored. Write its text again.",
  },
  name_too_long: { code: "too_long", message: "The name is too long. Use at most {max} characters." },
  name_not_text: { code: "invalid_type", message: "The name is not text. Put it in quotation marks." },
  zone_unknown: {
    code: "unknown_timezone",
    message: "This is not a time zone. Use an IANA time zone such as America/New_York.",
  },
  value_too_long: {
    code: "too_long",
    message:
      "The value or the name of its column is too long. Use at most {max} characters, and {maxName} for the name.",
  },
  value_not_simple: { code: "invalid_type", message: "Use text, a number, or true or false." },
  object_expected: { code: "invalid_json", message: 'Write a JSON object, such as {"plan": "gold"}.' },
  row_too_wide: {
    code: "too_many_columns",
    message: "The row has more cells than the header. Remove the extra cells, or name them in the header.",
  },
  attributes_too_many: {
    code: "too_many",
    message: "The row has more than {max} attributes. Import fewer columns.",
  },
  contact_attributes_too_many: {
    code: "too_many",
    message: "With this row's attributes the contact would have more than {max}. Import fewer columns.",
  },
  variables_too_many: {
    code: "too_many",
    message: "The row has more than {max} campaign values. Import fewer columns.",
  },
  consent_answer_unknown: {
    code: "invalid_consent",
    message: "This is not an answer. Write granted or revoked, yes or no, or leave the cell empty.",
  },
  consent_source_missing: {
    code: "no_consent_source",
    message:
      "The consent has no source. Add a column with the source of each consent, or state one source for the whole file.",
  },
  consent_date_invalid: {
    code: "invalid_consent",
    message: "This is not a date. Write a date such as 2026-11-24, or a time such as 2026-11-24T09:30:00Z.",
  },
  consent_text_too_long: {
    code: "invalid_consent",
    message: "This text of the consent is too long. Use at most {max} characters.",
  },
  consent_incomplete: {
    code: "invalid_consent",
    message: "A consent in this list is not complete: it needs a purpose, a channel, an answer and a source.",
  },
  consent_in_future: {
    code: "in_the_future",
    message: "The date of the consent is in the future. Write the date on which it was given or revoked.",
  },
  consents_not_list: { code: "invalid_consent", message: "Write a list of at most {max} consents." },
  consent_states_invalid: {
    code: "invalid_consent",
    message: "This is not the consent of an exported contact. Export the contacts again.",
  },
  suppression_invalid: {
    code: "invalid_suppression",
    message: "This is not the suppression of an exported contact. Export the contacts again.",
  },
  rows_too_many: {
    code: "too_many_rows",
    message: "The file has more than {max} rows. Split it, and import the parts.",
  },
  rows_missing: { code: "empty", message: "The file has no rows. Add a row for each contact." },
  encoding_not_utf8: {
    code: "invalid_encoding",
    message:
      "The file is not UTF-8, although its media type says so. Save it as UTF-8, or state its charset.",
  },
  column_unknown: {
    code: "no_such_column",
    message: "The file has no column of this name. Select its columns again.",
  },
  column_twice: {
    code: "column_twice",
    message: "Another column is imported as the same field. Change one of them, or do not import it.",
  },
  names_twice: {
    code: "column_twice",
    message: "Import either the full name, or the first and the last name.",
  },
  phone_column_missing: {
    code: "no_phone_column",
    message:
      "No column has phone numbers. Name a column phone in the first row, or select the one with numbers.",
  },
  columns_too_many: {
    code: "too_many_columns",
    message: "The file has more than {max} columns. Remove some.",
  },
  row_unbounded: {
    code: "malformed",
    message: "The row is too long. A quotation mark before it may not be closed.",
  },
  quote_open: { code: "malformed", message: "A quotation mark is not closed. Close it, or remove it." },
  quote_misplaced: {
    code: "malformed",
    message: 'Quotation marks are misplaced here. Put "…" around the whole cell and write "" for one inside.',
  },
  json_not_array: { code: "malformed", message: "The file is not one JSON array of objects, in UTF-8." },
  json_malformed: { code: "malformed", message: "This is not well-formed JSON. Correct it here." },
  json_open: { code: "malformed", message: "The JSON array is not closed. Add what is missing at the end." },
  element_too_long: { code: "row_too_large", message: "This element is too long. Shorten its values." },
  import_lost: { code: "lost", message: "The import could not be completed. Import the file again." },
  campaign_over: {
    code: "campaign_over",
    message: "The campaign has ended. Create a new campaign for these contacts.",
  },
} as const satisfies DetailReasons;

export type ImportReason = keyof typeof IMPORT_PROBLEMS;
type Placeholder<R extends ImportReason> = PlaceholderOf<(typeof IMPORT_PROBLEMS)[R]["message"]>;
/** A value for each placeholder of the sentence. */
export type ImportParams<R extends ImportReason> = [Placeholder<R>] extends [never]
  ? []
  : [params: { readonly [Name in Placeholder<R>]: number }];

/** A problem without its place. */
export type ImportProblem = Omit<RowError, "row" | "column">;

/** The code, the reason and the sentence of a problem, without values of the file. */
export function importProblem<R extends ImportReason>(
  reason: R,
  ...[params]: ImportParams<R>
): ImportProblem {
  const { code, message }: { code: string; message: string } = IMPORT_PROBLEMS[reason];
  return { code, reason, message: writeSentence({ message }, params), ...(params && { params }) };
}

/** The problem of a phone number. */
export function numberProblem(code: NumberProblem): ImportProblem {
  const reason = NUMBER_PROBLEMS[code];
  return importProblem(reason === "number_without_country" ? "number_without_country_code" : reason);
}
