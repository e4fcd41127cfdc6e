import pg from "pg";
import { createAgent, deployAgent } from "@/lib/agents/agents";
import { CreateAgent } from "@/lib/agents/agents/schema";
import type { Environment } from "@/lib/platform/context";
import { makeCtx } from "@/lib/platform/context/make";
import { databaseUrl, db, reader } from "@/lib/platform/db";
import { makeWorkspace, type TestWorkspace } from "@/test/fixtures/workspace";
import { createCall, endCall, readCall, sendMessage, tickCall } from "..";
import { type Call, CreateCall } from "../schema";

/** A Monday morning. */
const START = "2026-11-23T09:00:00.000Z";

export const variable = (name: string, extra: object = {}) => ({
  name,
  type: "string",
  description: `your ${name.replaceAll("_", " ")}`,
  ...extra,
});

/** What most conversations of these tests find out: one value that is masked, one that is not. */
export const VARIABLES = [variable("account_number", { sensitive: true }), variable("day", { type: "date" })];
export const OUTCOMES = [
  { tag: "booked", description: "A table is booked." },
  { tag: "not_booked", description: "No table is booked." },
];

/** A workspace whose calls run on a clock that the test moves. */
export type Desk = Awaited<ReturnType<typeof openDesk>>;

export async function openDesk() {
  let at = Date.parse(START);
  const clock = { now: () => new Date(at) };
  const space: TestWorkspace = await makeWorkspace({ clock });
  const ctx = space.ctx("builder");
  const { workspaceId } = space;
  const rows = reader(workspaceId);
  const system = () =>
    makeCtx({
      workspaceId,
      environment: "live",
      actor: { type: "system", id: "call.tick", role: "owner" },
      requestId: "req_test",
      address: null,
      signal: new AbortController().signal,
      clock,
    });
  return {
    space,
    ctx,
    rows,
    now: () => new Date(at).toISOString(),
    /** Moves the clock on. */
    wait(seconds: number) {
      at += seconds * 1_000;
    },
    /** A live agent. */
    async agent(extra: object = {}): Promise<string> {
      const owner = space.ctx("owner");
      const given = {
        name: "Front desk",
        type: "voice",
        voice_id: "builtin:slt",
        prompt: "You book tables.",
      };
      const made = await createAgent(owner, CreateAgent.parse({ ...given, outcomes: OUTCOMES, ...extra }));
      await deployAgent(owner, made.id);
      return made.id;
    },
    start: (agentId: string, extra: object = {}, environment: Environment = "live"): Promise<Call> => {
      const input = CreateCall.parse({ agent_id: agentId, channel: "chat", ...extra });
      return createCall(space.ctx("builder", environment), input);
    },
    say: (id: string, text: string) => sendMessage(ctx, id, { text }),
    end: (id: string) => endCall(ctx, id),
    read: (id: string, environment?: Environment) => readCall(space.ctx("viewer", environment), id),
    tick: (id: string) => tickCall(system(), id),
    openCalls: () => rows.all(db.selectFrom("call_sessions").select("call_id").orderBy("call_id", "desc")),
    session: (id: string) => rows.one(db.selectFrom("call_sessions").selectAll().where("call_id", "=", id)),
  };
}

/** When the queue looks after a call next. */
export async function dueOf(id: string): Promise<string | undefined> {
  const owner = new pg.Client({ connectionString: databaseUrl() });
  await owner.connect();
  const { rows } = await owner.query<{ run_at: Date }>(
    "select run_at from graphile_worker.jobs where key = $1 and locked_at is null",
    [`call:${id}`],
  );
  await owner.end();
  return rows[0]?.run_at.toISOString();
}
