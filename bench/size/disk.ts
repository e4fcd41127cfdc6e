import type pg from "pg";

/** Bytes of a table with its parts: rows, values stored apart (TOAST), and indexes. */
export type TableSize = { table: string; rows: number; heapMb: number; toastMb: number; indexMb: number };

const SIZES = `
  select c.relname as "table", greatest(c.reltuples, 0)::bigint::float8 as rows,
    pg_relation_size(c.oid) / 1e6 as "heapMb",
    coalesce(pg_total_relation_size(nullif(c.reltoastrelid, 0)), 0) / 1e6 as "toastMb",
    pg_indexes_size(c.oid) / 1e6 as "indexMb"
  from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname not like 'bench%'
  order by pg_total_relation_size(c.oid) desc limit $1`;

const INDEXES = `
  select indexrelname as "index", pg_relation_size(indexrelid) / 1e6 as mb from pg_stat_user_indexes
  where relname = 'calls' order by 2 desc`;

/** The largest tables, after an analysis, and the indexes of `calls`. */
export async function measureDisk(
  admin: pg.Client,
  tables: number,
): Promise<{ sizes: TableSize[]; indexes: { index: string; mb: number }[]; totalMb: number }> {
  const { rows: sizes } = await admin.query<TableSize>(SIZES, [tables]);
  const { rows: indexes } = await admin.query<{ index: string; mb: number }>(INDEXES);
  const { rows: total } = await admin.query<{ mb: number }>(
    "select pg_database_size(current_database()) / 1e6 as mb",
  );
  return { sizes, indexes, totalMb: Number(total[0]?.mb ?? 0) };
}
