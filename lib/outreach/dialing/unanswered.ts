import { type Missed, missCalls } from "@/lib/calls/calls";
import { createBatchLoader } from "@/lib/platform/batch-loader";
import type { Ctx } from "@/lib/platform/context";
import { record } from "@/lib/platform/db";
import { type Attempt, attemptsAt } from "./attempt";
import type { CarrierEventType } from "./carrier";
import { tellCampaigns } from "./jobs";
import { endMissed, placedStatement } from "./moves";

/** How a call ends that nobody answered, by what the carrier says. */
const MISSED = {
  voicemail: { status: "voicemail", endReason: "voicemail_reached", outcome: "voicemail" },
  busy: { status: "busy", endReason: "busy", outcome: "busy" },
  declined: { status: "busy", endReason: "declined", outcome: "declined" },
  no_answer: { status: "no_answer", endReason: "no_answer", outcome: "no_answer" },
  failed: { status: "failed", endReason: "carrier_error", outcome: "failed" },
  canceled: { status: "canceled", endReason: "canceled", outcome: "failed" },
  // It is over, and nobody told that it had been answered.
  ended: { status: "failed", endReason: "carrier_error", outcome: "failed" },
} as const satisfies Partial<Record<CarrierEventType, Missed>>;
type Miss = keyof typeof MISSED;
/** Whether it says that a call is over, and that nobody answered unless something else is known. */
export const isMiss = (type: CarrierEventType): type is Miss => type in MISSED;

/** Events that are taken in together. */
const MAX_AT_ONCE = 50;

type Said = { ctx: Ctx; carrier: string; ref: string; key: string | undefined; type: Miss };
/** Whether the call was ended by this: false where somebody has answered it, or it was over before. */
type Noted = { ctx: Ctx; callId: string; missed: boolean };

/** Whose each is: by the carrier's reference, or by its own key. */
async function whoseOf(
  ctx: Ctx,
  carrier: string,
  said: readonly Said[],
): Promise<(of: Said) => Attempt | undefined> {
  const keys = said.flatMap(({ key }) => (key === undefined ? [] : [key]));
  const found = await attemptsAt(ctx, carrier, { refs: said.map(({ ref }) => ref), keys });
  const byKey = new Map(found.map((attempt) => [attempt.key, attempt]));
  const byRef = new Map(
    found.filter((attempt) => attempt.carrier === carrier).map((attempt) => [attempt.carrier_ref, attempt]),
  );
  return ({ ref, key }) => byRef.get(ref) ?? (key === undefined ? undefined : byKey.get(key));
}

/** Whether it ended before, unanswered. */
const isOver = ({ state, status }: Attempt): boolean => state === "ended" && status !== "completed";

/** Ends calls of one environment and their attempts; answers which calls this has ended. */
function missThose(
  ctx: Ctx,
  those: readonly { attempt: Attempt; type: Miss }[],
): Promise<ReadonlySet<string>> {
  const missed = new Map<string, Missed>();
  // Of two that say something of one call the first counts.
  for (const { attempt, type } of those)
    if (!missed.has(attempt.call_id)) missed.set(attempt.call_id, MISSED[type]);
  const keys = those.map(({ attempt }) => attempt.key);
  // The carrier itself says that it is over: nobody needs to be told to hang up, and the slot is free.
  return missCalls(ctx, missed, [endMissed(ctx, keys)]);
}

/**
 * Takes in that a carrier says a call to be over, many at once; null where it means nothing of ours. A key says that the
 * carrier has the attempt, whatever `place` will answer.
 */
export const noteMiss = createBatchLoader<Said, Noted | null>({
  keyOf: ({ ctx, carrier }) => `${ctx.workspaceId} ${carrier}`,
  maxItems: MAX_AT_ONCE,
  async work(said) {
    const [{ ctx, carrier }] = said;
    const whose = await whoseOf(ctx, carrier, said);
    const those = said.flatMap((one) => {
      const attempt = whose(one);
      return attempt === undefined ? [] : [{ attempt, type: one.type, ref: one.ref }];
    });
    const early = those.filter(({ attempt }) => attempt.state === "placing");
    const taken = new Map(early.map(({ attempt: { key }, ref }) => [key, { key, carrier, ref }]));
    if (taken.size > 0) await record(ctx, { run: [placedStatement(ctx, [...taken.values()])] });
    const ended = new Set<string>();
    for (const environment of new Set(those.map(({ attempt }) => attempt.environment))) {
      const own = those.filter(({ attempt }) => attempt.environment === environment);
      for (const id of await missThose({ ...ctx, environment }, own)) ended.add(id);
    }
    // Where it was over before, whoever took that in may have died before the campaign was told.
    const over = those.filter(({ attempt }) => ended.has(attempt.call_id) || isOver(attempt));
    await tellCampaigns(
      ctx,
      over.map(({ attempt }) => attempt),
    );
    return said.map((one): Noted | null => {
      const attempt = whose(one);
      if (attempt === undefined) return null;
      const { environment, call_id: callId } = attempt;
      return { ctx: { ...one.ctx, environment }, callId, missed: ended.has(callId) };
    });
  },
});
