import { createContact } from "@/lib/contacts/contacts";
import { CreateContact } from "@/lib/contacts/contacts/schema";
import type { Ctx } from "@/lib/platform/context";
import { AppError } from "@/lib/platform/errors";

/** The wording that a contact agreed to. */
const WORDING = "I agree that you call and text me about my bookings and visits.";

/** A contact of the workspace, with what they agreed to. */
export type ContactDetails = { phone: string; name?: string; consents: readonly ("call" | "text")[] };

/** The ledger's entries of a contact who agreed on a form. */
export const consentsOf = (channels: ContactDetails["consents"]) =>
  channels.map((channel) => ({
    purpose: "informational" as const,
    channel,
    granted: true,
    source: "Booking form",
    wording: WORDING,
    evidence: "Form submission with a checked box",
  }));

/** Creates the contact unless the number already is one. */
export async function ensureContact(ctx: Ctx, { phone, name, consents }: ContactDetails): Promise<void> {
  const input = CreateContact.parse({ phone, name: name ?? null, consents: consentsOf(consents) });
  await createContact(ctx, input).catch((error: unknown) => {
    if (!(error instanceof AppError && error.code === "conflict")) throw error;
  });
}
