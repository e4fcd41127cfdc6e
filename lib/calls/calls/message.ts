import type { Compilable } from "kysely";
import type { Conversation, Listener } from "@/lib/calls/conversation";
import { type LiveMask, maskFairly } from "@/lib/masking";
import type { Ctx } from "@/lib/platform/context";
import { AppError } from "@/lib/platform/errors";
import type { ActiveCall } from "./active-call";
import { acquireCall, type Lease } from "./lease";
import { openCall } from "./open-call";
import { presentCall, presentRunning } from "./present";
import { isUnanswered } from "./row";
import { elapsedMs, runTurn, toActiveCall } from "./run-event";
import type { Exchange, SendMessage } from "./schema";
import { createAgentTurnMask } from "./turn-mask";

/** Receives pieces of the agent's turn, masked, as they are generated. */
export type OnDelta = (delta: { index: number; text: string }) => void;

const callEndedError = () => new AppError("call_has_ended");
const notAnsweredError = () => new AppError("call_not_answered");

/** Creates the mask for the agent's turn that follows a conversation. */
export type CreateTurnMask = (active: ActiveCall, before: Conversation) => { index: number; mask: LiveMask };

/** Masks the agent's text while it is streamed. Text that cannot be classified yet is held back. */
function maskedListener(active: ActiveCall, onDelta: OnDelta, createMask: CreateTurnMask): Listener {
  let mask: LiveMask | undefined;
  let index = -1;
  const emit = (text = "") => {
    if (text !== "") onDelta({ index, text });
  };
  return {
    onTurn: (before) => {
      ({ index, mask } = createMask(active, before));
    },
    onText: (delta) => emit(mask?.push(delta)),
    onEnd: () => emit(mask?.finish()),
  };
}

/** Acquires a running call. Throws 404, and 409 if the call has ended or while the agent is still answering. */
async function acquireActiveCall(ctx: Ctx, id: string): Promise<{ lease: Lease; active: ActiveCall }> {
  const { lease, ...opened } = await acquireCall(ctx, id);
  const active = toActiveCall(ctx, opened);
  if (lease !== null && active !== null && active.conversation.state.phase !== "ended")
    return { lease, active };
  await lease?.release();
  throw isUnanswered(opened.row) ? notAnsweredError() : callEndedError();
}

/** The turns of one exchange: the caller's turn at index `firstIndex` and the turns before the caller's next one. */
export function exchangeTurnsOf<T extends { index: number; role: string }>(
  transcript: readonly T[],
  firstIndex: number,
): T[] {
  const next = transcript.find(({ index, role }) => index > firstIndex && role === "caller")?.index;
  return transcript.filter(({ index }) => index >= firstIndex && index < (next ?? Number.POSITIVE_INFINITY));
}

/** Reads the exchange that starts at turn `firstIndex`. It is never rejected for load, as the message was accepted. */
export async function readExchangeSince(ctx: Ctx, id: string, firstIndex: number): Promise<Exchange> {
  const { row, sealer, turns } = await openCall(ctx, id);
  const call = await maskFairly(ctx.workspaceId, () => presentCall(row, sealer, turns), "always");
  return { turns: exchangeTurnsOf(call.transcript, firstIndex), call };
}

/** An accepted message. `answer` runs the agent's turn; call it once. */
export type AcceptedMessage<E = Exchange> = { firstIndex: number; answer(onDelta?: OnDelta): Promise<E> };

/** An accepted message with its active call. `run` runs the agent's turn; call it once. `onDelta` receives its text. */
export type AcceptedTurn = {
  firstIndex: number;
  active: ActiveCall;
  run(onDelta?: OnDelta, createMask?: CreateTurnMask): Promise<Conversation>;
};

/** Accepts a caller's message and holds the call's lease until it is answered. Throws like `acceptMessage`. */
export async function acceptTurn(
  ctx: Ctx,
  id: string,
  { text }: SendMessage,
  extraStatements: readonly Compilable<unknown>[] = [],
): Promise<AcceptedTurn> {
  const { lease, active } = await acquireActiveCall(ctx, id);
  const { nextIndex, pending } = active.conversation.state;
  return {
    // Tool calls that a crash left unanswered get their turns before the caller's.
    firstIndex: nextIndex + pending.length,
    active,
    run(onDelta, createMask = ({ row }, before) => createAgentTurnMask(row, before)) {
      const listener = onDelta === undefined ? {} : maskedListener(active, onDelta, createMask);
      const event = { type: "caller_said", text, atMs: elapsedMs(active) } as const;
      return runTurn(active, lease, event, listener, extraStatements);
    },
  };
}

/**
 * Accepts a caller's message in a running chat. Throws 404, 409 if the call has ended, and 409 `in_progress` while the
 * agent is still answering. `answer` resolves when the agent has finished; `onDelta` receives its text meanwhile. The
 * agent finishes and stores its turn even if the client disconnects. `extraStatements` are stored with the caller's
 * turn in one transaction.
 */
export async function acceptMessage(
  ctx: Ctx,
  id: string,
  message: SendMessage,
  extraStatements: readonly Compilable<unknown>[] = [],
): Promise<AcceptedMessage> {
  const { firstIndex, active, run } = await acceptTurn(ctx, id, message, extraStatements);
  return {
    firstIndex,
    async answer(onDelta) {
      const conversation = await run(onDelta);
      const exchange = await readExchangeSince(ctx, id, firstIndex);
      if (exchange.turns.length > 0) return exchange;
      // The call is settled and keeps no transcript, so its last turns are returned only in this response.
      const present = () => presentRunning(active.row, conversation);
      const presentedTurns = await maskFairly(ctx.workspaceId, present, "always");
      return { ...exchange, turns: exchangeTurnsOf(presentedTurns, firstIndex) };
    },
  };
}

/** Sends a message and waits for the agent's complete answer. `extraStatements` are stored with the message. */
export async function sendMessage(
  ctx: Ctx,
  id: string,
  message: SendMessage,
  extraStatements: readonly Compilable<unknown>[] = [],
): Promise<Exchange> {
  const { answer } = await acceptMessage(ctx, id, message, extraStatements);
  return answer();
}
