import type { Conversation } from "@/lib/calls/conversation";
import { type LiveFacts, maskFairly, presentTranscript, type Values } from "@/lib/masking";
import type { Ctx } from "@/lib/platform/context";
import type { Sealer } from "@/lib/platform/crypto";
import { endCall } from "./end";
import { factsOf, shouldRedact } from "./mask-facts";
import { type AcceptedMessage, acceptTurn, exchangeTurnsOf } from "./message";
import { openCall } from "./open-call";
import { openInitialValues } from "./open-stored";
import type { FullRow } from "./row";
import type { ParticipantCall, ParticipantExchange, ParticipantTurn, SendMessage } from "./schema";
import { openTranscript } from "./sealed-transcript";
import { createNextTurnMask } from "./turn-mask";

/** The masking facts for a call's participant. `values`: the current values. */
export function participantFacts(
  row: FullRow,
  sealer: Sealer | undefined,
  values: Values,
): LiveFacts & Required<Pick<LiveFacts, "participant">> {
  const { masked } = factsOf(row, sealer);
  const beforehand = sealer === undefined ? {} : openInitialValues(sealer, row.id, row.initial_variables);
  const { variables, language } = row.config;
  return {
    variables,
    sensitive: shouldRedact(row) ? masked : new Set(),
    knownValues: values,
    language,
    participant: { priorValues: beforehand },
  };
}

/** Masks turns for the participant. Tool turns are left out. */
export function presentToParticipant(
  row: FullRow,
  sealer: Sealer | undefined,
  turns: Conversation["turns"],
  values: Values,
): ParticipantTurn[] {
  const facts = participantFacts(row, sealer, values);
  const presentedTurns = presentTranscript({ ...facts, turns, spans: null, isSettled: false, redact: true });
  return presentedTurns.flatMap(({ role, tool: _, ...turn }) => (role === "tool" ? [] : [{ role, ...turn }]));
}

const participantCallOf = ({ id, status, end_reason, ended_at }: FullRow): ParticipantCall => ({
  id,
  status,
  end_reason,
  ended_at,
});

/** Reads a call as its participant, during the call and after its end. Throws `not_found`. */
export async function readCallAsParticipant(ctx: Ctx, id: string): Promise<ParticipantExchange> {
  const { row, sealer, turns } = await openCall(ctx, id);
  const facts = factsOf(row, sealer);
  const isSettled = row.settled_at !== null && sealer !== undefined;
  const allTurns = isSettled ? openTranscript(row, sealer).turns : turns;
  const present = () => presentToParticipant(row, sealer, allTurns, facts.values);
  return { turns: await maskFairly(ctx.workspaceId, present, "always"), call: participantCallOf(row) };
}

/** Reads the exchange that starts at turn `firstIndex`, as the participant sees it. */
export async function readParticipantExchange(
  ctx: Ctx,
  id: string,
  first: number,
): Promise<ParticipantExchange> {
  const { turns, call } = await readCallAsParticipant(ctx, id);
  return { turns: exchangeTurnsOf(turns, first), call };
}

/** Accepts a participant's message (see `acceptMessage`). The answer shows their own words and values unmasked. */
export async function acceptParticipantMessage(
  ctx: Ctx,
  id: string,
  message: SendMessage,
): Promise<AcceptedMessage<ParticipantExchange>> {
  const { firstIndex, active, run } = await acceptTurn(ctx, id, message);
  const { row, sealer } = active;
  return {
    firstIndex,
    async answer(onDelta) {
      const conversation = await run(onDelta, (_, before) =>
        createNextTurnMask(before, participantFacts(row, sealer, before.state.values)),
      );
      const exchange = await readParticipantExchange(ctx, id, firstIndex);
      if (exchange.turns.length > 0) return exchange;
      // The call is settled and keeps no transcript, so its last turns are returned only in this response.
      const { state, turns } = conversation;
      const present = () => presentToParticipant(row, sealer, turns, state.values);
      return {
        ...exchange,
        turns: exchangeTurnsOf(await maskFairly(ctx.workspaceId, present, "always"), firstIndex),
      };
    },
  };
}

/** Ends a call as its participant. */
export async function endCallAsParticipant(ctx: Ctx, id: string): Promise<ParticipantCall> {
  await endCall(ctx, id);
  return (await readCallAsParticipant(ctx, id)).call;
}
