import { type SelectQueryBuilder, type SqlBool, sql } from "kysely";
import { validationError } from "@/lib/platform/errors";
import { ID_PREFIXES } from "@/lib/platform/ids";
import type { Page, PageQuery } from "@/lib/platform/schema";
import { prepared } from "./prepared";
import type { Reader, Select } from "./read";
import type { TenantDB } from "./tables";

export type { Page, PageQuery } from "@/lib/platform/schema";

/**
 * How a list is sorted: by one column, then by id. `nullable` columns follow PostgreSQL's order: null is last
 * ascending and first descending, as an index on `(… desc, id desc)` gives it in either direction.
 */
export type Order = {
  column: string;
  kind: "time" | "number";
  direction: "asc" | "desc";
  nullable?: boolean;
  /** The column behind the rows' `id`, where it has another name. */
  id?: string;
  /** The table of both, where a query joins several. */
  table?: string;
};

/** Newest first: the order of every list that has no other. */
export const NEWEST_FIRST: Order = { column: "created_at", kind: "time", direction: "desc" };

type Key = { value: string | number | null; id: string };

const nameOf = (order: Order): string => (order.direction === "desc" ? "-" : "") + order.column;

/** Where a page ended, opaque to the client. It names its order, so that it is refused under another. */
export function encodeCursor(order: Order, key: Key): string {
  return Buffer.from(JSON.stringify([nameOf(order), key.value, key.id])).toString("base64url");
}

const badCursor = () =>
  validationError([
    {
      in: "query",
      pointer: "/cursor",
      code: "invalid_cursor",
      message: "Use a `next_cursor` of this list, with the same sorting, as it was given.",
    },
  ]);

const ID = new RegExp(`^(${ID_PREFIXES.join("|")})_[0-9a-z]{26}$`);
const FOUR_DIGIT_YEAR = /^[1-9]\d{3}-/;
/** The canonical form alone: it is a time that exists and that PostgreSQL reads. */
function isTime(value: unknown): boolean {
  if (typeof value !== "string" || !FOUR_DIGIT_YEAR.test(value)) return false;
  const at = new Date(value);
  return !Number.isNaN(at.getTime()) && at.toISOString() === value;
}

const fits = (order: Order, value: unknown): boolean =>
  value === null
    ? order.nullable === true
    : order.kind === "time"
      ? isTime(value)
      : Number.isSafeInteger(value);

/** Reads a cursor. Throws a `validation_error` at the query's `/cursor` for anything that is none of this order. */
export function decodeCursor(order: Order, cursor: string): Key {
  let parsed: unknown;
  try {
    parsed = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
  } catch {
    throw badCursor();
  }
  if (!Array.isArray(parsed) || parsed.length !== 3) throw badCursor();
  const [name, value, id] = parsed as unknown[];
  if (name !== nameOf(order) || !fits(order, value) || typeof id !== "string" || !ID.test(id))
    throw badCursor();
  return { value: value as Key["value"], id };
}

function refsOf({ table, column, id = "id" }: Order) {
  const prefix = table === undefined ? "" : `${table}.`;
  return { column: sql.ref(prefix + column), id: sql.ref(prefix + id) };
}

/** The rows behind `key`, as a row comparison, which an index answers however far the page is. */
function behind(order: Order, key: Key) {
  const { column, id } = refsOf(order);
  const sign = sql.raw(order.direction === "desc" ? "<" : ">");
  const beforeValues = order.direction === "desc";
  if (key.value === null) {
    const rest = sql`(${column} is null and ${id} ${sign} ${key.id})`;
    return beforeValues ? sql<SqlBool>`(${rest} or ${column} is not null)` : sql<SqlBool>`${rest}`;
  }
  const value = order.kind === "time" ? sql`${key.value}::timestamptz` : sql`${key.value}::bigint`;
  const row = sql`(${column}, ${id}) ${sign} (${value}, ${key.id})`;
  return order.nullable && !beforeValues ? sql<SqlBool>`(${row} or ${column} is null)` : sql<SqlBool>`${row}`;
}

