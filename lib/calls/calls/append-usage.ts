import { type RawBuilder, sql } from "kysely";
import { type JsonText, json } from "@/lib/platform/db";
import { MAX_USAGE_ENTRIES, type UsageEntry } from "./usage";

/** The stored list with further entries. A list that has reached its maximum stays as it is. */
export const appendUsage = (stored: RawBuilder<unknown>, entries: readonly UsageEntry[]) =>
  sql<JsonText>`case when jsonb_array_length(${stored}) >= ${MAX_USAGE_ENTRIES} then ${stored}
    else ${stored} || ${json(entries)}::jsonb end`;
