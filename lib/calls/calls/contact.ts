import { contactsFor, type ParsedNumber } from "@/lib/contacts/contacts";
import { mutate } from "@/lib/platform/audit";
import type { Ctx } from "@/lib/platform/context";

/** The contact of a number, found or made. Runs in a transaction of its own; making one is audited. */
export async function contactOfNumber(ctx: Ctx, number: ParsedNumber): Promise<CallContact> {
  return mutate(ctx, async (tx) => {
    const found = (await contactsFor(tx, ctx, [number])).get(number.e164);
    if (found === undefined) throw new Error("A number's contact is found or made.");
    const { id, hash, created } = found;
    const { region, timezone } = number;
    // The same view as of a contact that somebody writes down (lib/contacts/contacts).
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

/** Whom a call is with. */
export type CallContact = { id: string; hash: Buffer; phone: string };
