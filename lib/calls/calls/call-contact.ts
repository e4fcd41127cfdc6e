import { findOrCreateContactsByNumber, type ParsedNumber } from "@/lib/contacts/contacts";
import { writeAudited } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";

/** Finds or creates the contact of a number, in a separate transaction. Creating one is audited. */
export async function findOrCreateContact(ctx: Ctx, number: ParsedNumber): Promise<CallContact> {
  return writeAudited(ctx, async (tx) => {
    const contact = (await findOrCreateContactsByNumber(tx, ctx, [number])).get(number.e164);
    if (contact === undefined) throw new Error("A number's contact is found or made.");
    const { id, hash, created } = contact;
    const { region, timezone } = number;
    // The audit view of a contact, as in lib/contacts/contacts.
    const after = {
      environment: ctx.environment,
      region,
      timezone_source: timezone === null ? null : "number",
    };
    return {
      result: { id, hash, phone: number.e164 },
      audit: created ? { action: "contact.created", target: id, after } : null,
    };
  });
}

/** The contact of a call. */
export type CallContact = { id: string; hash: Buffer; phone: string };
