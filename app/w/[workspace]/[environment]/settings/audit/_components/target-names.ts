import { GET as NAMES } from "@/app/v1/search/names/route";
import { readRoute } from "@/lib/http/page";
import type { AuditEntry } from "@/lib/platform/audit/schema";
import { recordPath } from "./record-path";

/** The names of the agents, tools, campaigns, contacts and webhooks that entries are about, by ID. Deleted ones have none. */
export async function targetNames(
  entries: readonly Pick<AuditEntry, "target">[],
): Promise<Record<string, string>> {
  const targets = entries.map(({ target }) => target).filter((target) => recordPath(target) !== null);
  if (targets.length === 0) return {};
  const names = await readRoute(NAMES, { query: { ids: [...new Set(targets)].join(",") } });
  return Object.fromEntries((names.data?.data ?? []).map(({ id, name }) => [id, name]));
}
