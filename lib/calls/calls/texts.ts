import type { Compilable } from "kysely";
import type { KeptTurn } from "@/lib/calls/conversation";
import type { Ctx } from "@/lib/platform/context";
import { type Sealer, subjectSealer } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { orderedSeriesId } from "@/lib/platform/ids";
import { enqueue } from "@/lib/platform/jobs";
import type { FullRow } from "./row";
import { MAX_PARTS, splitText } from "./split-text";

/** Where a text's words lie, sealed under its contact's key. */
export const textPlace = (textId: string) => ({ table: "texts", row: textId, field: "body" });

type To = { callId: string; contactId: string; sealer: Sealer };

/**
 * The statements that send words to a contact, as texts in their order. `series` numbers what is said within the call:
 * the same words said again are the same texts. What waits to be sent still is replaced, so that a payment card which a
 * later turn completes does not leave.
 */
export function outgoingTexts(
  ctx: Pick<Ctx, "workspaceId" | "environment">,
  { callId, contactId, sealer }: To,
  said: { series: number; words: string; now: string },
): Compilable<unknown>[] {
  return splitText(said.words).flatMap((part, i) => {
    const id = orderedSeriesId("txt", callId, said.series * MAX_PARTS + i);
    const body = sealer.seal(textPlace(id), part);
    const at = said.now;
    const row = {
      id,
      workspace_id: ctx.workspaceId,
      environment: ctx.environment,
      call_id: callId,
      contact_id: contactId,
      direction: "outbound",
      state: "queued",
      body,
      created_at: at,
    };
    return [
      db
        .insertInto("texts")
        .values(row)
        .onConflict((oc) => oc.column("id").doUpdateSet({ body }).where("texts.state", "=", "queued")),
      enqueue("text.send", { workspaceId: ctx.workspaceId, textId: id }, { key: `text:${id}`, runAt: at }),
    ];
  });
}

type TextsOf = (changed: readonly KeptTurn[], now: string) => Compilable<unknown>[];

/**
 * What becomes of an agent's turns beside being kept: in a conversation by text they are sent, by statements of the
 * transaction that keeps them. A turn that was cut off is not sent, as nobody would know how it ends.
 */
export async function texterOf(ctx: Ctx, row: FullRow, sealer: Sealer): Promise<TextsOf> {
  const { id: callId, contact_id: contactId } = row;
  if (row.channel !== "sms" || contactId === null) return () => [];
  // A call's own key goes when it is settled, and its last words may still wait to be sent then.
  const own = row.subject_id === contactId ? sealer : await subjectSealer(ctx.workspaceId, contactId);
  const to = { callId, contactId, sealer: own };
  return (changed, now) =>
    changed
      .filter(({ role, interrupted }) => role === "agent" && !interrupted)
      .flatMap(({ index, text }) => outgoingTexts(ctx, to, { series: index, words: text ?? "", now }));
}
