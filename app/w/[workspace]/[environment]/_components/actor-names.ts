import { GET as KEYS } from "@/app/v1/keys/route";
import { GET as MEMBER_NAMES } from "@/app/v1/members/names/route";
import { canUse, readRoute, type requireSession } from "@/lib/http/page";
import type { AuditEntry } from "@/lib/platform/audit/schema";

type Session = Awaited<ReturnType<typeof requireSession>>;

/** The limit of `GET /v1/members/names`. */
const MAX_MEMBERS = 100;
/** The maximum of one page of the list. Entries of other keys show the id alone. */
const KEYS_SHOWN = "100";

const withPrefix = (ids: ReadonlySet<string>, prefix: string) =>
  [...ids].filter((id) => id.startsWith(prefix));

/** The names of the members and API keys in the entries, by id. Former members and deleted keys have none. */
export async function actorNames(
  session: Session,
  entries: readonly Pick<AuditEntry, "actor" | "target">[],
): Promise<Record<string, string>> {
  const ids = new Set(entries.flatMap(({ actor, target }) => [actor.id, target]));
  const members = withPrefix(ids, "mem_").slice(0, MAX_MEMBERS);
  const needsKeys = withPrefix(ids, "key_").length > 0 && canUse(session, KEYS);
  const [memberNames, keys] = await Promise.all([
    members.length > 0 ? readRoute(MEMBER_NAMES, { query: { ids: members.join(",") } }) : null,
    needsKeys ? readRoute(KEYS, { query: { limit: KEYS_SHOWN } }) : null,
  ]);
  const rows = [...(memberNames?.data?.data ?? []), ...(keys?.data?.data ?? [])];
  return Object.fromEntries(rows.filter(({ id }) => ids.has(id)).map(({ id, name }) => [id, name]));
}
