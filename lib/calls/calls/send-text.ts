import { z } from "zod";
import { canReach } from "@/lib/agents/phone-numbers";
import type { ToolAnswer } from "@/lib/calls/conversation";
import { insertConsentStatements } from "@/lib/contacts/consent";
import { decidePolicy, loadFacts } from "@/lib/contacts/policy";
import type { Decision } from "@/lib/contacts/policy/schema";
import { readWorkspace } from "@/lib/identity/workspaces";
import { scrubCardText } from "@/lib/masking";
import { db, writeUnaudited } from "@/lib/platform/db";
import { outgoingTextStatements } from "./outgoing-texts";
import {
  consentEvidenceOf,
  type RequestingContact,
  resolveRequestingContact,
  type ToolRequest,
} from "./tool-request";

/** Maximum length of a tool's text, in characters. */
const MAX_TEXT = 2_000;
/** Series numbers of tool texts start above those of the call's turns, which never reach this number. */
const FIRST_SERIES = 1_000_000;

const Text = z.object({ text: z.string().trim().min(1).max(MAX_TEXT), asked: z.boolean().optional() });

const refusedAnswer = (code: string, message: string): ToolAnswer => ({
  ok: false,
  result: { error: { code, message } },
});

/** Asking for a text is consent to an informational text, with this call as evidence (product.md, "Contacts"). */
async function recordConsent(
  request: ToolRequest,
  contact: RequestingContact,
  source: string,
): Promise<void> {
  const evidence = await consentEvidenceOf(request);
  const consent = { purpose: "informational", channel: "text", granted: true, source, evidence } as const;
  await writeUnaudited(request.ctx, {
    run: insertConsentStatements(request.ctx, contact.sealer, contact.id, [consent], {
      callId: request.row.id,
    }),
  });
}

async function decideText({ ctx, row }: ToolRequest, contactId: string): Promise<Decision | null> {
  const facts = await loadFacts(ctx.db, ctx, [contactId], {
    channel: "text",
    purpose: "informational",
    window: null,
    endsAt: null,
    hasCapacity: true,
    isAgentLive: true,
    isCarrierAvailable: row.environment === "test" || (await canReach(ctx.db, ctx.workspaceId, "texts")),
    isRequested: true,
  });
  const contactFacts = facts.get(contactId);
  return contactFacts === undefined ? null : decidePolicy(contactFacts, ctx.now());
}

/** Series number of the next text that a tool sends in this call. */
async function nextSeries({ ctx, row }: ToolRequest): Promise<number> {
  const lastText = await ctx.db.first(
    db
      .selectFrom("texts")
      .select((eb) => eb.fn.countAll<number>().as("texts"))
      .where("workspace_id", "=", ctx.workspaceId)
      .where("call_id", "=", row.id)
      .where("direction", "=", "outbound"),
  );
  return FIRST_SERIES + Number(lastText?.texts ?? 0);
}

/** Sends a text to the caller if the contact policy allows it. */
async function sendText(request: ToolRequest, words: string, source: string | null): Promise<ToolAnswer> {
  const { ctx, row } = request;
  // A rehearsal of a draft never sends texts.
  if (row.agent_version === null && row.environment === "live")
    return { ok: true, result: { sent: false, rehearsal: true } };
  const contact = await resolveRequestingContact(request);
  if (contact === null) return refusedAnswer("no_number", "There is no number to send this to.");
  if (source !== null) await recordConsent(request, contact, source);
  const decision = await decideText(request, contact.id);
  if (decision?.verdict !== "allow") {
    const reasonCodes = (decision?.reasons ?? []).map(({ code }) => code).join(", ");
    return refusedAnswer("not_allowed_now", `The text may not be sent now: ${reasonCodes || "no_consent"}.`);
  }
  const message = { series: await nextSeries(request), words: scrubCardText(words), now: ctx.now() };
  const to = { callId: row.id, contactId: contact.id, sealer: contact.sealer };
  await writeUnaudited(ctx, { run: outgoingTextStatements(ctx, to, message) });
  return { ok: true, result: { sent: true } };
}

/** Sends the agent's text. If the caller asked for it, the request is stored in the ledger as consent. */
export async function sendRequestedText(request: ToolRequest, args: unknown): Promise<ToolAnswer> {
  const parsed = Text.safeParse(args);
  if (!parsed.success)
    return refusedAnswer("invalid_arguments", `Give \`text\`, at most ${MAX_TEXT} characters.`);
  const { text, asked = false } = parsed.data;
  return sendText(request, text, asked ? "asked for a text" : null);
}

/** Sends the link to the workspace's payment page, at the caller's request. */
export async function sendPaymentLink(request: ToolRequest): Promise<ToolAnswer> {
  const { settings } = await readWorkspace(request.ctx);
  const link = settings.payment?.link_url;
  if (!link) return refusedAnswer("no_means", "There is no payment page.");
  return sendText(
    request,
    `Here is the link to our secure payment page: ${link}`,
    "asked for a payment link",
  );
}
