import { z } from "zod";
import { ListCalls } from "@/lib/calls/calls/schema";
import { ListContacts } from "@/lib/contacts/contacts/schema";
import { AuditQuery } from "@/lib/platform/audit/schema";
import { id, pageOf, pageQuery, Time } from "@/lib/platform/schema";

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
  resource: z.enum(RESOURCES),
  format: z.enum(FORMATS),
  filters: z.record(z.string().max(100), z.union([z.string().max(200), z.number()])).default({}),
});
export type CreateExport = z.output<typeof CreateExport>;

const ExportId = id("exp");
export const Export = z.strictObject({
  id: ExportId,
  environment: z.enum(["live", "test"]),
  /** `contact`: all data of one contact, for an access request; created at the contact. */
  resource: z.enum([...RESOURCES, "contact"]),
  format: z.enum(FORMATS),
  filters: z.record(z.string(), z.union([z.string(), z.number()])),
  /** `withdrawn`: a contact in the file was erased meanwhile, or a variable was marked sensitive. */
  status: z.enum(STATUSES),
  /** Rows written so far, and the total at the start, if known. */
  rows: z.int().nonnegative(),
  total: z.int().nonnegative().nullable(),
  bytes: z.int().nonnegative(),
  created_by: z.string(),
  created_at: Time,
  completed_at: Time.nullable(),
  /** The time until which the file can be downloaded. */
  expires_at: Time.nullable(),
});
export type Export = z.output<typeof Export>;
export const ExportPage = pageOf(Export);

/** Whether an export is in progress, so that its state will change soon. */
export const isInProgress = ({ status }: Export): boolean => status === "queued" || status === "running";

/** Whether the file can be downloaded. */
export const isFetchable = (item: Export, now: string): item is Export & { expires_at: string } =>
  item.status === "completed" && item.expires_at !== null && item.expires_at > now;

/** `contact_id`: exports of that contact's data. */
export const ListExports = z.strictObject({ ...pageQuery, contact_id: id("ctc").optional() });
export type ListExports = z.output<typeof ListExports>;
export const ExportParams = z.strictObject({ id: ExportId });
