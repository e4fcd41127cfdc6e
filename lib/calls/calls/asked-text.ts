import { z } from "zod";
import { canText } from "@/lib/agents/phone-numbers";
import type { ToolAnswer } from "@/lib/calls/conversation";
import { consentStatements } from "@/lib/contacts/consent";
import { decide, factsFor } from "@/lib/contacts/policy";
import type { Decision } from "@/lib/contacts/policy/schema";
import { readWorkspace } from "@/lib/identity/workspaces";
import { scrubCardText } from "@/lib/masking";
import { db, record } from "@/lib/platform/db";
import { type Asker, type Asking, contactOf, evidenceOf } from "./asked";
import { outgoingTexts } from "./texts";

/** What a tool's text may have: some more than one turn sends. */
const MAX_TEXT = 2_000;
/** Texts of tools are numbered behind those of the call's turns, of which there are never as many. */
const FIRST_SERIES = 1_000_000;

const Text = z.object({ text: z.string().trim().min(1).max(MAX_TEXT), asked: z.boolean().optional() });

const refused = (code: string, message: string): ToolAnswer => ({
  ok: false,
  result: { error: { code, message } },
});

/** Who asks for a text allows it by that: informational, by this conversation (product.md, "Contacts"). */
async function allowed(scene: Asking, contact: Asker, source: string): Promise<void> {
  const evidence = await evidenceOf(scene);
  const consent = { purpose: "informational", channel: "text", granted: true, source, evidence } as const;
  await record(scene.ctx, {
    run: consentStatements(scene.ctx, contact.sealer, contact.id, [consent], { callId: scene.row.id }),
  });
}

async function judge({ ctx, row }: Asking, contactId: string): Promise<Decision | null> {
  const facts = await factsFor(ctx.db, ctx, [contactId], {
    channel: "text",
    purpose: "informational",
    window: null,
    endsAt: null,
    capacity: true,
    agentLive: true,
    carrierAvailable: row.environment === "test" || (await canText(ctx.db, ctx.workspaceId)),
    requested: true,
  });
  const of = facts.get(contactId);
  return of === undefined ? null : decide(of, ctx.now());
}

/** The next number of a text that a tool sends in this call. */
async function nextSeries({ ctx, row }: Asking): Promise<number> {
  const found = await ctx.db.one(
    db
      .selectFrom("texts")
      .select((eb) => eb.fn.countAll<number>().as("texts"))
      .where("workspace_id", "=", ctx.workspaceId)
      .where("call_id", "=", row.id)
      .where("direction", "=", "outbound"),
  );
  return FIRST_SERIES + Number(found?.texts ?? 0);
}

/** Sends words to the other side of a conversation, by the decision that everybody is texted by. */
async function send(scene: Asking, words: string, source: string | null): Promise<ToolAnswer> {
  const { ctx, row } = scene;
  // A rehearsal of a draft reaches nobody.
  if (row.agent_version === null && row.environment === "live")
    return { ok: true, result: { sent: false, rehearsal: true } };
  const contact = await contactOf(scene);
  if (contact === null) return refused("no_number", "There is no number to send this to.");
  if (source !== null) await allowed(scene, contact, source);
  const decision = await judge(scene, contact.id);
  if (decision?.verdict !== "allow") {
    const why = (decision?.reasons ?? []).map(({ code }) => code).join(", ");
    return refused("not_allowed_now", `The text may not be sent now: ${why || "no_consent"}.`);
  }
  const said = { series: await nextSeries(scene), words: scrubCardText(words), now: ctx.now() };
  const to = { callId: row.id, contactId: contact.id, sealer: contact.sealer };
  await record(ctx, { run: outgoingTexts(ctx, to, said) });
  return { ok: true, result: { sent: true } };
}

/** Sends the text that the agent wrote. That the caller asked for it is written to the ledger as consent. */
export async function sendAskedText(scene: Asking, args: unknown): Promise<ToolAnswer> {
  const parsed = Text.safeParse(args);
  if (!parsed.success) return refused("invalid_arguments", `Give \`text\`, at most ${MAX_TEXT} characters.`);
  const { text, asked = false } = parsed.data;
  return send(scene, text, asked ? "asked for a text" : null);
}

/** Sends the link of the workspace's payment page, which the caller has asked for. */
export async function sendPaymentLink(scene: Asking): Promise<ToolAnswer> {
  const { settings } = await readWorkspace(scene.ctx);
  const link = settings.payment?.link_url;
  if (!link) return refused("no_means", "There is no payment page.");
  return send(scene, `Here is the link to our secure payment page: ${link}`, "asked for a payment link");
}
