import { z } from "zod";
import type { ToolAnswer } from "@/lib/calls/conversation";
import { insertConsentStatements } from "@/lib/contacts/consent";
import { scrubCardText } from "@/lib/masking";
import type { Sealer } from "@/lib/platform/crypto";
import { db, writeUnaudited } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { enqueue } from "@/lib/platform/jobs";
import { consentEvidenceOf, resolveRequestingContact, type ToolRequest } from "./tool-request";

const MAX_REASON = 1_000;
/** A later callback date is treated as a misunderstanding. */
const MAX_AHEAD_MS = 366 * 24 * 3_600_000;

const Callback = z.object({
  at: z.iso.datetime({ offset: true }),
  reason: z.string().max(MAX_REASON).optional(),
});

const refusedAnswer = (message: string): ToolAnswer => ({
  ok: false,
  result: { error: { code: "invalid_arguments", message } },
});

/** A callback request is consent to an informational contact, with this call as evidence (product.md, "Contacts"). */
async function callbackConsentStatements(
  request: ToolRequest,
  contact: { id: string; sealer: Sealer },
): Promise<ReturnType<typeof insertConsentStatements>> {
  const consent = {
    purpose: "informational",
    channel: request.row.config.type === "messaging" ? "text" : "call",
    granted: true,
    source: "asked for a callback",
    evidence: await consentEvidenceOf(request),
  } as const;
  return insertConsentStatements(request.ctx, contact.sealer, contact.id, [consent], {
    callId: request.row.id,
  });
}

/** Stores a callback and the consent that the request implies. The dialer places the callback when it is due. */
export async function scheduleCallback(request: ToolRequest, args: unknown): Promise<ToolAnswer> {
  const { ctx, row } = request;
  const parsed = Callback.safeParse(args);
  if (!parsed.success) return refusedAnswer("Give `at` as RFC 3339 with an offset.");
  const at = new Date(parsed.data.at);
  const now = ctx.now();
  const aheadMs = at.getTime() - Date.parse(now);
  if (aheadMs <= 0 || aheadMs > MAX_AHEAD_MS) return refusedAnswer("Give a moment within the next year.");
  const id = newId("cbk", Date.parse(now));
  const reason = parsed.data.reason && scrubCardText(parsed.data.reason);
  const fieldRef = (field: string) => ({ table: "callbacks", row: id, field });
  const contact = await resolveRequestingContact(request);
  const sealer = contact?.sealer ?? request.sealer;
  const dueAt = at.toISOString();
  const enqueueDue = enqueue(
    "callback.due",
    { workspaceId: ctx.workspaceId, callbackId: id },
    { key: `callback:${id}`, runAt: dueAt },
  );
  await writeUnaudited(ctx, {
    run: [
      db.insertInto("callbacks").values({
        id,
        workspace_id: ctx.workspaceId,
        environment: row.environment,
        call_id: row.id,
        agent_id: row.agent_id,
        contact_hash: contact?.hash ?? row.contact_hash,
        subject_id: contact?.id ?? row.subject_id,
        number: contact === null ? null : sealer.seal(fieldRef("number"), contact.phone),
        reason: reason === undefined ? null : sealer.seal(fieldRef("reason"), reason),
        due_at: dueAt,
        created_at: now,
      }),
      // Without a number the dialer cannot call; a member has to handle the callback manually.
      ...(contact === null ? [] : [...(await callbackConsentStatements(request, contact)), enqueueDue]),
    ],
  });
  return { ok: true, result: { callback_id: id, at: dueAt } };
}
