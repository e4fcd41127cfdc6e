import type { Compilable } from "kysely";
import type { StoredTurn } from "@/lib/calls/conversation";
import type { Ctx } from "@/lib/platform/context";
import { type Sealer, subjectSealer } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { orderedSeriesId } from "@/lib/platform/ids";
import { enqueue } from "@/lib/platform/jobs";
import type { FullRow } from "./row";
import { MAX_PARTS, splitText } from "./split-text";

/** Field reference of a text's body, which is sealed with the contact's key. */
export const textFieldRef = (textId: string) => ({ table: "texts", row: textId, field: "body" });

type TextRecipient = { callId: string; contactId: string; sealer: Sealer };

/**
 * Statements that queue a message to a contact as one or more texts, in order. `series` numbers the messages within the
 * call and makes the statements idempotent. A text that is still queued is replaced, so that a payment card that a
 * later turn completes is not sent.
 */
export function outgoingTextStatements(
  ctx: Pick<Ctx, "workspaceId" | "environment">,
  { callId, contactId, sealer }: TextRecipient,
  message: { series: number; words: string; now: string },
): Compilable<unknown>[] {
  return splitText(message.words).flatMap((part, i) => {
    const id = orderedSeriesId("txt", callId, message.series * MAX_PARTS + i);
    const body = sealer.seal(textFieldRef(id), part);
    const at = message.now;
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
        .onConflict((oc) =>
          oc.columns(["workspace_id", "id"]).doUpdateSet({ body }).where("texts.state", "=", "queued"),
        ),
      enqueue("text.send", { workspaceId: ctx.workspaceId, textId: id }, { key: `text:${id}`, runAt: at }),
    ];
  });
}

type TextsOf = (changed: readonly StoredTurn[], now: string) => Compilable<unknown>[];

/**
 * Creates a function that returns the statements that send an agent's turns as texts, for the transaction that stores
 * the turns. It returns none for other channels. Interrupted turns are not sent because their text is incomplete.
 */
export async function createTextStatements(ctx: Ctx, row: FullRow, sealer: Sealer): Promise<TextsOf> {
  const { id: callId, contact_id: contactId } = row;
  if (row.channel !== "sms" || contactId === null) return () => [];
  // The call's own key is destroyed when the call settles, while its last texts may still be queued.
  const textSealer = row.subject_id === contactId ? sealer : await subjectSealer(ctx.workspaceId, contactId);
  const to = { callId, contactId, sealer: textSealer };
  return (changed, now) =>
    changed
      .filter(({ role, interrupted }) => role === "agent" && !interrupted)
      .flatMap(({ index, text }) =>
        outgoingTextStatements(ctx, to, { series: index, words: text ?? "", now }),
      );
}
