import { type Compilable, sql } from "kysely";
import { newKey, type Token } from "@/lib/identity/keys";
import { newWorkspace } from "@/lib/identity/workspaces";
import { type AuditEvent, mutate } from "@/lib/platform/audit";
import { type Clock, iso, systemClock } from "@/lib/platform/clock";
import { db, type Tx } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { type NewUser, newMember, newUser } from "./users";

/** One number for all who make the first workspace at the same time: the second finds the first's. */
const FIRST_LOCK = 7_227_465_392;
const INIT_KEY_NAME = "Initial key";

export type Founding = {
  name: string;
  /** A new account, or one that there is. */
  owner: NewUser | { userId: string };
  /** Under this id, unless there is a workspace of it. */
  id?: string;
  /** A key of the owner's with a text that is given. */
  key?: Token;
  /** Only if there is no workspace yet. */
  onlyFirst?: boolean;
  /** What else goes into the transaction. */
  also?: (founded: Founded, now: string) => readonly Compilable<unknown>[];
};

const exists = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.one(db.selectFrom("workspaces").select("id").where("id", "=", id))) !== undefined;

export type Founded = { workspaceId: string; userId: string; ownerId: string };

/**
 * Makes a workspace together with its first owner, in one transaction, as a workspace always keeps an owner. Answers
 * null if it was to be the first and is not, or if there is one of its id.
 */
export async function foundWorkspace(
  { name, owner, id, key, onlyFirst = false, also = () => [] }: Founding,
  clock: Clock = systemClock,
): Promise<Founded | null> {
  const now = iso(clock.now());
  const workspace = newWorkspace(name, now, id);
  const user = "userId" in owner ? { id: owner.userId } : await newUser(owner, now);
  const member = newMember({ workspaceId: workspace.id, userId: user.id, role: "owner" }, now);
  const first =
    key &&
    newKey(
      workspace.sealer,
      {
        workspaceId: workspace.id,
        maker: member.id,
        token: key,
        name: INIT_KEY_NAME,
        role: "owner",
        environment: key.environment,
        expires_at: null,
      },
      now,
    );
  const founded: Founded = { workspaceId: workspace.id, userId: user.id, ownerId: member.id };
  const auditor = {
    workspaceId: workspace.id,
    actor: { type: "system", id: "init", role: "owner" } as const,
    requestId: newId("req"),
    address: null,
    now: () => now,
  };
  return mutate(auditor, async (tx): Promise<{ result: Founded | null; audit: AuditEvent[] | null }> => {
    if (id !== undefined && (await exists(tx, id))) return { result: null, audit: null };
    if (onlyFirst) {
      await tx.one(db.selectNoFrom(sql`pg_advisory_xact_lock(${FIRST_LOCK}::bigint)`.as("locked")));
      const present = await tx.one(
        db.selectNoFrom(sql<boolean>`exists (select from workspace_ids())`.as("present")),
      );
      if (present?.present) return { result: null, audit: null };
    }
    await tx.batch(
      ...workspace.run,
      ...("insert" in user ? [user.insert] : []),
      member.insert,
      ...(first ? [first.insert] : []),
      ...also(founded, now),
    );
    return { result: founded, audit: [workspace.audit, member.audit, ...(first ? [first.audit] : [])] };
  });
}
