import type { AgentConfig } from "./schema";

type Variables = Pick<AgentConfig, "variables">;

/** When each variable was last marked sensitive, RFC 3339. Entries are never lost. */
export type SensitiveMarks = Readonly<Record<string, string>>;

const sensitiveNames = ({ variables }: Variables): string[] =>
  variables.filter(({ sensitive }) => sensitive).map(({ name }) => name);

/**
 * The variables that are masked in a new call: those of the configuration that it runs, and those that the draft marks
 * by now, as marking acts at once. Settling asks again, for what was marked while the call went on.
 */
export function sensitiveOfNewCall(config: Variables, draft: Variables): string[] {
  return [...new Set([...sensitiveNames(config), ...sensitiveNames(draft)])].sort();
}

/**
 * The variables that are masked in a stored call: those pinned with it, and those marked since it was made. Unmarking
 * takes nothing away from it (product.md, "Masking").
 */
export function sensitiveOfStoredCall(
  pinned: readonly string[],
  marks: SensitiveMarks,
  callCreatedAt: string,
): string[] {
  const since = Object.entries(marks).flatMap(([name, at]) => (at > callCreatedAt ? [name] : []));
  return [...new Set([...pinned, ...since])].sort();
}

/** The marks after `after` has taken the place of `before`: what is newly sensitive gets `now`. */
export function marksAfter(
  marks: SensitiveMarks,
  before: readonly Variables[],
  after: Variables,
  now: string,
): SensitiveMarks {
  const was = new Set(before.flatMap(sensitiveNames));
  const fresh = sensitiveNames(after).filter((name) => !was.has(name));
  return { ...marks, ...Object.fromEntries(fresh.map((name) => [name, now])) };
}
