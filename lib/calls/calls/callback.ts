import { z } from "zod";
import type { ToolAnswer } from "@/lib/calls/conversation";
import { consentStatements } from "@/lib/contacts/consent";
import { scrubCardText } from "@/lib/masking";
import type { Sealer } from "@/lib/platform/crypto";
import { db, record } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { enqueue } from "@/lib/platform/jobs";
import { type Asking, contactOf, evidenceOf } from "./asked";

const MAX_REASON = 1_000;
/** A callback further ahead than this is a misunderstanding. */
const MAX_AHEAD_MS = 366 * 24 * 3_600_000;

const Callback = z.object({
  at: z.iso.datetime({ offset: true }),
  reason: z.string().max(MAX_REASON).optional(),
});

const refused = (message: string): ToolAnswer => ({
  ok: false,
  result: { error: { code: "invalid_arguments", message } },
});

/** Who asks to be called back allows that: informational, by this conversation (product.md, "Contacts"). */
async function consentOf(
  scene: Asking,
  contact: { id: string; sealer: Sealer },
): Promise<ReturnType<typeof consentStatements>> {
  const consent = {
    purpose: "informational",
    channel: scene.row.config.type === "messaging" ? "text" : "call",
    granted: true,
    source: "asked for a callback",
    evidence: await evidenceOf(scene),
  } as const;
  return consentStatements(scene.ctx, contact.sealer, contact.id, [consent], { callId: scene.row.id });
}

/** Writes down that somebody is to be called back, and what they allow by asking; the dialer takes it up when it is due. */
export async function scheduleCallback(scene: Asking, args: unknown): Promise<ToolAnswer> {
  const { ctx, row } = scene;
  const parsed = Callback.safeParse(args);
  if (!parsed.success) return refused("Give `at` as RFC 3339 with an offset.");
  const at = new Date(parsed.data.at);
  const now = ctx.now();
  const ahead = at.getTime() - Date.parse(now);
  if (ahead <= 0 || ahead > MAX_AHEAD_MS) return refused("Give a moment within the next year.");
  const id = newId("cbk", Date.parse(now));
  const reason = parsed.data.reason && scrubCardText(parsed.data.reason);
  const place = (field: string) => ({ table: "callbacks", row: id, field });
  const contact = await contactOf(scene);
  const sealer = contact?.sealer ?? scene.sealer;
  const dueAt = at.toISOString();
  const due = enqueue(
    "callback.due",
    { workspaceId: ctx.workspaceId, callbackId: id },
    { key: `callback:${id}`, runAt: dueAt },
  );
  await record(ctx, {
    run: [
      db.insertInto("callbacks").values({
        id,
        workspace_id: ctx.workspaceId,
        environment: row.environment,
        call_id: row.id,
        agent_id: row.agent_id,
        contact_hash: contact?.hash ?? row.contact_hash,
        subject_id: contact?.id ?? row.subject_id,
        number: contact === null ? null : sealer.seal(place("number"), contact.phone),
        reason: reason === undefined ? null : sealer.seal(place("reason"), reason),
        due_at: dueAt,
        created_at: now,
      }),
      // Without a number nobody can be called: somebody reads the callback and does it by hand.
      ...(contact === null ? [] : [...(await consentOf(scene, contact)), due]),
    ],
  });
  return { ok: true, result: { callback_id: id, at: dueAt } };
}
