/** Types of `role-variables.mjs`, which runs before anything is compiled. */
export const GROUPS: Readonly<Record<string, readonly string[]>>;
export const GENERAL: readonly string[];
export function limitEnvironment<E extends Record<string, string | undefined>>(
  env: E,
  roles: readonly string[],
): E;
