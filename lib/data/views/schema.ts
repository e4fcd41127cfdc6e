import { z } from "zod";
import { ListCalls, SORTS } from "@/lib/calls/calls/schema";
import { ListContacts } from "@/lib/contacts/contacts/schema";
import { NUMBER_IN_VIEW } from "@/lib/platform/reasons/fields/data";
import { id, nonBlankText, pageOf, pageQuery, Time } from "@/lib/platform/schema";

/** The lists that have saved views. */
export const VIEW_RESOURCES = ["calls", "contacts"] as const;
export type ViewResource = (typeof VIEW_RESOURCES)[number];

const MAX_NAME = 100;
/** Longest name and value of a filter, before the list's own schema checks them. */
const MAX_FILTER = 200;

/** A search text with as many digits is a telephone number (`lib/contacts/contacts/search-filter.ts`). */
const NUMBER_DIGITS = 5;
const hasNumber = (text: string): boolean => text.replace(/\D/g, "").length >= NUMBER_DIGITS;

const PAGING = { limit: true, cursor: true, include_total: true } as const;
/**
 * The filters of each list that a view can store. A telephone number is none of them, because an erasure of the
 * number would not find it: a view of calls names a contact by ID.
 */
export const VIEW_FILTERS = {
  calls: ListCalls.omit({ ...PAGING, sort: true, contact: true }).extend({
    sort: z.enum(SORTS).optional(),
    contact: id("ctc").optional(),
  }),
  contacts: ListContacts.omit(PAGING).refine(({ q }) => q === undefined || !hasNumber(q), {
    error: NUMBER_IN_VIEW,
    path: ["q"],
  }),
} as const;

const ViewQuery = z.record(z.string().max(MAX_FILTER), z.union([z.string().max(MAX_FILTER), z.number()]));
export type ViewQuery = z.output<typeof ViewQuery>;
const ViewName = nonBlankText(MAX_NAME);
const ViewId = id("view");

/** `query`: filters of the resource's list, as in its address. `shared`: every member sees the view. */
export const CreateView = z.strictObject({
  resource: z.enum(VIEW_RESOURCES),
  name: ViewName,
  query: ViewQuery,
  shared: z.boolean().default(false),
});
export type CreateView = z.output<typeof CreateView>;

export const UpdateView = z.strictObject({
  name: ViewName.optional(),
  /** Replaces every filter. */
  query: ViewQuery.optional(),
  shared: z.boolean().optional(),
});
export type UpdateView = z.output<typeof UpdateView>;

export const ViewParams = z.strictObject({ id: ViewId });
export const ListViews = z.strictObject({ ...pageQuery, resource: z.enum(VIEW_RESOURCES).optional() });
export type ListViews = z.output<typeof ListViews>;

export const View = z.strictObject({
  id: ViewId,
  resource: z.enum(VIEW_RESOURCES),
  name: z.string(),
  query: ViewQuery,
  shared: z.boolean(),
  /** The member who created it. */
  owner_id: z.string(),
  created_at: Time,
  updated_at: Time,
});
export type View = z.output<typeof View>;
export const ViewPage = pageOf(View);
