import { z } from "zod";
import { CHANNELS, CONSENT_KEYS, type ConsentKey } from "@/lib/contacts/consent/schema";
import { CampaignId } from "@/lib/outreach/campaigns/schema";
import { id, pageOf, pageQuery, Time, words } from "@/lib/platform/schema";

/** Media types of a file, and what each is. */
export const FORMATS = { "text/csv": "csv", "application/json": "json" } as const;
/** Bytes of a file. Source: the contract, limits. */
export const MAX_FILE = 25 * 1024 * 1024;
const MAX_MAPPING = 4_000;
const MAX_SOURCE = 200;
const MAX_LIST = 100;
const MAX_REASON = 1_000;

const ImportId = id("imp");
export const ImportParams = z.strictObject({ id: ImportId });

const Status = z.enum(["queued", "checking", "applying", "completed", "failed"]);

/** What is wrong with a row. The header is row 1; null: the file as a whole. It never quotes the file's values. */
const RowError = z.strictObject({
  row: z.int().nullable(),
  column: z.string().nullable(),
  code: z.string(),
  message: z.string(),
});
export type RowError = z.output<typeof RowError>;

const shown = {
  id: ImportId,
  kind: z.enum(["contacts", "suppressions"]),
  format: z.enum(["csv", "json"]),
  status: Status,
  campaign_id: CampaignId.nullable(),
  bytes: z.int(),
  /** Rows of the file; known once they have been checked. */
  rows: z.int(),
  /** Rows that the present status has seen. */
  done: z.int(),
  /** Contacts, or entries of the list, that were none before. */
  created: z.int(),
  /** Those that were there already. */
  updated: z.int(),
  /** Rows that went into another row of the same number. */
  merged: z.int(),
  error_count: z.int(),
  created_by: z.string(),
  created_at: Time,
  completed_at: Time.nullable(),
};
export const ImportSummary = z.strictObject(shown);
export type ImportSummary = z.output<typeof ImportSummary>;
/** `errors` holds the first thousand; `error_count` counts all. */
export const Import = z.strictObject({ ...shown, errors: z.array(RowError) });
export type Import = z.output<typeof Import>;
export const ImportPage = pageOf(ImportSummary);
export const ListImports = z.strictObject(pageQuery);
export type ListImports = z.output<typeof ListImports>;

const country = z
  .string()
  .regex(/^[A-Z]{2}$/, "Use a country's two letters, such as US.")
  .optional();
const mapping = words(MAX_MAPPING).optional();

const split = (text: string): string[] => text.split(",").map((part) => part.trim());
const isConsentKey = (key: string): key is ConsentKey => CONSENT_KEYS.some((known) => known === key);

const ImportContactsQuery = z.strictObject({
  /** Puts every contact of the file into this campaign. */
  campaign_id: CampaignId.optional(),
  /** `column:field` pairs with commas between them, or a JSON object. */
  mapping,
  /** Of numbers that are written without theirs. */
  country,
  consent_source: words(MAX_SOURCE).optional(),
  attest: z.enum(["true", "false"]).optional(),
  /** What every contact of the file gave: `informational:call,informational:text`. */
  consents: z
    .string()
    .refine((text) => split(text).every(isConsentKey), `Use ${CONSENT_KEYS.join(", ")}, with commas between.`)
    .transform((text) => CONSENT_KEYS.filter((key) => split(text).includes(key)))
    .optional(),
});

/** Consents for a whole file are taken from somebody who vouches for them and says where they come from. */
export const ImportContacts = ImportContactsQuery.refine(
  ({ consents, attest, consent_source }) =>
    consents === undefined || (attest === "true" && consent_source !== undefined),
  { path: ["consents"], error: "Say consent_source, and attest=true that it holds for every row." },
).refine(({ consents, attest }) => attest !== "true" || consents !== undefined, {
  path: ["attest"],
  error: "Say in consents what is attested.",
});
export type ImportContacts = z.output<typeof ImportContactsQuery>;

/** PostgreSQL knows no year 0. */
const When = z.iso
  .datetime({ offset: true, error: "Use RFC 3339 with an offset, such as 2027-11-24T00:00:00Z." })
  .refine((at) => !at.startsWith("0000"), "Use a year from 0001 on.")
  .transform((at) => new Date(at).toISOString());

export const ImportSuppressions = z.strictObject({
  /** The list's name. To a list that is imported again the file is added. */
  list: words(MAX_LIST).default("do-not-call"),
  mapping,
  country,
  /** When the entries run out; never unless told. */
  expires_at: When.optional(),
  channels: z
    .string()
    .refine(
      (text) => split(text).every((one) => CHANNELS.some((c) => c === one)),
      "Use call, text or call,text.",
    )
    .transform((text) => CHANNELS.filter((channel) => split(text).includes(channel)))
    .default([...CHANNELS]),
  reason: z.string().max(MAX_REASON).default(""),
});
export type ImportSuppressions = z.output<typeof ImportSuppressions>;
