import { type SelectQueryBuilder, type SqlBool, sql } from "kysely";
import { problemIn, validationError } from "@/lib/platform/errors";
import { ID_PREFIXES } from "@/lib/platform/id-format";
import type { Page, PageQuery } from "@/lib/platform/schema";
import { compileOnce } from "./compile-once";
import type { Reader, Select } from "./read";
import type { TenantDB } from "./tables";

export type { Page, PageQuery } from "@/lib/platform/schema";

/**
 * The order of a list: by one column, then by id. `nullable` columns follow PostgreSQL's order: nulls are
 * last when ascending and first when descending, as an index on `(… desc, id desc)` returns them in either
 * direction.
 */
export type Order = {
  column: string;
  kind: "time" | "number";
  direction: "asc" | "desc";
  nullable?: boolean;
  /** The column that holds the rows' `id`, if its name differs. */
  id?: string;
  /** The table of both columns, if a query joins several. */
  table?: string;
};

/** Newest first: the default order of lists. */
export const NEWEST_FIRST: Order = { column: "created_at", kind: "time", direction: "desc" };

type Position = { value: string | number | null; id: string };

const nameOf = (order: Order): string => (order.direction === "desc" ? "-" : "") + order.column;

/**
 * Encodes the end of a page as an opaque cursor. The cursor names its order, so that it is invalid for
 * another.
 */
export function encodeCursor(order: Order, position: Position): string {
  return Buffer.from(JSON.stringify([nameOf(order), position.value, position.id])).toString("base64url");
}

const invalidCursor = () => validationError([problemIn("query", "/cursor", "cursor_invalid")]);

const ID_PATTERN = new RegExp(`^(${ID_PREFIXES.join("|")})_[0-9a-z]{26}$`);
const FOUR_DIGIT_YEAR = /^[1-9]\d{3}-/;
/** Accepts only the canonical format, so that the time exists and PostgreSQL can parse it. */
function isTime(value: unknown): boolean {
  if (typeof value !== "string" || !FOUR_DIGIT_YEAR.test(value)) return false;
  const at = new Date(value);
  return !Number.isNaN(at.getTime()) && at.toISOString() === value;
}

const matchesOrder = (order: Order, value: unknown): boolean =>
  value === null
    ? order.nullable === true
    : order.kind === "time"
      ? isTime(value)
      : Number.isSafeInteger(value);

/**
 * Decodes a cursor. Throws a `validation_error` at the query's `/cursor` if it does not belong to this order.
 */
export function decodeCursor(order: Order, cursor: string): Position {
  let parsed: unknown;
  try {
    parsed = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
  } catch {
    throw invalidCursor();
  }
  if (!Array.isArray(parsed) || parsed.length !== 3) throw invalidCursor();
  const [name, value, id] = parsed as unknown[];
  if (name !== nameOf(order) || !matchesOrder(order, value) || typeof id !== "string" || !ID_PATTERN.test(id))
    throw invalidCursor();
  return { value: value as Position["value"], id };
}

function refsOf({ table, column, id = "id" }: Order) {
  const prefix = table === undefined ? "" : `${table}.`;
  return { column: sql.ref(prefix + column), id: sql.ref(prefix + id) };
}

/** The rows after a position, as a row comparison, for which an index is fast on every page. */
function rowsAfter(order: Order, position: Position) {
  const { column, id } = refsOf(order);
  const sign = sql.raw(order.direction === "desc" ? "<" : ">");
  const areNullsFirst = order.direction === "desc";
  if (position.value === null) {
    const laterNulls = sql`(${column} is null and ${id} ${sign} ${position.id})`;
    return areNullsFirst
      ? sql<SqlBool>`(${laterNulls} or ${column} is not null)`
      : sql<SqlBool>`${laterNulls}`;
  }
  const value = order.kind === "time" ? sql`${position.value}::timestamptz` : sql`${position.value}::bigint`;
  const row = sql`(${column}, ${id}) ${sign} (${value}, ${position.id})`;
  return order.nullable && !areNullsFirst
    ? sql<SqlBool>`(${row} or ${column} is null)`
    : sql<SqlBool>`${row}`;
}

