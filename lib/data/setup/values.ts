// Values without zod, for pages that show them before a form needs a schema.

/** The steps of a workspace's setup, in the order in which the home page offers them. */
export const SETUP_STEPS = ["model", "test", "number", "deploy", "call"] as const;
