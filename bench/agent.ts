// The agent that the bench seeds and creates: of ordinary size.

/** The name of agents that a run makes; the next run removes them. */
export const DRAFT_NAME = "Draft of the bench";

export const AGENT = {
  name: DRAFT_NAME,
  type: "voice",
  voice_id: "builtin:slt",
  prompt: [
    "You take table reservations at Chez Ada, a restaurant with forty seats.",
    "Be brief and friendly. Ask for one thing at a time and read everything back at the end.",
    "The kitchen is open from Tuesday to Saturday, from 18:00 to 22:00. On other days say so and offer the next one.",
    "For more than eight guests offer to have somebody call back. Never promise a table by the window.",
  ].join("\n"),
  greeting: "Chez Ada, good evening.",
  variables: [
    { name: "account_number", description: "your account number", sensitive: true },
    { name: "day", type: "date", description: "the day you want to come" },
    { name: "guests", type: "number", description: "the number of guests" },
  ],
  outcomes: [
    { tag: "booked", description: "A table is booked." },
    { tag: "not_booked", description: "No table is booked." },
  ],
} as const;