/** Adds order, position and limit to `query`. One row more than a page shows whether there is a next page. */
function applyPage<T extends keyof TenantDB, Row>(
  query: SelectQueryBuilder<TenantDB, T, Row>,
  order: Order,
  { position, maxRows }: { position: Position | undefined; maxRows: number },
): SelectQueryBuilder<TenantDB, T, Row> {
  const direction = sql.raw(order.direction);
  const { column, id } = refsOf(order);
  return (position === undefined ? query : query.where(rowsAfter(order, position)))
    .orderBy(sql`${column} ${direction}, ${id} ${direction}`)
    .limit(maxRows);
}

const countQuery = <T extends keyof TenantDB, Row>(query: SelectQueryBuilder<TenantDB, T, Row>) =>
  query.clearSelect().select(sql<number>`count(*)`.as("total"));

const decodePosition = ({ cursor }: PageQuery, order: Order): Position | undefined =>
  cursor === undefined ? undefined : decodeCursor(order, cursor);

async function fetchPage<Row extends { id: string }>(
  ctx: { readonly db: Reader },
  page: PageQuery,
  order: Order,
  { rowsQuery, count }: { rowsQuery: Select<Row>; count(): Select<{ total: number }> },
): Promise<Page<Row>> {
  const [rows, totals] =
    page.include_total === "true"
      ? await ctx.db.batch(rowsQuery, count())
      : [await ctx.db.all(rowsQuery), undefined];
  const data = rows.slice(0, page.limit);
  const last = data.at(-1);
  const hasMore = rows.length > page.limit && last !== undefined;
  return {
    data,
    next_cursor: hasMore ? encodeCursor(order, positionOfRow(order, last)) : null,
    ...(totals !== undefined && { total: totals[0]?.total ?? 0 }),
  };
}

/**
 * Reads one page of a list. `query` filters and selects (its rows must contain `id` and the order's column);
 * this function adds order, position and limit. Rows are returned as stored; the module presents them. Newest
 * first by default.
 */
export function listPage<T extends keyof TenantDB, Row extends { id: string }>(
  ctx: { readonly db: Reader },
  query: SelectQueryBuilder<TenantDB, T, Row>,
  page: PageQuery,
  order: Order = NEWEST_FIRST,
): Promise<Page<Row>> {
  const some = applyPage(query, order, { position: decodePosition(page, order), maxRows: page.limit + 1 });
  return fetchPage(ctx, page, order, { rowsQuery: some, count: () => countQuery(query) });
}

/** A page's position and size, passed with the filters. A position without `pageValue` has the value null. */
type PageParameters = { pageMaxRows: number; pageValue?: NonNullable<Position["value"]>; pageId?: string };

/**
 * `listPage` for a large, frequent query: `build` runs once for each set of defined filters (see
 * `compileOnce`). `order` must be a constant of the module.
 */
export function compilePagesOnce<
  Filters extends object,
  T extends keyof TenantDB,
  Row extends { id: string },
>(build: (placeholders: Filters) => SelectQueryBuilder<TenantDB, T, Row>) {
  const count = compileOnce((placeholders: Filters) => countQuery(build(placeholders)));
  const compileForOrder = (order: Order) =>
    compileOnce(({ pageMaxRows: rows, pageValue, pageId: id, ...placeholders }: Filters & PageParameters) => {
      const place = id === undefined ? undefined : { value: pageValue ?? null, id };
      return applyPage(build(placeholders as unknown as Filters), order, { position: place, maxRows: rows });
    });
  const queries = new Map<Order, ReturnType<typeof compileForOrder>>();
  return (
    ctx: { readonly db: Reader },
    filters: Filters,
    page: PageQuery,
    order: Order,
  ): Promise<Page<Row>> => {
    const query = queries.get(order) ?? compileForOrder(order);
    queries.set(order, query);
    const position = decodePosition(page, order);
    const rowsQuery = query({
      ...filters,
      pageMaxRows: page.limit + 1,
      ...(position !== undefined && { pageId: position.id }),
      ...(position !== undefined && position.value !== null && { pageValue: position.value }),
    });
    return fetchPage(ctx, page, order, { rowsQuery: rowsQuery as Select<Row>, count: () => count(filters) });
  };
}

function positionOfRow(order: Order, row: { id: string }): Position {
  const value = (row as Record<string, unknown>)[order.column];
  if (typeof value !== "string" && typeof value !== "number" && value !== null)
    throw new Error(`The rows of this list have no ${order.column}.`);
  return { value, id: row.id };
}
