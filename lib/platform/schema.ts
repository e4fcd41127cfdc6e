import { z } from "zod";
import { type IdPrefix, idPattern } from "@/lib/platform/ids";

/**
 * The pieces that the rooms' schemas are made of. zod only, so that a browser may load it too. NUL and lone
 * surrogates are refused by the kernel for every string of a body, so no piece repeats that.
 */

const NOT_BLANK = /\S/;
/** Longer than any name of the time zone database. */
const MAX_ZONE = 64;
/** `Intl` takes offsets such as +05:30 too, which know no daylight saving time. */
const ZONE_NAME = /^[A-Za-z]/;

/** Zones that were asked for: making a format of one takes as long as all else of an import's row. */
const knownZones = new Set<string>();
/** More than there are; names in any case count as well. */
const MAX_KNOWN_ZONES = 1_000;

function isTimeZone(name: string): boolean {
  if (knownZones.has(name)) return true;
  if (!ZONE_NAME.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    if (knownZones.size < MAX_KNOWN_ZONES) knownZones.add(name);
    return true;
  } catch {
    return false;
  }
}

/** Words of at most `max` UTF-16 units, kept as sent; they may be empty. */
export const text = (max: number) => z.string().max(max, `Use at most ${max} characters.`);

/** Words that say something: at least one sign that is no blank. */
export const words = (max: number) => text(max).regex(NOT_BLANK, "Write something.");

/** An identifier of one kind. */
export const id = (prefix: IdPrefix) => z.string().regex(idPattern(prefix), `Use an identifier ${prefix}_….`);

/** A telephone number in E.164 (ITU-T): a plus sign and at most 15 digits. Whether it is given out is not checked here. */
export const Phone = z
  .string()
  .regex(/^\+[1-9][0-9]{6,14}$/, "Use the international form, such as +12125550123.");

/** An IANA time zone that this runtime knows. */
export const TimeZone = z
  .string()
  .max(MAX_ZONE)
  .refine(isTimeZone, {
    error: "Use an IANA time zone such as America/New_York.",
    params: { code: "unknown_timezone" },
  });

/** RFC 3339 in UTC with milliseconds, as every answer has it. */
export const Time = z.iso.datetime({ precision: 3 });

/** How many rows a page has unless the client says otherwise, and at most. Source: the `/v1` contract, lists. */
const PAGE_SIZE = 50;
const MAX_PAGE_SIZE = 100;
/** Longer than any cursor that `encodeCursor` makes. */
const MAX_CURSOR_CHARS = 300;

/** The query parameters of every list, to be spread into its `z.strictObject`. */
export const pageQuery = {
  limit: z.coerce
    .number("Use a whole number from 1 to 100.")
    .int()
    .min(1)
    .max(MAX_PAGE_SIZE)
    .default(PAGE_SIZE),
  cursor: z.string().min(1).max(MAX_CURSOR_CHARS).optional(),
  include_total: z.enum(["true", "false"]).optional(),
};
const PageQuery = z.strictObject(pageQuery);
export type PageQuery = z.output<typeof PageQuery>;

/** The answer of a list. `total` is there if it was asked for. */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.strictObject({
    data: z.array(item),
    next_cursor: z.string().nullable(),
    total: z.number().int().nonnegative().optional(),
  });
export type Page<T> = { data: T[]; next_cursor: string | null; total?: number };

/** The body of an action that takes nothing: empty, or `{}`. */
export const NoFields = z.strictObject({});
