// The floor that the product is measured against: Fastify and pg, each request's key looked up by a query, one query
// for what it asks, and nothing else: no limit, no roles, no checks, no row-level security, no audit, no masks.
//   DATABASE_URL=… ADMIN_URL=… DATA_DIR=… PORT=… node dist/bench-floor.js
import fastify, { type FastifyRequest } from "fastify";
import pg from "pg";
import { digestFieldRef, digestOf, isSameDigest, parseToken } from "@/lib/identity/keys";
import { subjectSealers, workspaceSealer } from "@/lib/platform/crypto";
import { inflateJson } from "@/lib/platform/deflated-json";
import { newId } from "@/lib/platform/ids";

const { ADMIN_URL, PORT = "0" } = process.env;
/** As many connections as a process of the product has. */
const POOL = 10;

const pool = new pg.Pool({ connectionString: ADMIN_URL, max: POOL });
const app = fastify();

type Row = Record<string, unknown> & { id: string };
async function query<R>(name: string, text: string, values: unknown[]): Promise<R[]> {
  return (await pool.query({ name, text, values })).rows as R[];
}

type KeyRow = { id: string; workspace_id: string; environment: string; digest: Buffer };
const KEY = `select k.id, k.workspace_id, k.environment, k.digest, k.role, m.role as maker_role
  from key_ids i join api_keys k on k.token_id = i.token_id
  join members m on m.workspace_id = k.workspace_id and m.id = k.created_by
  where i.token_id = $1 and k.revoked_at is null`;

/** The same look-up as the product's when it does not remember the key: by id, and the sealed digest compared. */
async function keyOf(request: FastifyRequest): Promise<KeyRow> {
  const token = parseToken(request.headers.authorization?.slice("Bearer ".length) ?? "");
  if (token === null) throw new Error("no key");
  const [key] = await query<KeyRow>("key", KEY, [token.id]);
  if (key === undefined) throw new Error("no key");
  const digest = (await workspaceSealer(key.workspace_id)).open(digestFieldRef(key.id, "digest"), key.digest);
  if (!isSameDigest(digestOf(token), digest)) throw new Error("no key");
  return key;
}

const AGENT = "select * from agents where workspace_id = $1 and id = $2";
app.get<{ Params: { id: string } }>("/v1/agents/:id", async (request) => {
  const key = await keyOf(request);
  const [row] = await query<Row>("agent", AGENT, [key.workspace_id, request.params.id]);
  return row;
});

const INSERT = `insert into agents (id, workspace_id, name, draft, draft_digest, policy, created_at, updated_at)
  values ($1, $2, $3, $4, '', '{}', now(), now()) returning *`;
app.post<{ Body: { name: string } }>("/v1/agents", async (request, reply) => {
  const key = await keyOf(request);
  const { body } = request;
  const [row] = await query<Row>("insert", INSERT, [newId("agt"), key.workspace_id, body.name, body]);
  return reply.code(201).send(row);
});

const COLUMNS = `id, environment, agent_id, agent_version, contact_id, campaign_id, channel, direction, status, end_reason,
  reasons, purpose, subject_id, from_number, to_number, metadata, notes, tags, recording, outcome_tag, outcome_successful,
  summary, variables, redact, turn_p50_ms, turn_p95_ms, legal_hold, created_at, started_at, answered_at, ended_at,
  settled_at, erased_at, duration_ms`;
const SEALED = ["metadata", "summary", "variables"] as const;
const JSON_FIELDS: readonly string[] = ["metadata", "variables", "transcript"];

/** Opens what a row has sealed, as the product does. */
async function opened(workspaceId: string, rows: Row[], fields: readonly string[]): Promise<Row[]> {
  const sealed = rows.filter((row) => row.variables !== null);
  if (sealed.length === 0) return rows;
  const sealers = await subjectSealers(
    workspaceId,
    sealed.map(({ id }) => id),
  );
  for (const row of sealed) {
    const sealer = sealers.get(row.id);
    for (const field of fields) {
      const plain = sealer?.open({ table: "calls", row: row.id, field }, row[field] as Buffer);
      if (plain !== undefined)
        row[field] = JSON_FIELDS.includes(field) ? inflateJson(plain) : plain.toString();
    }
  }
  return rows;
}

const CALLS = `select ${COLUMNS} from calls where workspace_id = $1 and environment = $2 and agent_id = $3 and status = $4`;
const PAGE = "order by created_at desc, id desc limit $5";
type List = { agent_id: string; status: string; limit: string; cursor?: string };
app.get<{ Querystring: List }>("/v1/calls", async (request) => {
  const key = await keyOf(request);
  const { agent_id, status, limit, cursor } = request.query;
  const values: unknown[] = [key.workspace_id, key.environment, agent_id, status, Number(limit) + 1];
  const rows =
    cursor === undefined
      ? await query<Row>("first", `${CALLS} ${PAGE}`, values)
      : await query<Row>("behind", `${CALLS} and (created_at, id) < ($6::timestamptz, $7) ${PAGE}`, [
          ...values,
          ...JSON.parse(Buffer.from(cursor, "base64url").toString()).slice(1),
        ]);
  const data = rows.slice(0, Number(limit));
  const last = data.at(-1);
  const next_cursor = rows.length > data.length && last ? `${last.created_at} ${last.id}` : null;
  return { data: await opened(key.workspace_id, data, SEALED), next_cursor };
});

const CALL = `select ${COLUMNS}, transcript from calls where workspace_id = $1 and id = $2`;
app.get<{ Params: { id: string } }>("/v1/calls/:id", async (request) => {
  const key = await keyOf(request);
  const rows = await query<Row>("call", CALL, [key.workspace_id, request.params.id]);
  const [row] = await opened(key.workspace_id, rows, [...SEALED, "transcript"]);
  const transcript = row?.transcript as { turns: unknown[] } | undefined;
  return { ...row, transcript: transcript?.turns };
});

process.on("disconnect", () => process.exit(0));
await app.listen({ host: "127.0.0.1", port: Number(PORT) });
process.send?.("ready");
