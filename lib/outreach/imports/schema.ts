import { z } from "zod";
import { CHANNELS, CONSENT_KEYS, type ConsentKey } from "@/lib/contacts/consent/values";
import { CampaignId } from "@/lib/outreach/campaigns/schema";
import {
  ATTESTED_CONSENTS_MISSING,
  ATTESTED_SOURCE_MISSING,
  USE_CHANNELS,
  USE_CONSENT_KEYS,
  USE_COUNTRY,
  USE_IMPORT_TIME_WITH_OFFSET,
} from "@/lib/platform/reasons/fields/outreach";
import { USE_LATER_YEAR } from "@/lib/platform/reasons/fields/platform";
import { writeFieldSentence } from "@/lib/platform/reasons/write-field-sentence";
import { id, nonBlankText, pageOf, pageQuery, Time } from "@/lib/platform/schema";

/** Accepted media types with their formats. */
export const FORMATS = { "text/csv": "csv", "application/json": "json" } as const;
/** Two hundred columns; the address, in which it is escaped, stays below Node's limit for headers. */
const MAX_MAPPING = 8_000;
const MAX_SOURCE = 200;
const MAX_LIST = 100;
const MAX_REASON = 1_000;

const ImportId = id("imp");
export const ImportParams = z.strictObject({ id: ImportId });

/** Whether invalid rows reject the whole file, or are skipped. */
const OnInvalid = z.enum(["reject", "skip"]);

const Status = z.enum(["queued", "checking", "applying", "completed", "failed"]);

const problemFields = {
  /** Name of the problem, for programs. */
  code: z.string(),
  /** Name of the sentence, for clients that translate it. Absent in imports of earlier releases. */
  reason: z.string().optional(),
  /** The problem for people, without values of the file. */
  message: z.string(),
  /** Values of the sentence: limits. Absent for a sentence without. */
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
};

/** A problem of a row. The header is row 1; null means the whole file. It never quotes the file's values. */
const RowError = z.strictObject({
  /**
   * Number of the row. In CSV the header is row 1, in JSON the first element is. Null for the whole file.
   */
  row: z.int().nullable(),
  /** Name of the column; null for the whole row. */
  column: z.string().nullable(),
  ...problemFields,
});
export type RowError = z.output<typeof RowError>;

const summaryFields = {
  id: ImportId,
  /** Content of the file: contacts, or a do-not-call list. */
  kind: z.enum(["contacts", "suppressions"]),
  /** Format of the file. */
  format: z.enum(["csv", "json"]),
  /** `checking` reads every row, `applying` stores the valid ones. `failed`: nothing was imported. */
  status: Status,
  /** Identifier of the campaign to which the contacts are added, `cmp_…`; null for none. */
  campaign_id: CampaignId.nullable(),
  /** Size of the file in bytes. */
  bytes: z.int(),
  /** Rows of the file; set after they have been checked. */
  rows: z.int(),
  /** Rows that the current status has processed. */
  done: z.int(),
  /** Contacts, or entries of the list, that are new. */
  created: z.int(),
  /** Contacts, or entries of the list, that existed already. */
  updated: z.int(),
  /** Rows that were merged into another row of the same number. */
  merged: z.int(),
  /** Handling of invalid rows: `skip` leaves them out, `reject` rejects the whole file. */
  on_invalid: OnInvalid,
  /** Rows that were not imported, because they are invalid and `on_invalid` is `skip`. */
  rejected: z.int(),
  /** Number of problems. `errors` has the first thousand. */
  error_count: z.int(),
  /** Identifier of the member, `mem_…`, or the API key, `key_…`, that sent the file. */
  created_by: z.string(),
  created_at: Time,
  /** Time at which the import was completed or failed; null before. */
  completed_at: Time.nullable(),
};
export const ImportSummary = z.strictObject(summaryFields);
export type ImportSummary = z.output<typeof ImportSummary>;
/**
 * A column of the file. `field` is the field that it was imported to, or `ignore`. `source`: the request's
 * mapping, the column's header, or the default for unknown columns, which become attributes. `values`: how
 * many rows have a value in it.
 */
