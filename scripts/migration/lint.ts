import type {
  AlterTableType,
  ColumnDef,
  Constraint,
  GrantStmt,
  IndexStmt,
  InsertStmt,
  Node,
} from "@pgsql/types";
import { parse } from "libpg-query";
import { readMigrationKind } from "@/lib/platform/db/migration-kind";
import { readDeclaredLocks } from "./declared-locks";
import { isSerial, isVolatileDefault } from "./volatile-default";

/** Rules of a migration that runs beside other processes. docs/decisions/0091 has the way to do each of them. */
export type Rule =
  | "no-kind"
  | "removes"
  | "required-column"
  | "rewrites-table"
  | "scans-table"
  | "blocks-writes"
  | "changes-rows"
  | "rows-in-do"
  | "definitions-in-do"
  | "narrows"
  | "index-in-transaction"
  | "sets-timeout";

export const RULES: Record<Rule, string> = {
  "no-kind": "The first line says `-- expand` or `-- contract: needs <migration>`.",
  removes:
    "It removes or renames what the former release uses. Do this in a contract migration of a later release.",
  "required-column":
    "The former release inserts rows without the new column. Add it with a default, or without NOT NULL.",
  "rewrites-table":
    "It writes the whole table again, which nothing can read meanwhile. Add a column and fill it with a backfill.",
  "scans-table":
    "It reads the whole table, which nothing can write meanwhile. Add the constraint with NOT VALID, and VALIDATE it in the next migration.",
  "blocks-writes":
    "Nothing can write the table until the index is built. Begin a separate migration with `-- expand, outside a transaction` and use CREATE INDEX CONCURRENTLY.",
  "changes-rows": "It changes rows of a large table in one transaction. Use a backfill.",
  "rows-in-do": "Row-level security hides the rows from a DO block. Use a statement that begins a line.",
  "definitions-in-do":
    "The locks of a DO block that changes definitions cannot be read. Name them on a line: `-- locks: <table> <MODE>, <table> <MODE>`, or `-- locks: none`.",
  narrows:
    "The former release may write or read rows that this refuses. Say in exceptions.ts why it does not, or do this in a contract migration.",
  "index-in-transaction":
    "CREATE INDEX CONCURRENTLY is the only statement of a migration with `-- expand, outside a transaction`.",
  "sets-timeout": "The migrator sets lock_timeout, and tries again.",
};

/** Tables whose rows people create one by one, or of which there is one: a scan takes milliseconds. All others count as large. */
const SMALL_TABLES = new Set(
  `workspaces members invitations api_keys staff staff_sessions staff_tickets users second_factors recovery_codes password_resets
  agents agent_versions agent_rollbacks tools integrations phone_numbers campaigns imports exports webhook_endpoints saved_views
  sso_connections sso_domains workspace_keys customer_keys key_imports key_rotations key_ids audit_heads analytics_state
  storage_sweeps worker_heartbeats voice_gateways secret_fingerprints schema_state backfills event_streams`.split(
    /\s+/,
  ),
);

export type LockMode =
  | "ROW EXCLUSIVE"
  | "SHARE UPDATE EXCLUSIVE"
  | "SHARE"
  | "SHARE ROW EXCLUSIVE"
  | "ACCESS EXCLUSIVE";
const STRENGTH: readonly LockMode[] = [
  "ROW EXCLUSIVE",
  "SHARE UPDATE EXCLUSIVE",
  "SHARE",
  "SHARE ROW EXCLUSIVE",
  "ACCESS EXCLUSIVE",
];

/** Findings about a migration: the rules that it breaks, and its strongest lock on each table that existed before it. */
export type MigrationReport = { rules: Rule[]; locks: Record<string, LockMode> };

const DEFINITION_STATEMENT = /\b(?:alter|create|drop|reindex|rename|truncate|lock\s+table|revoke)\s/i;
const REMOVAL = /\b(?:drop\s+(?:table|column|function|index)|rename|truncate|revoke)\b/i;
const ROW_STATEMENT = /\b(?:update|delete\s+from|insert\s+into|merge\s+into)\s/i;

class Linter {
  readonly rules = new Set<Rule>();
  readonly locks = new Map<string, LockMode>();
  private readonly created = new Set<string>();
  /** Constraints that the migration drops, as `<table>.<name>`: the next one of this name replaces it. */
  private readonly dropped = new Set<string>();

  constructor(
    private readonly isContract: boolean,
    private readonly declared: ReturnType<typeof readDeclaredLocks>,
  ) {
    for (const [table, mode] of declared ?? []) this.lock(table, mode);
  }

  private lock(table: string | undefined, mode: LockMode): void {
    if (table === undefined || this.created.has(table)) return;
    const current = this.locks.get(table);
    if (current === undefined || STRENGTH.indexOf(mode) > STRENGTH.indexOf(current))
      this.locks.set(table, mode);
  }

