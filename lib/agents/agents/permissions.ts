import { hasCapability } from "@/lib/identity/access";
import type { Ctx } from "@/lib/platform/context";
import { AppError } from "@/lib/platform/errors";
import { digestOf } from "./digest";
import type { AgentRow } from "./read";
import type { AgentConfig, AgentPolicy } from "./schema";

type Acting = Pick<Ctx, "actor" | "environment">;

const isTestKey = ({ actor, environment }: Acting): boolean => actor.type === "key" && environment === "test";

/**
 * Throws `forbidden` if the actor cannot switch off the disclosure. Only the change needs an admin; a
 * disclosure that is already off can stay off.
 */
export function requireDisclosurePermission(ctx: Acting, wasEnabled: boolean, isEnabled: boolean): void {
  if (!wasEnabled || isEnabled || hasCapability(ctx.actor.role, "agents.policy")) return;
  throw new AppError("disclosure_needs_admin");
}

/** Throws `forbidden` unless the actor may deploy without a passed run of the required suites. */
export function requireSuiteOverride(ctx: Acting): void {
  if (!hasCapability(ctx.actor.role, "agents.override_suites"))
    throw new AppError("suite_override_needs_owner");
}

/** The state before a change: the agent's row, and its live configuration, if any. */
export type Before = { row: AgentRow; live: AgentConfig | null };
type After = { policy: AgentPolicy; draft: AgentConfig };

/** Whether the new draft marks a variable of the running configuration that the old draft did not mark. */
function marksLive({ row, live }: Before, { draft }: After): boolean {
  const previous = new Map(row.draft.variables.map(({ name, sensitive }) => [name, sensitive]));
  const running = new Set(live?.variables.map(({ name }) => name));
  return draft.variables.some(
    ({ name, sensitive }) => sensitive && running.has(name) && previous.get(name) !== true,
  );
}

/**
 * Throws `forbidden` if a change takes effect immediately on a live agent and the actor is not allowed to
 * make it. Recording and transcript settings, and marking one of its variables sensitive, need an admin and
 * no test key. A field sent with its current value changes nothing.
 */
export function requireLiveChangePermission(ctx: Acting, before: Before, after: After): void {
  if (before.live === null) return;
  const acts = digestOf(before.row.policy) !== digestOf(after.policy) || marksLive(before, after);
  if (!acts) return;
  if (isTestKey(ctx)) throw new AppError("test_key_changes_live_calls");
  if (!hasCapability(ctx.actor.role, "agents.policy")) throw new AppError("live_policy_needs_admin");
}
