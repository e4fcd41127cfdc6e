import type { Compilable } from "kysely";
import { ModelError } from "@/lib/agents/models";
import { toolsForCall } from "@/lib/agents/tools";
import {
  advance,
  type Conversation,
  type Event,
  type KeptTurn,
  type Listener,
  type Ports,
} from "@/lib/calls/conversation";
import type { Ctx } from "@/lib/platform/context";
import { log } from "@/lib/platform/log";
import type { Active } from "./active";
import { openState } from "./facts";
import type { Lease } from "./lease";
import type { Opened } from "./open";
import { isSuppressedElsewhere, optOutDeeds } from "./opt-out";
import { sceneOf, startedAt } from "./scene";
import { keepStatements } from "./session";
import { settleInline } from "./settle-inline";
import { texterOf } from "./texts";
import { runCallTool } from "./tools";
import type { Transfer } from "./transfer";

/** What was opened as a call to act in, or null where it is settled or its key is gone. */
export function activate(ctx: Ctx, { row, sealer, turns }: Opened): Active | null {
  if (sealer === undefined) return null;
  const state = openState(row, sealer);
  return state === null ? null : { ctx, row, sealer, conversation: { state, turns } };
}

/** Milliseconds since the call began. */
export const elapsed = ({ ctx, row }: Pick<Active, "ctx" | "row">): number =>
  Math.max(0, Date.parse(ctx.now()) - Date.parse(startedAt(row)));

/** The log learns that a model failed and how, never what was said. */
const logFailure = (callId: string, error: unknown): void =>
  log.warn(
    { callId, reason: error instanceof ModelError ? error.code : "unknown", err: error },
    "a model failed in a call",
  );

/** What whoever holds the line says of an event: how it is heard, and what cuts the agent off without losing the call. */
export type Line = Listener &
  Required<Pick<Ports, "played" | "signal" | "now">> & {
    /** Turns have been stored. */
    kept(changed: readonly KeptTurn[]): void;
    /** Puts the caller through to a number. Missing where the line is no telephone's. */
    transfer?: Transfer | undefined;
    /** Says something of the engine's own, which the caller cannot interrupt. */
    hold?: NonNullable<Ports["hold"]>;
  };

type How = { listener?: Listener; line?: Line; alongside?: readonly Compilable<unknown>[] };

/** Lets an event happen, and stores what follows. A line that is held keeps the lease until the call ends. */
export async function happen(
  active: Active,
  lease: Lease,
  event: Event,
  { listener = {}, line, alongside = [] }: How,
): Promise<Conversation> {
  const { ctx, row, sealer, conversation } = active;
  const { id: callId, channel, direction, config } = row;
  const watched = { callId, channel, direction, startedAt: startedAt(row), config, held: line !== undefined };
  let first = alongside;
  const offered = toolsForCall(ctx, row.config.tools);
  // None of them waits for another: a caller does.
  const [textsOf, tools, scene] = await Promise.all([
    texterOf(ctx, row, sealer),
    offered,
    sceneOf(ctx, row, sealer, { offered, hasTransfer: line?.transfer !== undefined }),
  ]);
  const ports: Ports = {
    ...listener,
    now: () => elapsed(active),
    ...line,
    keep: async (changed, state, ended, deeds) => {
      const now = ctx.now();
      // A wish to be contacted no more holds as soon as the words are kept that say it.
      const wished = await optOutDeeds(ctx, row, sealer, deeds);
      const kept = keepStatements({ ctx, watched, sealer, changed, state, ended, now });
      const statements = [...first, ...wished, ...kept, ...textsOf(changed, now)];
      first = [];
      const done = line === undefined && state.phase === "listening";
      await lease.write(statements, done ? "last" : undefined);
      line?.kept(changed);
    },
    runTool: (call, signal) =>
      runCallTool({ ctx, row, sealer, tools, transfer: line?.transfer, signal }, call),
    isSuppressedElsewhere: () => isSuppressedElsewhere(ctx, row),
    failed: (error) => logFailure(row.id, error),
    signal: line === undefined ? lease.signal : AbortSignal.any([lease.signal, line.signal]),
  };
  return advance(scene, conversation, event, ports);
}

/**
 * Lets an event happen in a call whose lease is held, stores every turn as it is finished, and settles the call where
 * that ended it. `alongside` is stored with the first turn. The lease is given back whatever happens. Answers where the conversation stands then.
 */
export async function act(
  active: Active,
  lease: Lease,
  event: Event,
  listener: Listener = {},
  alongside: readonly Compilable<unknown>[] = [],
): Promise<Conversation> {
  try {
    const conversation = await happen(active, lease, event, { listener, alongside });
    if (conversation.state.phase === "ended") await settleInline({ ...active, conversation }, lease);
    return conversation;
  } catch (error) {
    await lease.release();
    throw error;
  }
}
