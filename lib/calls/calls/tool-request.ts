import { parseNumber } from "@/lib/contacts/contacts";
import type { Ctx } from "@/lib/platform/context";
import { type Sealer, subjectSealer } from "@/lib/platform/crypto";
import { findOrCreateContact } from "./call-contact";
import { openTurn } from "./open-stored";
import { callFieldRef, type FullRow } from "./row";
import { selectTurns } from "./select";

/** A tool request that contacts the caller outside the conversation: a callback or a text. */
export type ToolRequest = { ctx: Ctx; row: FullRow; sealer: Sealer };
/** The caller as a contact, with the contact's key. */
export type RequestingContact = { id: string; hash: Buffer; phone: string; sealer: Sealer };

/** The caller's number: `from` if they called or texted, else `to`. Chat and web calls always use `to`. */
function numberOf({ row, sealer }: ToolRequest): string | null {
  const isInbound = row.direction === "inbound" && row.channel !== "chat" && row.channel !== "web";
  const ciphertext = isInbound ? row.from_number : row.to_number;
  return ciphertext === null
    ? null
    : sealer.openText(callFieldRef(row.id, isInbound ? "from_number" : "to_number"), ciphertext);
}

/** Finds or creates the caller's contact. Null if the call has no valid number. */
export async function resolveRequestingContact(request: ToolRequest): Promise<RequestingContact | null> {
  const number = numberOf(request);
  const parsed = number === null ? null : parseNumber(number);
  if (parsed === null || !parsed.ok) return null;
  const contact = await findOrCreateContact(request.ctx, parsed.number);
  return { ...contact, sealer: await subjectSealer(request.ctx.workspaceId, contact.id) };
}

/** Evidence for the consent ledger. It names the caller's turn, not its words, which may be masked or deleted. */
export async function consentEvidenceOf({ ctx, row, sealer }: ToolRequest): Promise<string> {
  const sealedTurns = await ctx.db.all(selectTurns(ctx.workspaceId, row.id));
  const turns = sealedTurns.map((turn) => openTurn(sealer, row.id, turn));
  const callerTurn = turns.findLast(({ role }) => role === "caller");
  return callerTurn === undefined
    ? `In the call ${row.id}.`
    : `Turn ${callerTurn.index} of the call ${row.id}.`;
}
