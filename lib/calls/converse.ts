import type { Ctx } from "@/lib/context";
import { advance, type Conversation, type Event, type Listener, type Ports } from "@/lib/conversation";
import type { Sealer } from "@/lib/crypto";
import { record } from "@/lib/db";
import { log } from "@/lib/log";
import { ModelError } from "@/lib/models";
import { toolsForCall } from "@/lib/tools";
import type { Lease } from "./lease";
import { openState } from "./present";
import type { Opened } from "./read";
import type { FullRow } from "./row";
import { sceneOf } from "./scene";
import { keepStatements } from "./session";
import { runCallTool } from "./tools";

/** A call that is being acted in: everything a verb needs besides the event. */
export type Active = { ctx: Ctx; row: FullRow; sealer: Sealer; conversation: Conversation };

/** The running call of what was opened, or null where it no longer runs. */
export function activate(ctx: Ctx, { row, sealer, turns }: Opened): Active | null {
  if (sealer === undefined) return null;
  const state = openState(row, sealer);
  return state === null ? null : { ctx, row, sealer, conversation: { state, turns } };
}

/** The log learns that a model failed and how, never what was said. */
const logFailure = (callId: string, error: unknown): void =>
  log.warn(
    { callId, reason: error instanceof ModelError ? error.code : "unknown", err: error },
    "a model failed in a call",
  );

/** Lets an event happen in a call whose lease is held, and stores every turn as it is finished. */
export async function happen(
  active: Active,
  lease: Lease,
  event: Event,
  listener: Listener = {},
): Promise<Conversation> {
  const { ctx, row, sealer, conversation } = active;
  const startedAt = row.started_at ?? row.created_at;
  const watched = { callId: row.id, startedAt, config: row.config };
  const tools = await toolsForCall(ctx, row.config.tools);
  const scene = await sceneOf(ctx, row, sealer, tools);
  const ports: Ports = {
    ...listener,
    keep: async (changed, state, ended) =>
      record(ctx, async (tx) => {
        await lease.confirm(tx);
        await tx.batch(...keepStatements({ ctx, watched, sealer, changed, state, ended, now: ctx.now() }));
      }),
    runTool: (call, signal) => runCallTool({ ctx, row, sealer, tools }, call, signal),
    failed: (error) => logFailure(row.id, error),
    now: () => Math.max(0, Date.parse(ctx.now()) - Date.parse(startedAt)),
    signal: lease.signal,
  };
  return advance(scene, conversation, event, ports);
}
