import type { Ctx } from "@/lib/context";
import type { Listener } from "@/lib/conversation";
import { AppError } from "@/lib/errors";
import { type LiveMask, liveMask } from "@/lib/masking";
import { type Active, activate, happen } from "./converse";
import { type Lease, takeLease } from "./lease";
import { presentCall, sensitiveOf } from "./present";
import { openCall } from "./read";
import type { Exchange, SendMessage } from "./schema";
import { settleInline } from "./settle-inline";

/** What a streaming reader hears: pieces of the agent's turn, masked as they come. */
export type OnDelta = (delta: { index: number; text: string }) => void;

/** Why a call takes no more messages. */
export const over = () => new AppError("invalid_state", "The call has ended. Start a new one.");

/** Masks the agent's words as they are streamed: what cannot be decided yet is held back. */
function maskedListener({ row, conversation }: Active, text: string, onDelta: OnDelta): Listener {
  let mask: LiveMask | undefined;
  let at = -1;
  const turns = [...conversation.turns];
  const asked = conversation.state.asking;
  const answers = asked === undefined ? {} : { answers: asked };
  turns.push({
    index: conversation.state.nextIndex,
    role: "caller",
    text,
    start_ms: 0,
    end_ms: 0,
    interrupted: false,
    ...answers,
  });
  const tell = (shown: string) => {
    if (shown !== "") onDelta({ index: at, text: shown });
  };
  return {
    onTurn: (index) => {
      at = index;
      const turn = { index, role: "agent" as const, text: "", start_ms: 0, end_ms: 0, interrupted: false };
      const facts = {
        variables: row.config.variables,
        sensitive: sensitiveOf(row),
        known: conversation.state.values,
      };
      mask = liveMask(turns, turn, facts);
    },
    onText: (_, delta) => tell(mask?.push(delta) ?? ""),
    onEnd: () => tell(mask?.finish() ?? ""),
  };
}

/** The call's lease and its state, read once the lease is held. Throws 404, or 409 once the call has ended. */
async function hold(ctx: Ctx, id: string): Promise<{ lease: Lease; active: Active }> {
  const lease = await takeLease(ctx, id);
  try {
    const active = activate(ctx, await openCall(ctx, id));
    if (lease === null || active === null || active.conversation.state.phase === "ended") throw over();
    return { lease, active };
  } catch (error) {
    await lease?.release();
    throw error;
  }
}

/** What the caller said and the agent answered. `first` is the index of the caller's turn. */
export async function exchangeSince(ctx: Ctx, id: string, first: number): Promise<Exchange> {
  const { row, sealer, turns } = await openCall(ctx, id);
  const call = presentCall(row, sealer, turns);
  return { turns: call.transcript.filter((turn) => turn.index >= first), call };
}

/** A message that was taken: `answer` lets the agent speak, once. */
export type Taken = { first: number; answer(onDelta?: OnDelta): Promise<Exchange> };

/**
 * Takes what the caller says in a running chat. Throws 404, 409 once the call has ended, 409 `in_progress` while the
 * agent still answers. `answer` resolves when the agent has finished, with `onDelta` hearing its words meanwhile; a
 * client that goes away does not stop the agent, its turn is finished and kept.
 */
export async function takeMessage(ctx: Ctx, id: string, { text }: SendMessage): Promise<Taken> {
  const { lease, active } = await hold(ctx, id);
  const first = active.conversation.state.nextIndex;
  const atMs = Math.max(
    0,
    Date.parse(ctx.now()) - Date.parse(active.row.started_at ?? active.row.created_at),
  );
  const answer = async (onDelta?: OnDelta): Promise<Exchange> => {
    const listener = onDelta === undefined ? {} : maskedListener(active, text, onDelta);
    try {
      await happen(active, lease, { type: "caller_said", text, atMs }, listener);
    } finally {
      await lease.release();
    }
    await settleInline(ctx, id);
    return exchangeSince(ctx, id, first);
  };
  return { first, answer };
}

/** Says something and waits for the agent's whole answer. */
export async function sendMessage(
  ctx: Ctx,
  id: string,
  message: SendMessage,
): Promise<Exchange & { first: number }> {
  const { first, answer } = await takeMessage(ctx, id, message);
  return { ...(await answer()), first };
}
