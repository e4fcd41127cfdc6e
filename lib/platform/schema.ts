import { z } from "zod";
import { type IdPrefix, idPattern } from "@/lib/platform/id-format";
import {
  USE_E164_NUMBER,
  USE_ID_WITH_PREFIX,
  USE_PAGE_LIMIT,
  USE_TIME_ZONE,
  WRITE_SOMETHING,
} from "@/lib/platform/reasons/fields/platform";
import { writeFieldSentence } from "@/lib/platform/reasons/write-field-sentence";

/**
 * Building blocks of the modules' schemas. They depend on zod only, so that a browser can load them. The HTTP
 * kernel rejects NUL and lone surrogates in every string of a body, so the schemas do not.
 */

const NOT_BLANK = /\S/;
/** Longer than any name in the time zone database. */
const MAX_ZONE_CHARS = 64;
/** Excludes offsets such as +05:30, which `Intl` accepts, since they have no daylight saving time. */
const ZONE_NAME = /^[A-Za-z]/;

/** Cache of valid zones: creating a format for one takes as long as all other work on an imported row. */
const validZones = new Set<string>();
/** More than there are zones; names in different case count separately. */
const MAX_VALID_ZONES = 1_000;

function isTimeZone(name: string): boolean {
  if (validZones.has(name)) return true;
  if (!ZONE_NAME.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    if (validZones.size < MAX_VALID_ZONES) validZones.add(name);
    return true;
  } catch {
    return false;
  }
}

/** Text of at most `max` UTF-16 code units, unchanged. It can be empty. */
export const text = (max: number) => z.string().max(max);

/** Text with at least one character that is not white space. */
export const nonBlankText = (max: number) => text(max).regex(NOT_BLANK, WRITE_SOMETHING);

/** An identifier of one kind. */
export const id = (prefix: IdPrefix) =>
  z.string().regex(idPattern(prefix), writeFieldSentence(USE_ID_WITH_PREFIX, { prefix }));

/**
 * A phone number in E.164 (ITU-T): a plus sign and at most 15 digits. Does not check whether it is assigned.
 */
export const Phone = z.string().regex(/^\+[1-9][0-9]{6,14}$/, USE_E164_NUMBER);

/** An IANA time zone that this runtime supports. */
export const TimeZone = z
  .string()
  .max(MAX_ZONE_CHARS)
  .refine(isTimeZone, {
    error: USE_TIME_ZONE,
    params: { code: "unknown_timezone" },
  });

/** RFC 3339 in UTC with milliseconds, as in every response. */
export const Time = z.iso.datetime({ precision: 3 });

/** The state of a resource, opaque to clients. In double quotes it is the resource's entity tag. */
export const Revision = z.string();

/** Default and maximum number of rows of a page. Source: the `/v1` contract, lists. */
const PAGE_SIZE = 50;
const MAX_PAGE_SIZE = 100;
/** Longer than any cursor that `encodeCursor` returns. */
const MAX_CURSOR_CHARS = 300;

/** The query parameters of every list, to be spread into its `z.strictObject`. */
export const pageQuery = {
  /** The maximum number of rows of the page. */
  limit: z.coerce.number(USE_PAGE_LIMIT).int().min(1).max(MAX_PAGE_SIZE).default(PAGE_SIZE),
  /** `next_cursor` of the previous page. */
  cursor: z.string().min(1).max(MAX_CURSOR_CHARS).optional(),
  /** Adds `total`, the number of rows on all pages. */
  include_total: z.enum(["true", "false"]).optional(),
};
const PageQuery = z.strictObject(pageQuery);
export type PageQuery = z.output<typeof PageQuery>;

/** The response of a list. `total` is present if the request includes `include_total`. */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.strictObject({
    /** The rows of this page. */
    data: z.array(item),
    /** The value of `cursor` for the next page; null on the last one. */
    next_cursor: z.string().nullable(),
    /** Number of rows on all pages. Only present if the request has `include_total=true`. */
    total: z.number().int().nonnegative().optional(),
  });
export type Page<T> = { data: T[]; next_cursor: string | null; total?: number };

/** The body of an action without parameters: empty, or `{}`. */
export const NoFields = z.strictObject({});
