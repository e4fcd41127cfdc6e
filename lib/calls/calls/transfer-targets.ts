import type { AgentConfig } from "@/lib/agents/agents/schema";
import { isSipAddress } from "@/lib/agents/agents/values";
import { isOpenNow } from "@/lib/agents/phone-numbers";
import { parseNumber } from "@/lib/contacts/contacts";

type TargetSettings = Pick<AgentConfig, "transfer_to" | "transfer_targets">;

/**
 * A person, or a line, to transfer a caller to: a number in E.164, or a SIP address. `position`: in the agent's list, so that
 * the target after it can be selected again from the stored configuration.
 */
export type TransferTarget = { to: string; position: number };

/**
 * No further person is called this long after the first: callers hang up. The last telephone can still ring, and its person
 * hear the briefing.
 */
export const TRANSFER_SEARCH_MS = 120_000;

/** Whether an agent has anyone to transfer calls to, at any time. */
export const hasTransferTargets = ({ transfer_to, transfer_targets }: TargetSettings): boolean =>
  transfer_to !== null || transfer_targets.length > 0;

/** A valid number in E.164, a SIP address as it is, or null for a number that is not assigned. */
function dialable(to: string): string | null {
  if (isSipAddress(to)) return to;
  const parsed = parseNumber(to);
  return parsed.ok ? parsed.number.e164 : null;
}

/**
 * Selects the people of an agent that can be called at a time (ISO 8601), in order: `transfer_to`, then those of
 * `transfer_targets` whose hours are open. `after`: only those behind this position. `invalid`: there are targets, and all
 * have numbers that are not assigned.
 */
export function selectTransferTargets(
  { transfer_to, transfer_targets }: TargetSettings,
  now: string,
  after = -1,
): { open: TransferTarget[]; isInvalid: boolean } {
  const all = [{ to: transfer_to, hours: null }, ...transfer_targets].flatMap(({ to, hours }, position) =>
    to === null ? [] : [{ to: dialable(to), hours, position }],
  );
  const open = all.flatMap(({ to, hours, position }) =>
    to !== null && position > after && isOpenNow({ hours }, now) ? [{ to, position }] : [],
  );
  return { open, isInvalid: all.length > 0 && all.every(({ to }) => to === null) };
}
