// Values without zod, for pages that show them before a form needs a schema.

/** The purposes of consent: two kinds of outreach, and the recording of calls. */
export const PURPOSES = ["informational", "telemarketing", "recording"] as const;

/** `call` is phone, `text` is sms. */
export const CHANNELS = ["call", "text"] as const;

/** A purpose on a channel. */
export type ConsentKey = `${(typeof PURPOSES)[number]}:${(typeof CHANNELS)[number]}`;
export const CONSENT_KEYS: readonly ConsentKey[] = PURPOSES.flatMap((purpose) =>
  CHANNELS.map((channel): ConsentKey => `${purpose}:${channel}`),
);