/** `query` in its order, behind a place, with one row more than a page, which tells whether there is a next one. */
function paged<T extends keyof TenantDB, Row>(
  query: SelectQueryBuilder<TenantDB, T, Row>,
  order: Order,
  { place, rows }: { place: Key | undefined; rows: number },
): SelectQueryBuilder<TenantDB, T, Row> {
  const direction = sql.raw(order.direction);
  const { column, id } = refsOf(order);
  return (place === undefined ? query : query.where(behind(order, place)))
    .orderBy(sql`${column} ${direction}, ${id} ${direction}`)
    .limit(rows);
}

const counted = <T extends keyof TenantDB, Row>(query: SelectQueryBuilder<TenantDB, T, Row>) =>
  query.clearSelect().select(sql<number>`count(*)`.as("total"));

const placeOf = ({ cursor }: PageQuery, order: Order): Key | undefined =>
  cursor === undefined ? undefined : decodeCursor(order, cursor);

async function fetchPage<Row extends { id: string }>(
  ctx: { readonly db: Reader },
  page: PageQuery,
  order: Order,
  { some, count }: { some: Select<Row>; count(): Select<{ total: number }> },
): Promise<Page<Row>> {
  const [rows, totals] =
    page.include_total === "true" ? await ctx.db.batch(some, count()) : [await ctx.db.all(some), undefined];
  const data = rows.slice(0, page.limit);
  const last = data.at(-1);
  const more = rows.length > page.limit && last !== undefined;
  return {
    data,
    next_cursor: more ? encodeCursor(order, keyOf(order, last)) : null,
    ...(totals !== undefined && { total: totals[0]?.total ?? 0 }),
  };
}

/**
 * One page of a list: `query` filters and selects (its rows must hold `id` and the order's column), this adds order,
 * place and limit. Rows come as the database gives them; the room presents them. Newest first unless `order` is given.
 */
export function listPage<T extends keyof TenantDB, Row extends { id: string }>(
  ctx: { readonly db: Reader },
  query: SelectQueryBuilder<TenantDB, T, Row>,
  page: PageQuery,
  order: Order = NEWEST_FIRST,
): Promise<Page<Row>> {
  const some = paged(query, order, { place: placeOf(page, order), rows: page.limit + 1 });
  return fetchPage(ctx, page, order, { some, count: () => counted(query) });
}

/** Where a page begins and how far it goes, beside the values of its filters. Without `pageAt` the place's value is null. */
type Place = { pageRows: number; pageAt?: NonNullable<Key["value"]>; pageBehind?: string };

/**
 * `listPage` for a large query that is asked often: `write` writes it once for each set of filters (see `prepared`).
 * The orders are constants of the room.
 */
export function preparedPages<Given extends object, T extends keyof TenantDB, Row extends { id: string }>(
  write: (slots: Given) => SelectQueryBuilder<TenantDB, T, Row>,
) {
  const count = prepared((slots: Given) => counted(write(slots)));
  const inOrder = (order: Order) =>
    prepared(({ pageRows: rows, pageAt, pageBehind: id, ...slots }: Given & Place) => {
      const place = id === undefined ? undefined : { value: pageAt ?? null, id };
      return paged(write(slots as unknown as Given), order, { place, rows });
    });
  const queries = new Map<Order, ReturnType<typeof inOrder>>();
  return (ctx: { readonly db: Reader }, given: Given, page: PageQuery, order: Order): Promise<Page<Row>> => {
    const query = queries.get(order) ?? inOrder(order);
    queries.set(order, query);
    const place = placeOf(page, order);
    const some = query({
      ...given,
      pageRows: page.limit + 1,
      ...(place !== undefined && { pageBehind: place.id }),
      ...(place !== undefined && place.value !== null && { pageAt: place.value }),
    });
    return fetchPage(ctx, page, order, { some: some as Select<Row>, count: () => count(given) });
  };
}

function keyOf(order: Order, row: { id: string }): Key {
  const value = (row as Record<string, unknown>)[order.column];
  if (typeof value !== "string" && typeof value !== "number" && value !== null)
    throw new Error(`The rows of this list have no ${order.column}.`);
  return { value, id: row.id };
}
