// Values without zod, for pages that show them before a form needs a schema.

/** The purposes of consent: two kinds of outreach, and the recording of calls. */
export const PURPOSES = ["informational", "telemarketing", "recording"] as const;

/** `call` is phone, `text` is sms. */
export const CHANNELS = ["call", "text"] as const;
