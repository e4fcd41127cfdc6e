// Values without zod, for pages that show them before a form needs a schema.

/** Maximum bytes of a file. Source: the contract, limits. */
export const MAX_FILE = 25 * 1024 * 1024;

/** Maximum bytes of a preview's file: as much as an ordinary body. */
export const MAX_PREVIEW_FILE = 1024 * 1024;
