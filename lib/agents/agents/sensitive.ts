import type { AgentConfig } from "./schema";

type Variables = Pick<AgentConfig, "variables">;

/** The time at which each variable was last marked sensitive, RFC 3339. Entries are never removed. */
export type SensitiveMarks = Readonly<Record<string, string>>;

const sensitiveNames = ({ variables }: Variables): string[] =>
  variables.filter(({ sensitive }) => sensitive).map(({ name }) => name);

/**
 * The variables masked in a new call: those that its configuration marks, and those that the draft marks now,
 * as marks take effect immediately. Settling reads the marks again, to include those set during the call.
 */
export function sensitiveOfNewCall(config: Variables, draft: Variables): string[] {
  return [...new Set([...sensitiveNames(config), ...sensitiveNames(draft)])].sort();
}

/**
 * The variables masked in a stored call: those pinned to it, and those marked since. Unmarking a variable
 * does not unmask stored calls (product.md, "Masking").
 */
export function sensitiveOfStoredCall(
  pinned: readonly string[],
  marks: SensitiveMarks,
  callCreatedAt: string,
): string[] {
  const since = Object.entries(marks).flatMap(([name, at]) => (at > callCreatedAt ? [name] : []));
  return [...new Set([...pinned, ...since])].sort();
}

/** Updates the marks for a change from `before` to `after`: newly sensitive variables get `now`. */
export function updateMarks(
  marks: SensitiveMarks,
  before: readonly Variables[],
  after: Variables,
  now: string,
): SensitiveMarks {
  const previous = new Set(before.flatMap(sensitiveNames));
  const fresh = sensitiveNames(after).filter((name) => !previous.has(name));
  return { ...marks, ...Object.fromEntries(fresh.map((name) => [name, now])) };
}
