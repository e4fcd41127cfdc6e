// Values without zod, for pages that show them before a form needs a schema.

/** A sentence or two. */
export const MAX_DEPLOY_NOTE = 500;

/** Names within an agent: of a variable, an outcome or a tool. */
export const IDENTIFIER = /^[a-z][a-z0-9_]{0,63}$/;

/** Maximum people, beside `transfer_to`, that a transfer calls: a caller does not wait for more. */
export const MAX_TRANSFER_TARGETS = 5;
/**
 * A number in E.164, or a SIP address. The user of an address begins with a letter, so that no number to dial is hidden in
 * it: premium-rate and emergency numbers, and other countries, are refused for numbers only.
 */
export const TRANSFER_ADDRESS =
  /^(?:\+[1-9][0-9]{6,14}|sip:[A-Za-z][A-Za-z0-9._-]{0,63}@[A-Za-z0-9][A-Za-z0-9.-]{0,251}[A-Za-z0-9])$/;

/** Whether the address of a person is a SIP address, and not a number. */
export const isSipAddress = (to: string): boolean => to.startsWith("sip:");

/** `{{name}}`: a position in a prompt or greeting that a call fills with the value of a variable. */
export const PLACEHOLDER = /\{\{([^{}]{0,200})\}\}/g;
