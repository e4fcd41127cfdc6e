/** Files verified at once: a receipt or a log, its heads, and some more. */
export const MAX_FILES = 20;
