import type { ConsentState } from "@/lib/contacts/consent/schema";
import type { Contact } from "@/lib/contacts/contacts/schema";

/** A contact in the table: what its columns and actions use, so that the page does not send the rest to the browser. */
export type ContactRow = Pick<
  Contact,
  "id" | "phone" | "name" | "timezone" | "timezone_source" | "region" | "created_at"
> & {
  suppressed: NonNullable<Contact["suppression"]>["channels"] | null;
  /** The informational consent on each channel. */
  consent: Record<"call" | "text", ConsentState["state"]>;
};

export const contactRow = ({ suppression, consent, ...contact }: Contact): ContactRow => ({
  id: contact.id,
  phone: contact.phone,
  name: contact.name,
  timezone: contact.timezone,
  timezone_source: contact.timezone_source,
  region: contact.region,
  created_at: contact.created_at,
  suppressed: suppression?.channels ?? null,
  consent: {
    call: consent["informational:call"].state,
    text: consent["informational:text"].state,
  },
});
