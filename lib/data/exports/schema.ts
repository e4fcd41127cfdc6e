import { z } from "zod";
import { ListCalls } from "@/lib/calls/calls/schema";
import { ListContacts } from "@/lib/contacts/contacts/schema";
import { AuditQuery } from "@/lib/platform/audit/schema";
import { RECORD_MISSING, TOO_MANY_RECORDS } from "@/lib/platform/reasons/fields/data";
import { writeFieldSentence } from "@/lib/platform/reasons/write-field-sentence";
import { id, pageOf, pageQuery, Time } from "@/lib/platform/schema";
import { CALL_FILE_FORMATS } from "./values";

export const RESOURCES = ["calls", "contacts", "variables", "audit"] as const;
export const FORMATS = ["csv", "jsonl"] as const;
const STATUSES = ["queued", "running", "completed", "failed", "expired", "withdrawn"] as const;

const PAGING = { limit: true, cursor: true, include_total: true } as const;
/**
 * Filters of the lists, without free text and numbers, as filters are stored in clear, in the export's row
 * and in the audit log. Contacts are selected by ID.
 */
const Calls = ListCalls.omit({ ...PAGING, sort: true, q: true, contact: true }).extend({
  contact: id("ctc").optional(),
});
export const FILTERS = {
  calls: Calls,
  variables: Calls,
  contacts: ListContacts.omit({ ...PAGING, q: true }),
  audit: AuditQuery.omit(PAGING),
} as const;

/** `filters`: those of the resource's list (`variables`: of calls), without free search; contacts by ID. */
export const CreateExport = z.strictObject({
  /** Records to export. `variables` are those of calls. */
  resource: z.enum(RESOURCES),
  /** Format of the file: `csv` with a header, or `jsonl` with a record per line. */
  format: z.enum(FORMATS),
  /**
   * Filters of the resource's list (for `variables`, of calls), without free-text search and numbers.
   * Contacts are selected by ID.
   */
  filters: z.record(z.string().max(100), z.union([z.string().max(200), z.number()])).default({}),
});
export type CreateExport = z.output<typeof CreateExport>;

const ExportId = id("exp");
export const Export = z.strictObject({
  id: ExportId,
  environment: z.enum(["live", "test"]),
  /** `contact`: all data of one contact, for an access request; created at the contact. */
  resource: z.enum([...RESOURCES, "contact"]),
  /** Format of the file. */
  format: z.enum(FORMATS),
  /** Filters that select the records. */
  filters: z.record(z.string(), z.union([z.string(), z.number()])),
  /** `withdrawn`: a contact in the file was erased meanwhile, or a variable was marked sensitive. */
  status: z.enum(STATUSES),
  /** Rows written so far. */
  rows: z.int().nonnegative(),
  /** Rows at the start of the export; null if they are not counted. */
  total: z.int().nonnegative().nullable(),
  /** Size of the file so far in bytes. */
  bytes: z.int().nonnegative(),
  /** Identifier of the member, `mem_…`, or the API key, `key_…`, that created it. */
  created_by: z.string(),
  created_at: Time,
  /** Time at which the file was complete; null before. */
  completed_at: Time.nullable(),
  /** The time until which the file can be downloaded. */
  expires_at: Time.nullable(),
});
export type Export = z.output<typeof Export>;
export const ExportPage = pageOf(Export);

/** `contact_id`: exports of that contact's data. */
export const ListExports = z.strictObject({ ...pageQuery, contact_id: id("ctc").optional() });
export type ListExports = z.output<typeof ListExports>;
export const ExportParams = z.strictObject({ id: ExportId });

/** Records that one request exports: the maximum page of the lists, on which they are selected. */
export const MAX_SELECTED = 100;
/** Longer than any identifier. */
const MAX_ID_CHARS = 64;

/** A CSV file of records that a member selected in a list. */
export const ExportSelection = z.strictObject({
  resource: z.enum(["calls", "contacts"]),
  /** Records of this environment. IDs without a record are left out. */
  ids: z
    .array(z.string().max(MAX_ID_CHARS))
    .min(1, RECORD_MISSING)
    .max(MAX_SELECTED, writeFieldSentence(TOO_MANY_RECORDS, { max: MAX_SELECTED })),
});
export type ExportSelection = z.output<typeof ExportSelection>;

export const CallFileFormat = z.enum(CALL_FILE_FORMATS);
export type CallFileFormat = z.output<typeof CallFileFormat>;
/** `csv` has the turns; the other formats have the whole call. */
export const ReadCallFile = z.strictObject({ format: CallFileFormat.default("json") });
