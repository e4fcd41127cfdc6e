// Values without zod, for pages that show them before a form needs a schema.

/** A sentence or two. */
export const MAX_DEPLOY_NOTE = 500;

/** Names within an agent: of a variable, an outcome or a tool. */
export const IDENTIFIER = /^[a-z][a-z0-9_]{0,63}$/;

/** `{{name}}`: a position in a prompt or greeting that a call fills with the value of a variable. */
export const PLACEHOLDER = /\{\{([^{}]{0,200})\}\}/g;
