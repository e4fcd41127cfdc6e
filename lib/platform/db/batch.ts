import { createHash } from "node:crypto";
import type { Compilable, CompiledQuery } from "kysely";
import type pg from "pg";
import { hasNamedStatements, types } from "./connection";
import { limitResponse } from "./limit-response";

/** A prepared statement with its parameters. */
export type Statement = { name: string; text: string; values: readonly unknown[] };
type Row = Record<string, unknown>;
type RowShape = { names: string[]; parse: ((text: string) => unknown)[] };

/** The part of pg's client that a query object receives when its turn comes (pg's `Submittable`). */
type WireProtocol = {
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
type Client = { connection: WireProtocol & { parsedStatements: Record<string, string | undefined> } };

/** Maximum statement names and row shapes in memory. Dynamic filters produce some hundreds. */
const MEMO_LIMIT = 5_000;
const names = new Map<string, string>();
/** Row shapes by statement name; each is described once in a process. */
const rowShapes = new Map<string, RowShape>();

/** The name of a prepared statement with this text. */
export function nameOf(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    if (names.size >= MEMO_LIMIT) names.clear();
    name = `q${createHash("sha256").update(text).digest("hex").slice(0, 24)}`;
    names.set(text, name);
  }
  return name;
}

/** Converts a Kysely query to a prepared statement. */
export function statement(query: Compilable<unknown> | CompiledQuery<unknown>): Statement {
  const { sql, parameters } = "compile" in query ? query.compile() : query;
  return { name: nameOf(sql), text: sql, values: parameters };
}

/** Encodes a list as a PostgreSQL array literal. Lists for jsonb columns are already encoded by `json`. */
function arrayLiteral(items: readonly unknown[]): string {
  const encodeItem = (v: unknown): string => {
    if (v === null || v === undefined) return "NULL";
    if (typeof v === "number" || typeof v === "bigint") return String(v);
    if (Buffer.isBuffer(v)) return `"\\\\x${v.toString("hex")}"`;
    return `"${String(v).replace(/[\\"]/g, "\\$&")}"`;
  };
  return `{${items.map(encodeItem).join(",")}}`;
}

function encodeValue(value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (typeof value === "string" || Buffer.isBuffer(value)) return value;
  if (Array.isArray(value)) return arrayLiteral(value);
  if (value instanceof Date) return value.toISOString();
  return String(value);
}

/**
 * Several prepared statements before one Sync: one round trip and one implicit transaction, since PostgreSQL
 * ends the transaction at the Sync. A `set_config(…, true)` in the first statement therefore holds for all of
 * them, and neither BEGIN nor COMMIT is sent.
 */
class Batch {
  private readonly results: Row[][] = [];
  private readonly parsedNames: string[] = [];
  private index = 0;
  private currentRows: Row[] = [];
  /** The shapes of this batch, which another batch cannot evict. */
  private readonly shapes = new Map<string, RowShape>();
  private failure: Error | null = null;
  private connection: Client["connection"] | null = null;

  constructor(
    private readonly statements: readonly Statement[],
    private readonly onDone: (error: Error | null, rows: Row[][]) => void,
  ) {}

  submit(connection: Client["connection"]): null {
    this.connection = connection;
    const isNamed = hasNamedStatements();
    if (rowShapes.size >= MEMO_LIMIT) rowShapes.clear();
    connection.stream.cork();
    try {
      for (const { name, text, values } of this.statements) {
        if (isNamed) this.parseOnce(connection, name, text);
        else connection.parse({ text, name: "" });
        connection.bind({
          portal: "",
          statement: isNamed ? name : "",
          values,
          valueMapper: encodeValue,
        });
        const shape = rowShapes.get(name);
        if (shape === undefined) connection.describe({ type: "P", name: "" });
        else this.shapes.set(name, shape);
        connection.execute({ portal: "", rows: 0 });
      }
      connection.sync();
    } finally {
      connection.stream.uncork();
    }
    return null;
  }

  private parseOnce(connection: Client["connection"], name: string, text: string): void {
    if (connection.parsedStatements[name] !== undefined) return;
    // After a failed batch it is unknown which of its statements were parsed. Closing an unknown one is harmless.
    connection.close({ type: "S", name });
    connection.parse({ text, name });
    connection.parsedStatements[name] = text;
    this.parsedNames.push(name);
  }

  private currentName(): string {
    return this.statements[this.index]?.name ?? "";
  }

  private setShape(shape: RowShape): void {
    rowShapes.set(this.currentName(), shape);
    this.shapes.set(this.currentName(), shape);
  }

  handleRowDescription(message: { fields: { name: string; dataTypeID: number }[] }): void {
    this.setShape({
      names: message.fields.map((f) => f.name),
      parse: message.fields.map(
        (f) => types.getTypeParser(f.dataTypeID, "text") as (text: string) => unknown,
      ),
    });
  }

  handleDataRow(message: { fields: (string | null)[] }): void {
    const shape = this.shapes.get(this.currentName());
    if (shape === undefined) {
      this.fail(new Error("Received a row before its description."));
      return;
    }
    const { names, parse } = shape;
    const { fields } = message;
    const row: Row = {};
    for (let i = 0; i < names.length; i++) {
      const field = fields[i];
      row[names[i] as string] = field === null || field === undefined ? null : parse[i]?.(field);
    }
    this.currentRows.push(row);
  }

  handleCommandComplete(): void {
    if (!this.shapes.has(this.currentName())) this.setShape({ names: [], parse: [] });
    this.results.push(this.currentRows);
    this.currentRows = [];
    this.index += 1;
  }

  handleError(error: Error): void {
    this.fail(error);
  }

  private fail(error: Error): void {
    // Statements of a failed batch may not have been parsed: forget them, so that the next use parses them
    // again.
    for (const name of this.parsedNames)
      if (this.connection !== null) delete this.connection.parsedStatements[name];
    this.failure ??= error;
    // A lost connection never becomes ready again, so the caller learns of it now; a second call of `onDone`
    // has no effect.
    this.onDone(this.failure, []);
  }

  handleReadyForQuery(): void {
    this.onDone(this.failure, this.results);
  }
  handlePortalSuspended(): void {}
  handleEmptyQuery(): void {}
}

/**
 * Sends the statements on one connection. Returns the rows of each. Rejects with `ETIMEDOUT` and closes the connection if
 * the server does not respond in time (`timeoutMs`; the default is for every product statement).
 */
export function sendBatchOn(
  client: pg.ClientBase,
  statements: readonly Statement[],
  timeoutMs?: number,
): Promise<Row[][]> {
  const response = new Promise<Row[][]>((resolve, reject) => {
    const query = new Batch(statements, (error, rows) => (error === null ? resolve(rows) : reject(error)));
    client.query(query as unknown as pg.Submittable);
  });
  return limitResponse(client, response, timeoutMs);
}