  private breaks(rule: Rule, table?: string): void {
    if (table === undefined || (!this.created.has(table) && !SMALL_TABLES.has(table))) this.rules.add(rule);
  }

  private removes(): void {
    if (!this.isContract) this.rules.add("removes");
  }

  private narrows(table: string): void {
    if (!this.isContract && !this.created.has(table)) this.rules.add("narrows");
  }

  private constraint(table: string, constraint: Constraint): void {
    const { contype, pktable, skip_validation: isNotValid, indexname } = constraint;
    if (contype === "CONSTR_FOREIGN") {
      this.lock(table, "SHARE ROW EXCLUSIVE");
      this.lock(pktable?.relname, "SHARE ROW EXCLUSIVE");
    } else this.lock(table, "ACCESS EXCLUSIVE");
    if ((contype === "CONSTR_FOREIGN" || contype === "CONSTR_CHECK") && isNotValid !== true)
      this.breaks("scans-table", table);
    if ((contype === "CONSTR_UNIQUE" || contype === "CONSTR_PRIMARY") && indexname === undefined)
      this.breaks("blocks-writes", table);
  }

  private column(table: string, constraints: readonly Node[]): void {
    const of = (type: string) =>
      constraints.flatMap((node) =>
        "Constraint" in node && node.Constraint.contype === type ? [node.Constraint] : [],
      );
    for (const type of ["CONSTR_CHECK", "CONSTR_FOREIGN", "CONSTR_UNIQUE", "CONSTR_PRIMARY"])
      for (const constraint of of(type)) this.constraint(table, constraint);
    const [initial] = of("CONSTR_DEFAULT");
    if (of("CONSTR_NOTNULL").length > 0 && initial === undefined && !this.created.has(table))
      this.rules.add("required-column");
    // A constant is stored once. A function is evaluated for each row.
    if (initial?.raw_expr !== undefined && isVolatileDefault(initial.raw_expr))
      this.breaks("rewrites-table", table);
    for (const generated of [...of("CONSTR_GENERATED"), ...of("CONSTR_IDENTITY")])
      if (generated !== undefined) this.breaks("rewrites-table", table);
  }

  private addColumn(table: string, { constraints = [], typeName }: ColumnDef): void {
    this.column(table, constraints);
    if (isSerial(typeName?.names ?? [])) this.breaks("rewrites-table", table);
  }

  private addConstraint(table: string, constraint: Constraint): void {
    this.constraint(table, constraint);
    if (!this.dropped.has(`${table}.${constraint.conname}`)) this.narrows(table);
  }

  private alterTable(table: string, commands: readonly Node[]): void {
    for (const node of commands) {
      if (!("AlterTableCmd" in node)) continue;
      const { subtype, def, name } = node.AlterTableCmd;
      if (subtype === "AT_AddConstraint" && def !== undefined && "Constraint" in def) {
        this.addConstraint(table, def.Constraint);
        continue;
      }
      this.lock(table, subtype === "AT_ValidateConstraint" ? "SHARE UPDATE EXCLUSIVE" : "ACCESS EXCLUSIVE");
      if (subtype === "AT_AddColumn" && def !== undefined && "ColumnDef" in def)
        this.addColumn(table, def.ColumnDef);
      if (subtype === "AT_DropConstraint") this.dropped.add(`${table}.${name}`);
      if (subtype === "AT_DropColumn") this.removes();
      this.alterColumn(table, subtype, def === undefined);
    }
  }

  private alterColumn(table: string, subtype: AlterTableType | undefined, isWithoutValue: boolean): void {
    if (subtype === "AT_AlterColumnType") {
      this.breaks("rewrites-table", table);
      this.removes();
    }
    // The former release inserts rows without the column.
    if (subtype === "AT_ColumnDefault" && isWithoutValue && !this.created.has(table))
      this.rules.add("required-column");
    if (subtype === "AT_SetNotNull") {
      this.breaks("scans-table", table);
      this.rules.add("required-column");
    }
  }

  private drop(removeType: string | undefined, objects: readonly Node[]): void {
    const names = objects.map((node) =>
      "List" in node
        ? (node.List.items ?? []).flatMap((item) =>
            "String" in item && item.String.sval !== undefined ? [item.String.sval] : [],
          )
        : [],
    );
    if (removeType === "OBJECT_TABLE") {
      this.removes();
      for (const name of names) this.lock(name.at(-1), "ACCESS EXCLUSIVE");
    }
    if (removeType === "OBJECT_FUNCTION" || removeType === "OBJECT_INDEX") this.removes();
    if (removeType === "OBJECT_TRIGGER" || removeType === "OBJECT_POLICY")
      for (const name of names) this.lock(name.at(-2), "ACCESS EXCLUSIVE");
  }

