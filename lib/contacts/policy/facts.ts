import type { ConsentChannel, ConsentState } from "@/lib/contacts/consent/schema";
import type { OutreachPurpose, Window } from "./schema";

/** A campaign's limits for one contact. */
export type Budget = {
  /** Attempts that this campaign has made. */
  used: number;
  max: number;
  /** When the last of them was made; null before the first. */
  lastAt: string | null;
  retryAfterMinutes: number;
};

/** The input of the policy decision. Times are RFC 3339. No value identifies the contact. */
export type Facts = {
  channel: ConsentChannel;
  purpose: OutreachPurpose;
  /** The channels on which the number is suppressed, by any source. */
  suppressed: readonly ConsentChannel[];
  /**
   * The consent for exactly this purpose and channel. Consent to offers is not consent to reminders, nor the reverse, and
   * consent to calls is not consent to texts. A suppression stops everything.
   */
  consent: Pick<ConsentState, "state" | "at">;
  /** IANA. Null if unknown. */
  timezone: string | null;
  /** ISO 3166-1 or -2. Null if unknown. */
  region: string | null;
  /** The campaign's window. Null if only the legal hours apply. */
  window: Window | null;
  /** The end of the campaign. Null if there is none. */
  endsAt: string | null;
  /** Times of all attempts on this number in the last `ATTEMPTS_KEPT_DAYS`, on either channel, in any order. */
  attempts: readonly string[];
  /**
   * Whether the contact requested this text (such as a link) in the current conversation, so that attempt caps do not
   * apply. Never true for a callback, as the caps prevent endless callbacks.
   */
  isRequested: boolean;
  /** The campaign's limits. Null outside campaigns. */
  budget: Budget | null;
  /** Whether an attempt, or a conversation that the contact began, is in progress on this channel. */
  isBusy: boolean;
  /** Whether another attempt fits into the limits. Preflight assumes true. */
  hasCapacity: boolean;
  isAgentLive: boolean;
  /** Whether a carrier is set up. The campaign handles a carrier that is paused after failures. */
  isCarrierAvailable: boolean;
  /** Time of the contact's last inbound text. A text within 24 hours of it is a reply. */
  lastInboundTextAt: string | null;
};