const ImportColumn = z.strictObject({
  /** Name of the column in the file. */
  column: z.string(),
  /** Field to which the column is imported, such as `phone` or `attributes.plan`, or `ignore`. */
  field: z.string(),
  /**
   * Origin of the mapping: the request's mapping, the column's header, or the default for unknown columns.
   */
  source: z.enum(["mapping", "header", "default"]),
  /** Number of rows that have a value in it. */
  values: z.int(),
});
export type ImportColumn = z.output<typeof ImportColumn>;

/** Rows of a file with the same number. */
const RowGroup = z.strictObject({
  /** Numbers of the first 20 rows in the file. An import merges them into one contact. */
  rows: z.array(z.int()),
});

/**
 * `errors` holds the first thousand errors; `error_count` counts all. `columns` is set after the file has
 * been checked. `rejected_file`: the rejected rows as a CSV file; null without any, and after it was deleted.
 */
export const Import = z.strictObject({
  ...summaryFields,
  /** The first thousand problems. */
  errors: z.array(RowError),
  /** Every column of the file. Empty until the file has been checked. */
  columns: z.array(ImportColumn),
  /**
   * The merged rows with the same number, for the first 20 numbers that appear several times. Empty until the
   * import is completed.
   */
  merges: z.array(RowGroup),
  /**
   * The rejected rows as a CSV file, which `GET /contacts/imports/{id}/rejected` returns. Null without any,
   * and after it was deleted.
   */
  rejected_file: z
    .strictObject({
      /** Size of the file in bytes. */
      bytes: z.int(),
      /** Time at which the file is deleted. */
      expires_at: Time,
    })
    .nullable(),
});
export type Import = z.output<typeof Import>;
export const ImportPage = pageOf(ImportSummary);
export const ListImports = z.strictObject(pageQuery);
export type ListImports = z.output<typeof ListImports>;

const country = z
  .string()
  .regex(/^[A-Z]{2}$/, USE_COUNTRY)
  .optional();
const mapping = nonBlankText(MAX_MAPPING).optional();

const split = (text: string): string[] => text.split(",").map((part) => part.trim());
const isConsentKey = (key: string): key is ConsentKey =>
  CONSENT_KEYS.some((consentKey) => consentKey === key);

const ImportContactsQuery = z.strictObject({
  /** Adds every imported contact of the file to this campaign. */
  campaign_id: CampaignId.optional(),
  /** `column:field` pairs separated by commas, or a JSON object. Other columns become attributes. */
  mapping,
  /** Handling of invalid rows: `skip` leaves them out, `reject` rejects the whole file. */
  on_invalid: OnInvalid.default("skip"),
  /** The country of numbers without a country code. */
  country,
  /** Source of the consents in `consents`, and of those in the file without their own. */
  consent_source: nonBlankText(MAX_SOURCE).optional(),
  /** Whether the sender attests that the source applies to every row. Required for `consents`. */
  attest: z.enum(["true", "false"]).optional(),
  /** Consents of every contact of the file: `informational:call,informational:text`. */
  consents: z
    .string()
    .refine(
      (text) => split(text).every(isConsentKey),
      writeFieldSentence(USE_CONSENT_KEYS, { keys: CONSENT_KEYS.join(", ") }),
    )
    .transform((text) => CONSENT_KEYS.filter((key) => split(text).includes(key)))
    .optional(),
});

/** Consents for a whole file need a sender who attests them and states their source. */
export const ImportContacts = ImportContactsQuery.refine(
  ({ consents, attest, consent_source }) =>
    consents === undefined || (attest === "true" && consent_source !== undefined),
  {
    path: ["consents"],
    error: ATTESTED_SOURCE_MISSING,
  },
).refine(({ consents, attest }) => attest !== "true" || consents !== undefined, {
  path: ["attest"],
  error: ATTESTED_CONSENTS_MISSING,
});
export type ImportContacts = z.output<typeof ImportContactsQuery>;

