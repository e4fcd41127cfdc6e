import type pg from "pg";

/** An object of the database: its listing, and the statement that drops it. */
export type CatalogEntry = {
  /** `<kind> <name>`, unique in a catalog */
  readonly key: string;
  /** its definition, as PostgreSQL prints it */
  readonly definition: string;
  /** null if the object is dropped with another one, or by Prisma's part of a migration */
  readonly drop: string | null;
};

/** The objects of the schemas that migrations own, sorted by key. */
export type Catalog = readonly CatalogEntry[];

const SCHEMAS = "('public', 'jackson')";
const OWN_TABLES = `c.relnamespace::regnamespace::text in ${SCHEMAS} and c.relname <> '_prisma_migrations'`;
/** A table's name without the schema `public`, as the default search path prints it. */
const TABLE = "c.oid::regclass::text";
/** Grants to others than the owner: `parley_app: INSERT, SELECT`. `$acl` is an ACL column. */
const grants = (acl: string) => `(
  select string_agg(g.grantee || ': ' || g.privileges, '; ' order by g.grantee) from (
    select case a.grantee when 0 then 'public' else a.grantee::regrole::text end as grantee,
      string_agg(a.privilege_type, ', ' order by a.privilege_type) as privileges
    from aclexplode(${acl}) a where a.grantee <> a.grantor group by a.grantee
  ) g)`;

/** Each query returns `key`, `definition` and `drop`. */
const QUERIES: readonly string[] = [
  `select 'schema ' || n.nspname as key, concat_ws(E'\\n', 'schema ' || n.nspname, '  grants ' || ${grants("n.nspacl")}) as definition, null as drop
   from pg_namespace n where n.nspname in ${SCHEMAS}`,

  `select 'table ' || ${TABLE} as key,
     concat_ws(E'\\n',
       case c.relpersistence when 'u' then 'unlogged ' else '' end || 'table ' || ${TABLE},
       '  comment ' || obj_description(c.oid, 'pg_class'),
       '  options ' || array_to_string(c.reloptions, ', '),
       case when c.relrowsecurity then '  row-level security' || case when c.relforcerowsecurity then ', forced' else '' end end,
       '  grants ' || ${grants("c.relacl")}) as definition,
     null as drop
   from pg_class c where ${OWN_TABLES} and c.relkind = 'r'`,

  `select 'column ' || ${TABLE} || '.' || a.attname as key,
     concat_ws(' ', 'column ' || ${TABLE} || '.' || a.attname, format_type(a.atttypid, a.atttypmod),
       case when a.attnotnull then 'not null' end, 'default ' || pg_get_expr(d.adbin, d.adrelid),
       case when a.attstorage <> t.typstorage then 'storage ' || a.attstorage::text end,
       'grants ' || ${grants("a.attacl")}) as definition,
     null as drop
   from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     join pg_type t on t.oid = a.atttypid left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
   where ${OWN_TABLES} and c.relkind = 'r'`,

  // PostgreSQL 18 lists NOT NULL as constraints too ('n'); the columns say it.
  `select 'constraint ' || ${TABLE} || '.' || k.conname as key,
     'constraint ' || ${TABLE} || '.' || k.conname || ' ' || pg_get_constraintdef(k.oid) as definition,
     format('ALTER TABLE %s DROP CONSTRAINT %I;', ${TABLE}, k.conname) as drop
   from pg_class c join pg_constraint k on k.conrelid = c.oid where ${OWN_TABLES} and k.contype in ('c', 'f', 'p', 'u', 'x')`,

  `select 'index ' || i.indexrelid::regclass as key, pg_get_indexdef(i.indexrelid) as definition,
     format('DROP INDEX %s;', i.indexrelid::regclass) as drop
   from pg_class c join pg_index i on i.indrelid = c.oid
   where ${OWN_TABLES} and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))`,

  `select 'trigger ' || ${TABLE} || '.' || t.tgname as key, pg_get_triggerdef(t.oid) as definition,
     format('DROP TRIGGER %I ON %s;', t.tgname, ${TABLE}) as drop
   from pg_class c join pg_trigger t on t.tgrelid = c.oid where ${OWN_TABLES} and not t.tgisinternal`,

  `select 'policy ' || ${TABLE} || '.' || p.polname as key,
     concat_ws(' ', 'policy ' || ${TABLE} || '.' || p.polname,
       case p.polcmd when 'r' then 'for select' when 'a' then 'for insert' when 'w' then 'for update' when 'd' then 'for delete' else 'for all' end,
       'to ' || (select string_agg(case r when 0 then 'public' when c.relowner then 'the owner' else r::regrole::text end, ', ') from unnest(p.polroles) r),
       'using ' || pg_get_expr(p.polqual, p.polrelid), 'with check ' || pg_get_expr(p.polwithcheck, p.polrelid)) as definition,
     format('DROP POLICY %I ON %s;', p.polname, ${TABLE}) as drop
   from pg_class c join pg_policy p on p.polrelid = c.oid where ${OWN_TABLES}`,

  `select 'sequence ' || ${TABLE} as key, concat_ws(E'\\n', 'sequence ' || ${TABLE}, '  grants ' || ${grants("c.relacl")}) as definition, null as drop
   from pg_class c where ${OWN_TABLES} and c.relkind = 'S'`,

  `select 'function ' || p.oid::regprocedure as key,
     concat_ws(E'\\n', rtrim(pg_get_functiondef(p.oid), E'\\n'),
       '  grants ' || coalesce(${grants("coalesce(p.proacl, acldefault('f', p.proowner))")}, 'none')) as definition,
     format('DROP FUNCTION %s;', p.oid::regprocedure) as drop
   from pg_proc p where p.pronamespace::regnamespace::text in ${SCHEMAS}`,
];

/**
 * Lists what migrations create: tables with columns, constraints, indexes, triggers, policies, grants and comments,
 * sequences and functions. Excluded are Prisma's history and the job queue's schema, which creates itself.
 * `pg_dump` would say the same; the embedded PostgreSQL has none.
 */
export async function readCatalog(client: pg.ClientBase): Promise<Catalog> {
  const entries: CatalogEntry[] = [];
  for (const query of QUERIES) entries.push(...(await client.query<CatalogEntry>(query)).rows);
  return entries.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
}

/** The committed form: prisma/catalog.txt. */
export const renderCatalog = (catalog: Catalog): string =>
  `${catalog.map((entry) => entry.definition).join("\n")}\n`;

/** Entries of `a` that `b` does not contain in the same form. */
export function missingIn(b: Catalog, a: Catalog): CatalogEntry[] {
  const definitions = new Map(b.map((entry) => [entry.key, entry.definition]));
  return a.filter((entry) => definitions.get(entry.key) !== entry.definition);
}
