import type { OnRequestUse } from "@/lib/agents/models";
import { splitId } from "@/lib/agents/models/schema";
import { UNREPORTED } from "@/lib/agents/prices/values";
import type { FullRow } from "./row";
import { MAX_USAGE_ENTRIES, type UsageEntry } from "./usage";

/** Collects the requests to a call's models until they are stored with the next turn. */
export type UsageMeter = {
  add: OnRequestUse;
  /** Every entry that was collected in this process, without turns. */
  all(): readonly Omit<UsageEntry, "turn">[];
  /** Removes and returns the collected entries, as use of this turn. */
  take(turn: number | null): UsageEntry[];
};

/** Creates a meter without entries. */
export function createUsageMeter(): UsageMeter {
  let pending: Omit<UsageEntry, "turn">[] = [];
  const collected: Omit<UsageEntry, "turn">[] = [];
  return {
    add(id, use) {
      if (collected.length >= MAX_USAGE_ENTRIES) return;
      const { provider, name: model } = splitId(id);
      const units =
        use === null
          ? { [UNREPORTED]: 1 }
          : {
              input_tokens: use.input,
              ...(use.cachedInput > 0 && { cached_input_tokens: use.cachedInput }),
              output_tokens: use.output,
            };
      const entry = { provider, model, units };
      pending.push(entry);
      collected.push(entry);
    },
    all: () => collected,
    take(turn) {
      const entries = pending.map((entry) => ({ turn, ...entry }));
      pending = [];
      return entries;
    },
  };
}

const meters = new WeakMap<FullRow, UsageMeter>();

/** The meter of a call in this process. The row of an opened call lives as long as the process acts on the call. */
export function usageMeterOf(row: FullRow): UsageMeter {
  const meter = meters.get(row) ?? createUsageMeter();
  meters.set(row, meter);
  return meter;
}