export const PreviewImport = z.strictObject({
  /** `column:field` pairs separated by commas, or a JSON object, as the import takes it. */
  mapping,
  /** The country of numbers without a country code, as two letters (ISO 3166). */
  country,
  /** Source of the file's consents that name none. */
  consent_source: nonBlankText(MAX_SOURCE).optional(),
  /** The file is the first part of a larger one, so its last row may be cut. */
  partial: z.enum(["true", "false"]).optional(),
});
export type PreviewImport = z.output<typeof PreviewImport>;

/** A preview. Nothing of the file is stored. */
export const ImportPreview = z.strictObject({
  /** Format of the file. */
  format: z.enum(["csv", "json"]),
  /** Encoding of the file, as it was recognized. */
  encoding: z.string(),
  /** Character between the columns; null for JSON. */
  delimiter: z.string().nullable(),
  /** Every column of the file, with the field to which it would be imported. */
  columns: z.array(
    ImportColumn.extend({
      /** Name that the column has as an attribute. */
      attribute: z.string(),
    }),
  ),
  /** The first rows, with a text for each of `columns`. Long texts are cut. */
  sample: z.array(
    z.strictObject({
      /** Number of the row in the file. */
      row: z.int(),
      /** Texts of the row, one for each of `columns`. */
      values: z.array(z.string()),
    }),
  ),
  /** Number of checked rows. */
  rows: z.int(),
  /** Number of checked rows that can be imported. */
  valid: z.int(),
  /** Number of checked rows that cannot be imported. */
  invalid: z.int(),
  /** Checked rows that would be merged into another row of the same number. */
  merged: z.int(),
  /** The checked rows with the same number, for the first 20 numbers that appear several times. */
  merges: z.array(RowGroup),
  /** Whether all rows were checked. Otherwise the numbers are those of the first rows. */
  is_complete: z.boolean(),
  /** Why rows are invalid, the most frequent first. */
  reasons: z.array(
    z.strictObject({
      /** Name of the column; null for the whole row. */
      column: z.string().nullable(),
      ...problemFields,
      /** Number of rows with this problem. */
      count: z.int(),
      /** Number of the first row with this problem. */
      first_row: z.int(),
    }),
  ),
  /** Why the file cannot be imported with this mapping; null if it can. */
  problem: RowError.nullable(),
});
export type ImportPreview = z.output<typeof ImportPreview>;

/** PostgreSQL has no year 0. */
const Timestamp = z.iso
  .datetime({ offset: true, error: USE_IMPORT_TIME_WITH_OFFSET })
  .refine((at) => !at.startsWith("0000"), USE_LATER_YEAR)
  .transform((at) => new Date(at).toISOString());

export const ImportSuppressions = z.strictObject({
  /** The list's name. Importing under an existing name adds to that list. */
  list: nonBlankText(MAX_LIST).default("do-not-call"),
  /**
   * `column:field` pairs separated by commas, or a JSON object. Only the column of numbers, `phone`, is
   * imported.
   */
  mapping,
  /** The country of numbers without a country code, as two letters (ISO 3166). */
  country,
  /** When the entries expire; never by default. */
  expires_at: Timestamp.optional(),
  /** Channels to suppress, separated by commas: `call`, `text` or `call,text`. */
  channels: z
    .string()
    .refine((text) => split(text).every((channel) => CHANNELS.some((c) => c === channel)), USE_CHANNELS)
    .transform((text) => CHANNELS.filter((channel) => split(text).includes(channel)))
    .default([...CHANNELS]),
  /** Reason in free text, stored with each entry. */
  reason: z.string().max(MAX_REASON).default(""),
});
export type ImportSuppressions = z.output<typeof ImportSuppressions>;
