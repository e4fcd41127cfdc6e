import { createHash } from "node:crypto";
import type { Compilable, CompiledQuery } from "kysely";
import type pg from "pg";
import { types } from "./pool";

/** One prepared statement with its values. */
export type Statement = { name: string; text: string; values: readonly unknown[] };
type Row = Record<string, unknown>;
type Plan = { names: string[]; parse: ((text: string) => unknown)[] };

/** The part of pg's client that a query object is handed when its turn comes (pg's `Submittable`). */
type Wire = {
  stream: { cork(): void; uncork(): void };
  close(message: { type: "S"; name: string }): void;
  parse(message: { text: string; name: string }): void;
  bind(message: {
    portal: string;
    statement: string;
    values: readonly unknown[];
    valueMapper: (v: unknown) => unknown;
  }): void;
  describe(message: { type: "P"; name: string }): void;
  execute(message: { portal: string; rows: number }): void;
  sync(): void;
};
type Client = { connection: Wire & { parsedStatements: Record<string, string | undefined> } };

/** How many statements' names and row shapes a process keeps; dynamic filters make some hundreds. */
const MEMO_LIMIT = 5_000;
const names = new Map<string, string>();
/** Row shape by statement name: described once in a process. */
const plans = new Map<string, Plan>();

function nameOf(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    if (names.size >= MEMO_LIMIT) names.clear();
    name = `q${createHash("sha256").update(text).digest("hex").slice(0, 24)}`;
    names.set(text, name);
  }
  return name;
}

/** Turns what Kysely wrote into a prepared statement. */
export function statement(query: Compilable<unknown> | CompiledQuery<unknown>): Statement {
  const { sql, parameters } = "compile" in query ? query.compile() : query;
  return { name: nameOf(sql), text: sql, values: parameters };
}

/** A list becomes an array literal; lists for jsonb columns have been encoded by `json` already. */
function arrayLiteral(list: readonly unknown[]): string {
  const item = (v: unknown): string => {
    if (v === null || v === undefined) return "NULL";
    if (typeof v === "number" || typeof v === "bigint") return String(v);
    if (Buffer.isBuffer(v)) return `"\\\\x${v.toString("hex")}"`;
    return `"${String(v).replace(/[\\"]/g, "\\$&")}"`;
  };
  return `{${list.map(item).join(",")}}`;
}

function toWire(value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (typeof value === "string" || Buffer.isBuffer(value)) return value;
  if (Array.isArray(value)) return arrayLiteral(value);
  if (value instanceof Date) return value.toISOString();
  return String(value);
}

/**
 * Several prepared statements behind one Sync: one round trip, and one implicit transaction, as PostgreSQL ends a
 * transaction at the Sync. `set_config(…, true)` in the first therefore holds for all, and no BEGIN or COMMIT is sent.
 */
class Batch {
  private readonly rows: Row[][] = [];
  private readonly fresh: string[] = [];
  private at = 0;
  private current: Row[] = [];
  private failed: Error | null = null;
  private wire: Client["connection"] | null = null;

  constructor(
    private readonly list: readonly Statement[],
    private readonly done: (error: Error | null, rows: Row[][]) => void,
  ) {}

  submit(wire: Client["connection"]): null {
    this.wire = wire;
    wire.stream.cork();
    try {
      for (const { name, text, values } of this.list) {
        if (wire.parsedStatements[name] === undefined) {
          // After a failed batch nobody knows which of its statements were parsed; closing one that is not there is fine.
          wire.close({ type: "S", name });
          wire.parse({ text, name });
          wire.parsedStatements[name] = text;
          this.fresh.push(name);
        }
        wire.bind({ portal: "", statement: name, values, valueMapper: toWire });
        if (!plans.has(name)) wire.describe({ type: "P", name: "" });
        wire.execute({ portal: "", rows: 0 });
      }
      wire.sync();
    } finally {
      wire.stream.uncork();
    }
    return null;
  }

  private name(): string {
    return this.list[this.at]?.name ?? "";
  }

  handleRowDescription(message: { fields: { name: string; dataTypeID: number }[] }): void {
    if (plans.size >= MEMO_LIMIT) plans.clear();
    plans.set(this.name(), {
      names: message.fields.map((f) => f.name),
      parse: message.fields.map(
        (f) => types.getTypeParser(f.dataTypeID, "text") as (text: string) => unknown,
      ),
    });
  }

  handleDataRow(message: { fields: (string | null)[] }): void {
    const plan = plans.get(this.name());
    if (plan === undefined) {
      this.fail(new Error("A row came before its description."));
      return;
    }
    const { names, parse } = plan;
    const { fields } = message;
    const row: Row = {};
    for (let i = 0; i < names.length; i++) {
      const field = fields[i];
      row[names[i] as string] = field === null || field === undefined ? null : parse[i]?.(field);
    }
    this.current.push(row);
  }

  handleCommandComplete(): void {
    if (!plans.has(this.name())) plans.set(this.name(), { names: [], parse: [] });
    this.rows.push(this.current);
    this.current = [];
    this.at += 1;
  }

  handleError(error: Error): void {
    this.fail(error);
  }

  private fail(error: Error): void {
    // A statement of a failed batch may never have been parsed: forget it, so that the next use parses it again.
    for (const name of this.fresh) if (this.wire !== null) delete this.wire.parsedStatements[name];
    this.failed ??= error;
    // A lost connection never becomes ready again, so the caller hears of it now; `done` ignores a second call.
    this.done(this.failed, []);
  }

  handleReadyForQuery(): void {
    this.done(this.failed, this.rows);
  }
  handlePortalSuspended(): void {}
  handleEmptyQuery(): void {}
}

/** Sends the statements on one connection; answers the rows of each. */
export function batchOn(client: pg.ClientBase, list: readonly Statement[]): Promise<Row[][]> {
  return new Promise((resolve, reject) => {
    const query = new Batch(list, (error, rows) => (error === null ? resolve(rows) : reject(error)));
    client.query(query as unknown as pg.Submittable);
  });
}

const SET_WORKSPACE = "select set_config('app.workspace_id', $1, true)";
const SET_WORKSPACE_NAME = nameOf(SET_WORKSPACE);
/** The statement that opens a tenant's batch or transaction. */
export const setWorkspace = (workspaceId: string): Statement => ({
  name: SET_WORKSPACE_NAME,
  text: SET_WORKSPACE,
  values: [workspaceId],
});
