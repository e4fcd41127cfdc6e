import pg from "pg";
import { createAgent, deployAgent } from "@/lib/agents/agents";
import { CreateAgent } from "@/lib/agents/agents/schema";
import type { Environment } from "@/lib/platform/context";
import { makeCtx } from "@/lib/platform/context/make";
import { db, directUrl, reader } from "@/lib/platform/db";
import { makeWorkspace, type TestWorkspace } from "@/test/fixtures/workspace";
import { createCall, endCall, readCall, sendMessage, tickCall } from "..";
import { type Call, CreateCall } from "../schema";
import { LEASE_MS } from "../session";

/** A Monday morning. */
const START = "2026-11-23T09:00:00.000Z";
/** As many leases end before the silence of a call does. */
const MAX_RENEWALS = 3;

export const variable = (name: string, extra: object = {}) => ({
  name,
  type: "string",
  description: `your ${name.replaceAll("_", " ")}`,
  ...extra,
});

/** The variables of most test conversations: one sensitive, one not. */
export const VARIABLES = [variable("account_number", { sensitive: true }), variable("day", { type: "date" })];
export const OUTCOMES = [
  { tag: "booked", description: "A table is booked." },
  { tag: "not_booked", description: "No table is booked." },
];

/** A workspace whose calls use a clock that the test sets. */
export type CallFixture = Awaited<ReturnType<typeof createCallFixture>>;

export async function createCallFixture() {
  let at = Date.parse(START);
  const clock = { now: () => new Date(at) };
  const workspace: TestWorkspace = await makeWorkspace({ clock });
  const ctx = workspace.ctx("builder");
  const { workspaceId } = workspace;
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
  /** Advances the clock. */
  const advanceClock = (seconds: number): void => {
    at += seconds * 1_000;
  };
  const tick = (id: string) => tickCall(system(), id);
  const session = (id: string) =>
    rows.first(db.selectFrom("call_sessions").selectAll().where("call_id", "=", id));
  return {
    space: workspace,
    ctx,
    rows,
    now: () => new Date(at).toISOString(),
    advanceClock,
    /** A live agent. */
    async agent(extra: object = {}): Promise<string> {
      const owner = workspace.ctx("owner");
      const defaults = {
        name: "Front desk",
        type: "voice",
        voice_id: "builtin:slt",
        prompt: "You book tables.",
      };
      const created = await createAgent(
        owner,
        CreateAgent.parse({ ...defaults, outcomes: OUTCOMES, ...extra }),
      );
      await deployAgent(owner, created.id);
      return created.id;
    },
    startCall: (agentId: string, extra: object = {}, environment: Environment = "live"): Promise<Call> => {
      const input = CreateCall.parse({ agent_id: agentId, channel: "chat", ...extra });
      return createCall(workspace.ctx("builder", environment), input);
    },
    say: (id: string, text: string) => sendMessage(ctx, id, { text }),
    end: (id: string) => endCall(ctx, id),
    read: (id: string, environment?: Environment) => readCall(workspace.ctx("viewer", environment), id),
    tick,
    /**
     * Ticks a call after the lease of the process that acts in it. That process lives in a test, and may renew its lease
     * after the clock has advanced; then the next lease is waited for.
     */
    async takeOver(id: string): Promise<void> {
      const { lease_owner: owner } = (await session(id)) ?? {};
      for (let tries = 0; tries < MAX_RENEWALS && (await session(id))?.lease_owner === owner; tries++) {
        advanceClock(LEASE_MS / 1_000 + 1);
        await tick(id);
      }
    },
    openCalls: () => rows.all(db.selectFrom("call_sessions").select("call_id").orderBy("call_id", "desc")),
    session,
  };
}

/** The time of the call's next `call.tick`. */
export async function readTickTime(id: string): Promise<string | undefined> {
  const owner = new pg.Client({ connectionString: directUrl() });
  await owner.connect();
  const { rows } = await owner.query<{ run_at: Date }>(
    "select run_at from graphile_worker.jobs where key = $1 and locked_at is null",
    [`call:${id}`],
  );
  await owner.end();
  return rows[0]?.run_at.toISOString();
}
