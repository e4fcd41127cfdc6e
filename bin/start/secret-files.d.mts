/** Types of `secret-files.mjs`, which runs before anything is compiled. */
export const SECRETS: readonly string[];
export function readSecretFiles(env: Record<string, string | undefined>): Record<string, string | undefined>;
