// The floor of a message: Fastify and pg write the rows that a message of a chat writes, in the same transactions, and nothing
// else is done: no roles, limits, checks, seals, masks or model.
//   ADMIN_URL=… PORT=… node dist/bench-message-floor.js
import { randomBytes } from "node:crypto";
import fastify from "fastify";
import pg from "pg";

const { ADMIN_URL, PORT = "0" } = process.env;
/** As many connections as a process of the product has. */
const POOL = 10;
/** Bytes of a sealed turn. */
const TURN_BYTES = 220;
const SILENCE_S = 300;

const pool = new pg.Pool({ connectionString: ADMIN_URL, max: POOL });
const app = fastify();

type Statement = [name: string, text: string, values: unknown[]];
async function transaction(statements: readonly Statement[]): Promise<pg.QueryResult[]> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    const results: pg.QueryResult[] = [];
    for (const [name, text, values] of statements) results.push(await client.query({ name, text, values }));
    await client.query("commit");
    return results;
  } finally {
    client.release();
  }
}

const LEASE = `update call_sessions set lease_owner = $3, lease_until = now() + interval '30 s'
  where workspace_id = $1 and call_id = $2`;
const CALL = `select c.*, s.state from calls c join call_sessions s on s.workspace_id = c.workspace_id and s.call_id = c.id
  where c.workspace_id = $1 and c.id = $2`;
const TURNS = "select index, sealed from call_turns where workspace_id = $1 and call_id = $2 order by index";
const TURN =
  "insert into call_turns (workspace_id, call_id, index, sealed, at) values ($1, $2, $3, $4, now())";
const STATE =
  "update call_sessions set state = $3, due_at = now() + $4 * interval '1 s' where workspace_id = $1 and call_id = $2";
const RELEASE =
  "update call_sessions set lease_owner = null, lease_until = null where workspace_id = $1 and call_id = $2";
const NOTIFY = "select pg_notify('parley_live', $1)";
const TICK = `select enqueue_job('call.tick', json_build_object('workspaceId', $1::text, 'callId', $2::text), 'call:' || $2,
  now() + interval '300 s', 25)`;
const WORKSPACE = "select workspace_id from calls where id = $1";

app.post<{ Params: { id: string }; Body: { text: string } }>("/v1/calls/:id/messages", async (request) => {
  const { id } = request.params;
  const { rows } = await pool.query({ name: "workspace", text: WORKSPACE, values: [id] });
  const workspaceId: string = rows[0].workspace_id;
  const call = [workspaceId, id];
  const [, calls, turns] = await transaction([
    ["lease", LEASE, [...call, randomBytes(8).toString("hex")]],
    ["call", CALL, call],
    ["turns", TURNS, call],
  ]);
  const next = turns?.rows.length ?? 0;
  // Other bytes could not be opened by the product's lists.
  const [{ state }] = (calls?.rows ?? []) as [{ state: Buffer }];
  const store = (index: number): Statement[] => [
    ["turn", TURN, [...call, index, randomBytes(TURN_BYTES)]],
    ["state", STATE, [...call, state, SILENCE_S]],
    ["tick", TICK, call],
    ["notify", NOTIFY, [`${id} turn`]],
  ];
  await transaction(store(next));
  await transaction([...store(next + 1), ["release", RELEASE, call]]);
  return { id, turns: next + 2 };
});

process.on("disconnect", () => process.exit(0));
await app.listen({ host: "127.0.0.1", port: Number(PORT) });
process.send?.("ready");
