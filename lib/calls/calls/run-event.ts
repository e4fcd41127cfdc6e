import type { Compilable } from "kysely";
import { ModelError } from "@/lib/agents/models";
import { readCallTools } from "@/lib/agents/tools";
import {
  advanceConversation,
  type Conversation,
  type ConversationEvent,
  type Listener,
  type Ports,
  type ReplyDraft,
  type StoredTurn,
  startReplyDraft,
} from "@/lib/calls/conversation";
import type { Ctx } from "@/lib/platform/context";
import { log } from "@/lib/platform/log";
import { withSpan } from "@/lib/platform/telemetry";
import type { ActiveCall } from "./active-call";
import type { Lease } from "./lease";
import type { OpenedCall } from "./open-call";
import { openState } from "./open-stored";
import { isSuppressedElsewhere, optOutDeeds } from "./opt-out";
import { createTextStatements } from "./outgoing-texts";
import { progressStatements } from "./session";
import { settleInline } from "./settle-inline";
import { runCallTool } from "./tools";
import type { Transfer } from "./transfer";
import { createTurnContext, startedAt } from "./turn-context";
import { usageMeterOf } from "./usage-meter";

/** Converts an opened call to an active call. Null if it is settled or its key is destroyed. */
export function toActiveCall(ctx: Ctx, { row, sealer, turns }: OpenedCall): ActiveCall | null {
  if (sealer === undefined) return null;
  const state = openState(row, sealer);
  return state === null ? null : { ctx, row, sealer, conversation: { state, turns } };
}

/** Milliseconds since the call began. */
export const elapsedMs = ({ ctx, row }: Pick<ActiveCall, "ctx" | "row">): number =>
  Math.max(0, Date.parse(ctx.now()) - Date.parse(startedAt(row)));

/** Logs a model failure without any text of the conversation. */
const logFailure = ({ ctx, row }: ActiveCall, error: unknown): void =>
  log.warn(
    {
      callId: row.id,
      requestId: ctx.requestId,
      reason: error instanceof ModelError ? error.code : "unknown",
      err: error,
    },
    "a model failed in a call",
  );

/**
 * Ports of a held line: how the agent's speech is played and measured, and a signal that cuts the agent off without
 * losing the call's lease.
 */
export type HeldLine = Listener &
  Required<Pick<Ports, "waitForPlayback" | "signal" | "now">> & {
    /** Called after turns are stored. */
    onTurnsStored(changed: readonly StoredTurn[]): void;
    /** Transfers the caller to a number. Undefined if the line is not a telephone line. */
    transfer?: Transfer | undefined;
    /** Speaks a sentence of the engine that the caller cannot interrupt. */
    sayHold?: NonNullable<Ports["sayHold"]>;
  };

type DispatchOptions = {
  listener?: Listener;
  line?: HeldLine;
  /** The model's answer to the event, if it was requested before. */
  draft?: ReplyDraft | undefined;
  extraStatements?: readonly Compilable<unknown>[];
};

/** Dispatches an event and persists the resulting turns. A held line keeps the call's lease until the call ends. */
export function dispatchEvent(
  active: ActiveCall,
  lease: Lease,
  event: ConversationEvent,
  options: DispatchOptions,
): Promise<Conversation> {
  const { ctx, row } = active;
  const attributes = {
    "parley.call.id": row.id,
    "parley.workspace.id": ctx.workspaceId,
    "parley.request.id": ctx.requestId,
    "parley.channel": row.channel,
    "parley.turn.event": event.type,
  };
  return withSpan("turn", { attributes }, () => dispatch(active, lease, event, options));
}

async function dispatch(
  active: ActiveCall,
  lease: Lease,
  event: ConversationEvent,
  { listener = {}, line, draft, extraStatements = [] }: DispatchOptions,
): Promise<Conversation> {
  const { ctx, row, sealer, conversation } = active;
  const { id: callId, channel, direction, config } = row;
  const session = {
    callId,
    channel,
    direction,
    startedAt: startedAt(row),
    config,
    isLineHeld: line !== undefined,
  };
  let firstStatements = extraStatements;
  const toolsPromise = readCallTools(ctx, row.config.tools);
  // These run concurrently because the caller is waiting.
  const [textStatementsOf, tools, turnContext] = await Promise.all([
    createTextStatements(ctx, row, sealer),
    toolsPromise,
    createTurnContext(ctx, row, sealer, {
      toolsPromise,
      hasTransfer: line?.transfer !== undefined,
      turns: conversation.turns,
    }),
  ]);
  const ports: Ports = {
    ...listener,
    now: () => elapsedMs(active),
    ...line,
    storeTurns: async (changed, state, ended, contactChanges) => {
      const now = ctx.now();
      // An opt-out takes effect in the same transaction that stores the caller's words.
      const optOut = await optOutDeeds(ctx, row, sealer, contactChanges);
      const usage = usageMeterOf(row).take(changed.at(-1)?.index ?? null);
      const progress = progressStatements({ ctx, session, sealer, changed, state, ended, usage, now });
      const statements = [...firstStatements, ...optOut, ...progress, ...textStatementsOf(changed, now)];
      firstStatements = [];
      const isLastWrite = line === undefined && state.phase === "listening";
      await lease.write(statements, isLastWrite ? "last" : undefined);
      line?.onTurnsStored(changed);
    },
    runTool: (call, signal) =>
      runCallTool({ ctx, row, sealer, tools, transfer: line?.transfer, signal }, call),
    isSuppressedElsewhere: () => isSuppressedElsewhere(ctx, row),
    onModelError: (error) => logFailure(active, error),
    signal: line === undefined ? lease.signal : AbortSignal.any([lease.signal, line.signal]),
  };
  const { model } = turnContext;
  const context = draft === undefined ? turnContext : { ...turnContext, model: draft.reuse(model) };
  return advanceConversation(context, conversation, event, ports);
}

/** Requests the model's answer to a caller's words before their turn is complete. See `startReplyDraft`. */
export async function draftReply(
  active: ActiveCall,
  event: ConversationEvent & { type: "caller_said" },
  { hasTransfer, ...options }: { hasTransfer: boolean; now(): number; signal: AbortSignal },
): Promise<ReplyDraft | null> {
  const { ctx, row, sealer, conversation } = active;
  const toolsPromise = readCallTools(ctx, row.config.tools);
  const context = await createTurnContext(ctx, row, sealer, {
    toolsPromise,
    hasTransfer,
    turns: conversation.turns,
  });
  return startReplyDraft(context, conversation, event, options);
}

/**
 * Dispatches an event in a call whose lease is held, stores each turn when it is finished, and settles the call if it
 * ended. `extraStatements` are stored with the first turn. Always releases the lease. Returns the new conversation.
 */
export async function runTurn(
  active: ActiveCall,
  lease: Lease,
  event: ConversationEvent,
  listener: Listener = {},
  extraStatements: readonly Compilable<unknown>[] = [],
): Promise<Conversation> {
  try {
    const conversation = await dispatchEvent(active, lease, event, { listener, extraStatements });
    if (conversation.state.phase === "ended") await settleInline({ ...active, conversation }, lease);
    return conversation;
  } catch (error) {
    await lease.release();
    throw error;
  }
}
