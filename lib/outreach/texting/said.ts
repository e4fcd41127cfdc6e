import { sql } from "kysely";
import type { Ctx } from "@/lib/platform/context";
import { db, record } from "@/lib/platform/db";
import { suppressByCarrier, UNKNOWN } from "./failed";
import { findText, moveText } from "./row";
import { sendJob } from "./wake";

/** What a carrier says of a text. `textId` where it sends our own id back: it may come before its answer, or instead. */
export type TextNews = {
  ref: string;
  textId: string | null;
  state: "sent" | "delivered" | "failed";
  /** Why it failed, in the carrier's code. */
  code: string | null;
  unsubscribed: boolean;
};

/** The states from which news lead on. What comes late or twice finds the text past that. */
const FROM: Record<TextNews["state"], readonly string[]> = {
  sent: ["sending"],
  delivered: ["sending", "sent"],
  failed: ["sending", "sent"],
};

/** The id of a text by the carrier's reference, or by our own where the carrier has given it no reference yet. */
async function idOf(ctx: Ctx, carrier: string, { ref, textId }: TextNews): Promise<string | undefined> {
  const row = await ctx.db.one(
    db
      .selectFrom("texts")
      .select("id")
      .where("workspace_id", "=", ctx.workspaceId)
      .where("direction", "=", "outbound")
      .where("carrier", "=", carrier)
      .where((eb) =>
        eb.or([
          eb("carrier_ref", "=", ref),
          eb.and([eb("id", "=", textId ?? ""), eb("carrier_ref", "is", null)]),
        ]),
      )
      .limit(1),
  );
  return row?.id;
}

/**
 * Takes in what a carrier says of a text: it was sent, delivered, or has failed. Late and repeated news change nothing.
 * Whoever told the carrier to be left alone is left alone from here on. False where the text is none of ours.
 */
export async function textSaid(base: Ctx, carrier: string, news: TextNews): Promise<boolean> {
  const id = await idOf(base, carrier, news);
  const found = id === undefined ? undefined : await findText(base, id);
  if (found === undefined) return false;
  const { ctx, row } = found;
  const { state, ref } = news;
  const code =
    state === "failed" ? (news.unsubscribed ? "unsubscribed" : (news.code ?? "undelivered")) : null;
  const move = moveText(ctx, row.id)
    .set({
      state,
      carrier_ref: ref,
      error_code: code,
      body: null,
      sent_at: sql<string>`coalesce(sent_at, ${ctx.now()}::timestamptz)`,
    })
    .where((eb) =>
      eb.or([
        eb("state", "in", [...FROM[state]]),
        // It was given up as unknown: now it is known.
        eb.and([eb("state", "=", "failed"), eb("error_code", "=", UNKNOWN)]),
      ]),
    );
  await record(ctx, {
    run: [
      move,
      ...(news.unsubscribed ? [suppressByCarrier(ctx, row)] : []),
      // Ends the conversation of a text that has failed, and wakes what waits behind one that has not.
      sendJob(ctx, row.id, ctx.now()),
    ],
  });
  return true;
}
