import { z } from "zod";
import { USAGE_UNITS } from "@/lib/agents/prices/values";
import { storedDocument } from "@/lib/platform/stored-document";

/** Entries of one call. Later ones are not stored, and its cost counts as incomplete. */
export const MAX_USAGE_ENTRIES = 500;

const UsageEntry = z.strictObject({
  turn: z.int().nullable(),
  provider: z.string(),
  model: z.string(),
  units: z.partialRecord(z.enum(USAGE_UNITS), z.int().nonnegative()),
});
/**
 * Use that a provider bills. `turn`: index of the last turn that was stored with it; null for use of the whole call, and for
 * requests after the conversation. It has no content and no personal value, and is stored unsealed.
 */
export type UsageEntry = z.output<typeof UsageEntry>;

/** The stored use of a call. */
export const usageDocument = storedDocument<{ entries: UsageEntry[] }>({
  name: "usage of a call",
  schema: z.strictObject({ entries: z.array(UsageEntry) }),
});

/** Reads the list of a column `usage`. */
export const readUsage = (stored: unknown): UsageEntry[] => usageDocument.read({ entries: stored }).entries;

/** Providers that run on the operator's machines. Nothing is billed, so their use is not recorded. */
export const isUnbilled = (provider: string): boolean => provider === "builtin" || provider === "local";

/** The use of entries by unit, with the UTC day whose prices count. */
export const toUses = (entries: readonly UsageEntry[], day: string) =>
  entries.flatMap(({ turn, provider, model, units }) =>
    USAGE_UNITS.flatMap((unit) => {
      const quantity = units[unit];
      return quantity === undefined ? [] : [{ turn, provider, model, unit, quantity, day }];
    }),
  );
