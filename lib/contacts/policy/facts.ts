import type { ConsentChannel, ConsentState } from "@/lib/contacts/consent/schema";
import type { OutreachPurpose, Window } from "./schema";

/** What a campaign allows itself for one contact. */
export type Budget = {
  /** Attempts that this campaign has made. */
  used: number;
  max: number;
  /** When the last of them was made; null before the first. */
  lastAt: string | null;
  retryAfterMinutes: number;
};

/** All that the decision knows. Times are RFC 3339; no value here says who the contact is. */
export type Facts = {
  channel: ConsentChannel;
  purpose: OutreachPurpose;
  /** The channels on which the number is left alone, whatever source said so. */
  suppressed: readonly ConsentChannel[];
  /**
   * What the ledger says of exactly this purpose on exactly this channel. Who agreed to offers has not agreed to be
   * reminded, nor the other way round; and an agreement to calls is none to texts. What is to stop everything is a
   * suppression.
   */
  consent: Pick<ConsentState, "state" | "at">;
  /** IANA; null where nobody knows. */
  timezone: string | null;
  /** ISO 3166-1 or -2; null where nobody knows. */
  region: string | null;
  /** The campaign's; null where only the legal hours hold. */
  window: Window | null;
  /** When the campaign ends; null where nothing ends. */
  endsAt: string | null;
  /** When this number was tried in the last `ATTEMPTS_KEPT_DAYS`, by whatever and on either channel; in any order. */
  attempts: readonly string[];
  /**
   * Whether the contact asked for this text in a conversation that goes on now (a link): what was tried to reach it does
   * not count against what it wants. Never for a callback, as a ring of callbacks is what the caps are for.
   */
  requested: boolean;
  /** The campaign's own; null outside campaigns. */
  budget: Budget | null;
  /** Whether an attempt on this channel is under way, or a conversation on it goes on that the contact began. */
  busy: boolean;
  /** Whether there is room for one more; preflight says true. */
  capacity: boolean;
  agentLive: boolean;
  /** Whether there is a carrier at all. One that rests after failures is the campaign's matter. */
  carrierAvailable: boolean;
  /** The contact's own last text; what is sent within 24 h of it is a reply. */
  lastInboundTextAt: string | null;
};