  private rows(table: string | undefined): void {
    this.lock(table, "ROW EXCLUSIVE");
    this.breaks("changes-rows", table);
  }

  private index({ relation, concurrent }: IndexStmt): void {
    this.lock(relation?.relname, concurrent === true ? "SHARE UPDATE EXCLUSIVE" : "SHARE");
    if (concurrent !== true) this.breaks("blocks-writes", relation?.relname);
  }

  private reindex(table: string | undefined): void {
    this.lock(table, "ACCESS EXCLUSIVE");
    this.rules.add("blocks-writes");
  }

  private rename(table: string | undefined): void {
    this.lock(table, "ACCESS EXCLUSIVE");
    this.removes();
  }

  /** Statements about tables and their parts. */
  definition(node: Node): void {
    if ("CreateStmt" in node) this.created.add(node.CreateStmt.relation?.relname ?? "");
    if ("AlterTableStmt" in node)
      this.alterTable(node.AlterTableStmt.relation?.relname ?? "", node.AlterTableStmt.cmds ?? []);
    if ("IndexStmt" in node) this.index(node.IndexStmt);
    if ("CreateTrigStmt" in node) this.lock(node.CreateTrigStmt.relation?.relname, "SHARE ROW EXCLUSIVE");
    if ("CreatePolicyStmt" in node) this.lock(node.CreatePolicyStmt.table?.relname, "ACCESS EXCLUSIVE");
    if ("CreatePolicyStmt" in node && node.CreatePolicyStmt.permissive !== true)
      this.narrows(node.CreatePolicyStmt.table?.relname ?? "");
    if ("ReindexStmt" in node) this.reindex(node.ReindexStmt.relation?.relname);
    if ("RenameStmt" in node) this.rename(node.RenameStmt.relation?.relname);
    if ("DropStmt" in node) this.drop(node.DropStmt.removeType, node.DropStmt.objects ?? []);
  }

  private insert({ relation, selectStmt }: InsertStmt): void {
    const isList =
      selectStmt !== undefined &&
      "SelectStmt" in selectStmt &&
      (selectStmt.SelectStmt.valuesLists ?? []).length > 0;
    if (isList) this.lock(relation?.relname, "ROW EXCLUSIVE");
    else this.rows(relation?.relname);
  }

  /** access.sql revokes everything from everyone and grants its list again, and closes each function to the public. */
  private grant({ is_grant: isGrant, targtype, objtype, objects = [] }: GrantStmt): void {
    if (isGrant === true || targtype !== "ACL_TARGET_OBJECT") return;
    const tables = objects.flatMap((node) => ("RangeVar" in node ? [node.RangeVar.relname ?? ""] : []));
    if (objtype === "OBJECT_TABLE" && tables.some((table) => !this.created.has(table))) this.removes();
  }

  private block(text: string): void {
    if (ROW_STATEMENT.test(text)) this.rules.add("rows-in-do");
    if (REMOVAL.test(text)) this.removes();
    if (DEFINITION_STATEMENT.test(text) && this.declared === null) this.rules.add("definitions-in-do");
  }

  /** Statements about rows and settings. */
  change(node: Node): void {
    if ("UpdateStmt" in node) this.rows(node.UpdateStmt.relation?.relname);
    if ("DeleteStmt" in node) this.rows(node.DeleteStmt.relation?.relname);
    if ("InsertStmt" in node) this.insert(node.InsertStmt);
    if ("TruncateStmt" in node) this.removes();
    if ("GrantStmt" in node) this.grant(node.GrantStmt);
    if ("DoStmt" in node) this.block(JSON.stringify(node.DoStmt));
    if ("VariableSetStmt" in node && node.VariableSetStmt.name?.endsWith("_timeout") === true)
      this.rules.add("sets-timeout");
  }
}

/** Reports the rules that a migration breaks and the locks that it takes. Throws for text that PostgreSQL's grammar rejects. */
export async function lintMigration(sql: string): Promise<MigrationReport> {
  const kind = readMigrationKind(sql);
  const linter = new Linter(kind.kind === "contract", readDeclaredLocks(sql));
  if (!/^-- (?:expand|contract)\b/.test(sql)) linter.rules.add("no-kind");
  const statements =
    (await parse(sql)).stmts?.flatMap(({ stmt }) => (stmt === undefined ? [] : [stmt])) ?? [];
  for (const statement of statements) {
    linter.definition(statement);
    linter.change(statement);
  }
  const indexes = statements.filter((node) => "IndexStmt" in node && node.IndexStmt.concurrent === true);
  const isConcurrent = kind.kind === "expand" && kind.isConcurrent;
  if (isConcurrent ? indexes.length !== 1 || statements.length !== 1 : indexes.length > 0)
    linter.rules.add("index-in-transaction");
  return {
    rules: [...linter.rules].sort(),
    locks: Object.fromEntries([...linter.locks].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}
