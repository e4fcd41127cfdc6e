import type { Conversation } from "@/lib/calls/conversation";
import { type LiveFacts, maskFairly, presentTranscript, type Values } from "@/lib/masking";
import type { Ctx } from "@/lib/platform/context";
import type { Sealer } from "@/lib/platform/crypto";
import { endCall } from "./end";
import { factsOf, redacts } from "./facts";
import { type Taken, takeTurn, turnsOf } from "./message";
import { openCall } from "./open";
import { openTranscript } from "./present";
import { type FullRow, openJson } from "./row";
import type { ParticipantCall, ParticipantExchange, ParticipantTurn, SendMessage } from "./schema";
import { maskNext } from "./words";

/** What decides what the participant of a call sees of it now. `known`: the values known so far. */
export function participantFacts(
  row: FullRow,
  sealer: Sealer | undefined,
  known: Values,
): LiveFacts & Required<Pick<LiveFacts, "participant">> {
  const { masked } = factsOf(row, sealer);
  const beforehand =
    sealer === undefined
      ? {}
      : openJson<Values>(sealer, row.id, "initial_variables", row.initial_variables, {});
  const { variables, language } = row.config;
  return {
    variables,
    sensitive: redacts(row) ? masked : new Set(),
    known,
    language,
    participant: { beforehand },
  };
}

/** Turns as the participant sees them. Tools are not shown. */
export function presentToParticipant(
  row: FullRow,
  sealer: Sealer | undefined,
  turns: Conversation["turns"],
  known: Values,
): ParticipantTurn[] {
  const facts = participantFacts(row, sealer, known);
  const shown = presentTranscript({ ...facts, turns, spans: null, settled: false, redact: true });
  return shown.flatMap(({ role, tool: _, ...turn }) => (role === "tool" ? [] : [{ role, ...turn }]));
}

const briefOf = ({ id, status, end_reason, ended_at }: FullRow): ParticipantCall => ({
  id,
  status,
  end_reason,
  ended_at,
});

/** The participant's own conversation, while it runs and at its end. Throws `not_found`. */
export async function readAsParticipant(ctx: Ctx, id: string): Promise<ParticipantExchange> {
  const { row, sealer, turns } = await openCall(ctx, id);
  const facts = factsOf(row, sealer);
  const isSettled = row.settled_at !== null && sealer !== undefined;
  const all = isSettled ? openTranscript(row, sealer).turns : turns;
  const present = () => presentToParticipant(row, sealer, all, facts.values);
  return { turns: await maskFairly(ctx.workspaceId, present, "always"), call: briefOf(row) };
}

/** What the participant said with the turn of index `first`, and what the agent answered. */
export async function exchangeAsParticipant(
  ctx: Ctx,
  id: string,
  first: number,
): Promise<ParticipantExchange> {
  const { turns, call } = await readAsParticipant(ctx, id);
  return { turns: turnsOf(turns, first), call };
}

/** Takes what the participant says (see `takeMessage`); the answer shows their own words and values in clear. */
export async function takeAsParticipant(
  ctx: Ctx,
  id: string,
  message: SendMessage,
): Promise<Taken<ParticipantExchange>> {
  const { first, active, run } = await takeTurn(ctx, id, message);
  const { row, sealer } = active;
  return {
    first,
    async answer(onDelta) {
      const conversation = await run(onDelta, (_, before) =>
        maskNext(before, participantFacts(row, sealer, before.state.values)),
      );
      const exchange = await exchangeAsParticipant(ctx, id, first);
      if (exchange.turns.length > 0) return exchange;
      // The call is settled and its agent keeps no transcript: the last words are shown now, and never again.
      const { state, turns } = conversation;
      const present = () => presentToParticipant(row, sealer, turns, state.values);
      return { ...exchange, turns: turnsOf(await maskFairly(ctx.workspaceId, present, "always"), first) };
    },
  };
}

/** Ends the participant's own conversation. */
export async function endAsParticipant(ctx: Ctx, id: string): Promise<ParticipantCall> {
  await endCall(ctx, id);
  return (await readAsParticipant(ctx, id)).call;
}
