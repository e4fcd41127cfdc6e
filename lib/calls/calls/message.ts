import type { Compilable } from "kysely";
import type { Conversation, Listener } from "@/lib/calls/conversation";
import { type LiveMask, maskFairly } from "@/lib/masking";
import type { Ctx } from "@/lib/platform/context";
import { AppError } from "@/lib/platform/errors";
import type { Active } from "./active";
import { act, activate, elapsed } from "./converse";
import { acquire, type Lease } from "./lease";
import { openCall } from "./open";
import { presentCall, presentRunning } from "./present";
import { isWaiting } from "./row";
import type { Exchange, SendMessage } from "./schema";
import { maskedWords } from "./words";

/** What a streaming reader hears: pieces of the agent's turn, masked as they come. */
export type OnDelta = (delta: { index: number; text: string }) => void;

const over = () => new AppError("invalid_state", "The call has ended. Start a new one.");
const early = () => new AppError("invalid_state", "Nobody has answered the call yet.");

/** How the words of the agent's turn that begins behind a conversation are masked. */
export type MaskWords = (active: Active, before: Conversation) => { index: number; mask: LiveMask };

/** Masks the agent's words as they are streamed: what cannot be decided yet is held back. */
function maskedListener(active: Active, onDelta: OnDelta, maskWords: MaskWords): Listener {
  let mask: LiveMask | undefined;
  let index = -1;
  const tell = (text = "") => {
    if (text !== "") onDelta({ index, text });
  };
  return {
    onTurn: (before) => {
      ({ index, mask } = maskWords(active, before));
    },
    onText: (delta) => tell(mask?.push(delta)),
    onEnd: () => tell(mask?.finish()),
  };
}

/** The call to speak in, with its lease. Throws 404, or 409 once the call has ended or while the agent still answers. */
async function hold(ctx: Ctx, id: string): Promise<{ lease: Lease; active: Active }> {
  const { lease, ...opened } = await acquire(ctx, id);
  const active = activate(ctx, opened);
  if (lease !== null && active !== null && active.conversation.state.phase !== "ended")
    return { lease, active };
  await lease?.release();
  throw isWaiting(opened.row) ? early() : over();
}

/** The turns of one exchange: the caller's, of index `first`, and what followed until the caller spoke again. */
export function turnsOf<T extends { index: number; role: string }>(
  transcript: readonly T[],
  first: number,
): T[] {
  const next = transcript.find(({ index, role }) => index > first && role === "caller")?.index;
  return transcript.filter(({ index }) => index >= first && index < (next ?? Number.POSITIVE_INFINITY));
}

/** What the caller said with the turn of index `first`, and what the agent answered. Never refused: the message was taken. */
export async function exchangeSince(ctx: Ctx, id: string, first: number): Promise<Exchange> {
  const { row, sealer, turns } = await openCall(ctx, id);
  const call = await maskFairly(ctx.workspaceId, () => presentCall(row, sealer, turns), "always");
  return { turns: turnsOf(call.transcript, first), call };
}

/** A message that was taken: `answer` lets the agent speak, once. */
export type Taken<E = Exchange> = { first: number; answer(onDelta?: OnDelta): Promise<E> };

/** A caller's message that is being answered: `run` lets the agent speak, once, with `onDelta` hearing its words. */
export type TakenTurn = {
  first: number;
  active: Active;
  run(onDelta?: OnDelta, maskWords?: MaskWords): Promise<Conversation>;
};

/** Takes what the caller says and holds the call until it is answered. Throws as `takeMessage`. */
export async function takeTurn(
  ctx: Ctx,
  id: string,
  { text }: SendMessage,
  alongside: readonly Compilable<unknown>[] = [],
): Promise<TakenTurn> {
  const { lease, active } = await hold(ctx, id);
  const { nextIndex, pending } = active.conversation.state;
  return {
    // Tools that a crash left unanswered are told of before the caller's turn.
    first: nextIndex + pending.length,
    active,
    run(onDelta, maskWords = ({ row }, before) => maskedWords(row, before)) {
      const listener = onDelta === undefined ? {} : maskedListener(active, onDelta, maskWords);
      const event = { type: "caller_said", text, atMs: elapsed(active) } as const;
      return act(active, lease, event, listener, alongside);
    },
  };
}

/**
 * Takes what the caller says in a running chat. Throws 404, 409 once the call has ended, 409 `in_progress` while the
 * agent still answers. `answer` resolves when the agent has finished, with `onDelta` hearing its words meanwhile; a
 * client that goes away does not stop the agent, its turn is finished and kept. `alongside` is stored with the caller's
 * turn, in one transaction.
 */
export async function takeMessage(
  ctx: Ctx,
  id: string,
  message: SendMessage,
  alongside: readonly Compilable<unknown>[] = [],
): Promise<Taken> {
  const { first, active, run } = await takeTurn(ctx, id, message, alongside);
  return {
    first,
    async answer(onDelta) {
      const conversation = await run(onDelta);
      const exchange = await exchangeSince(ctx, id, first);
      if (exchange.turns.length > 0) return exchange;
      // The call is settled and its agent keeps no transcript: what was said last is told now, and never again.
      const present = () => presentRunning(active.row, conversation);
      const shown = await maskFairly(ctx.workspaceId, present, "always");
      return { ...exchange, turns: turnsOf(shown, first) };
    },
  };
}

/** Says something and waits for the agent's whole answer. `alongside` is stored with what was said. */
export async function sendMessage(
  ctx: Ctx,
  id: string,
  message: SendMessage,
  alongside: readonly Compilable<unknown>[] = [],
): Promise<Exchange> {
  const { answer } = await takeMessage(ctx, id, message, alongside);
  return answer();
}
