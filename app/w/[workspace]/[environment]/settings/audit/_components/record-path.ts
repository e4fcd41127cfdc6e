/** The pages of records by the prefix of their IDs. */
const PATHS = [
  ["agt_", "/agents"],
  ["cmp_", "/campaigns"],
  ["ctc_", "/contacts"],
  ["tool_", "/tools"],
  ["whk_", "/webhooks"],
] as const;

/** The path of a record's page; null for a record without one. */
export function recordPath(id: string): string | null {
  const path = PATHS.find(([prefix]) => id.startsWith(prefix))?.[1];
  return path === undefined ? null : `${path}/${id}`;
}
