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
 * A list's own filters. What somebody typed in is left out, numbers and words: filters are kept in clear, in the export's
 * row and in the audit log. A contact is named by id.
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

/** `filters`: those of the resource's list (`variables`: of calls), without free search; a contact by id. */
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
  /** `contact`: everything that is held on one contact, for them; asked for at the contact. */
  resource: z.enum([...RESOURCES, "contact"]),
  format: z.enum(FORMATS),
  filters: z.record(z.string(), z.union([z.string(), z.number()])),
  /** `withdrawn`: somebody was erased meanwhile, whom the file may have held, or a variable was marked sensitive. */
  status: z.enum(STATUSES),
  /** Written so far, and how many there were as it began, where that is known. */
  rows: z.int().nonnegative(),
  total: z.int().nonnegative().nullable(),
  bytes: z.int().nonnegative(),
  created_by: z.string(),
  created_at: Time,
  completed_at: Time.nullable(),
  /** Until when the file can be fetched. */
  expires_at: Time.nullable(),
});
export type Export = z.output<typeof Export>;
export const ExportPage = pageOf(Export);

/** One that moves by itself, and soon. */
export const isUnderWay = ({ status }: Export): boolean => status === "queued" || status === "running";

/** Whether there is a file to be fetched. */
export const isFetchable = (one: Export, now: string): one is Export & { expires_at: string } =>
  one.status === "completed" && one.expires_at !== null && one.expires_at > now;

/** `contact_id`: files of what is held on that contact. */
export const ListExports = z.strictObject({ ...pageQuery, contact_id: id("ctc").optional() });
export type ListExports = z.output<typeof ListExports>;
export const ExportParams = z.strictObject({ id: ExportId });
