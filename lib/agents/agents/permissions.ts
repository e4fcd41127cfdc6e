import { can } from "@/lib/identity/access";
import type { Ctx } from "@/lib/platform/context";
import { AppError } from "@/lib/platform/errors";
import { digestOf } from "./digest";
import type { AgentRow } from "./read";
import type { AgentConfig, AgentPolicy } from "./schema";

type Acting = Pick<Ctx, "actor" | "environment">;

const isTestKey = ({ actor, environment }: Acting): boolean => actor.type === "key" && environment === "test";

/** Whether somebody may switch the disclosure off. Only the change is a matter of rank: leaving it off is not. */
export function mayDisclose(ctx: Acting, wasEnabled: boolean, isEnabled: boolean): void {
  if (!wasEnabled || isEnabled || can(ctx.actor.role, "agents.policy")) return;
  throw new AppError(
    "forbidden",
    "Switching the disclosure off needs the role admin. Leave it on, or ask an admin.",
  );
}

/** What a change of an agent is measured against: its row, and the configuration that calls run, if it is live. */
export type Before = { row: AgentRow; live: AgentConfig | null };
type After = { policy: AgentPolicy; draft: AgentConfig };

/** Variables of the running configuration that the new draft marks sensitive and the old one did not. */
function marksLive({ row, live }: Before, { draft }: After): boolean {
  const was = new Map(row.draft.variables.map(({ name, sensitive }) => [name, sensitive]));
  const running = new Set(live?.variables.map(({ name }) => name));
  return draft.variables.some(
    ({ name, sensitive }) => sensitive && running.has(name) && was.get(name) !== true,
  );
}

/**
 * Throws `forbidden` if a change acts at once on a live agent and its maker may not make such: recording and
 * transcript settings, and marking one of its variables sensitive, need an admin and no test key. A field that is sent
 * as it was changes nothing.
 */
export function mayActAtOnce(ctx: Acting, before: Before, after: After): void {
  if (before.live === null) return;
  const acts = digestOf(before.row.policy) !== digestOf(after.policy) || marksLive(before, after);
  if (!acts) return;
  if (isTestKey(ctx))
    throw new AppError("forbidden", "A test key may not change what acts on live calls. Use a live key.");
  if (!can(ctx.actor.role, "agents.policy"))
    throw new AppError(
      "forbidden",
      "Recording and transcript settings of a live agent, and marking its variables sensitive, need the role admin.",
    );
}
