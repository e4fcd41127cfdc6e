import type { AuditEntry } from "@/lib/platform/audit/schema";
import { api } from "./api";

/** The author and the time of a record's last change. `name`: null for other authors than members and keys. */
export type LastChange = Pick<AuditEntry, "actor" | "at"> & { name: string | null };

/** The change is among the latest entries: it is seconds or minutes old. */
const ENTRIES_READ = "20";
/** As many keys as one page of their list holds. */
const KEYS_READ = "100";

/** The name of a member or an API key; null for other authors, and for former ones. */
async function nameOf({ type, id }: AuditEntry["actor"]): Promise<string | null> {
  if (type !== "member" && type !== "key") return null;
  const { data } =
    type === "member"
      ? await api.get("/v1/members/names", { query: { ids: id } })
      : await api.get("/v1/keys", { query: { limit: KEYS_READ } });
  return data.find((author) => author.id === id)?.name ?? null;
}

/** Reads the last change of a record from the audit log; null for members who cannot read the log. */
export async function readLastChange(id: string): Promise<LastChange | null> {
  try {
    const { data } = await api.get("/v1/audit", { query: { target: id, limit: ENTRIES_READ } });
    // A deploy and a campaign's steps are about the same record and change none of its fields.
    const entry = data.find(({ action }) => action.endsWith(".updated"));
    if (entry === undefined) return null;
    return { actor: entry.actor, at: entry.at, name: await nameOf(entry.actor).catch(() => null) };
  } catch {
    return null;
  }
}
