import type { ReasonCode } from "@/lib/contacts/policy/schema";

type Words = {
  /** The fact. */
  title: string;
  /** The consequence for the contact, and the next step. */
  outcome: string;
};

/** Reasons why a contact cannot be reached now, as text. Source: docs/outreach.md, "The decision". */
export const REASONS: Readonly<Record<ReasonCode, Words>> = {
  suppressed: {
    title: "They asked to be left alone",
    outcome: "Blocked. Nothing but their own word or a lifted suppression changes that.",
  },
  no_consent: {
    title: "No consent is known for this purpose and channel",
    outcome: "Blocked. Their consent has to be on record before the campaign comes to them.",
  },
  consent_revoked: {
    title: "They took their consent back",
    outcome: "Blocked. Only a newer consent changes that.",
  },
  outside_window: {
    title: "It is outside the hours in which they may be reached",
    outcome: "Held until the hours open where they are.",
  },
  unknown_timezone: {
    title: "Nobody knows what time it is where they are",
    outcome: "Held until the contact has a time zone; a number alone does not always tell it.",
  },
  too_many_attempts: {
    title: "They were tried as often as is allowed",
    outcome: "Held until a new attempt is allowed; blocked once this campaign's attempts are used up.",
  },
  call_in_progress: {
    title: "They are being reached at this moment",
    outcome: "Held until that has ended.",
  },
  capacity: { title: "Every place is taken", outcome: "Held until one is free." },
  window_never_opened: {
    title: "Their hours do not open before the campaign ends",
    outcome: "Blocked. Give the campaign a wider window or a later end.",
  },
  agent_not_live: {
    title: "The agent has no live version",
    outcome: "Blocked. Deploy the agent first.",
  },
  carrier_unavailable: {
    title: "There is no carrier that could place this",
    outcome: "Blocked. Set one up under integrations, or try the campaign in the test environment.",
  },
};
