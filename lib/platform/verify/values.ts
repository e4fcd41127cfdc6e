/** Largest file in a browser, in bytes: some 50,000 entries. `npm run audit:verify-file` verifies a longer log. */
export const MAX_FILE_BYTES = 32 * 1024 * 1024;
