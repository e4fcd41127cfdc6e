import { type Compilable, sql } from "kysely";
import { newKey, type Token } from "@/lib/identity/keys";
import { newWorkspace } from "@/lib/identity/workspaces";
import { type AuditEvent, writeAudited } from "@/lib/platform/audit";
import { type Clock, iso, systemClock } from "@/lib/platform/clock";
import { db, type Tx } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { type NewUser, newMember, newUser } from "./users";

/** The advisory lock of concurrent first starts: the second one finds the first one's workspace. */
const FIRST_LOCK = 7_227_465_392;
const INIT_KEY_NAME = "Initial key";

export type CreateWorkspaceOptions = {
  name: string;
  /** A new account or an existing user. */
  owner: NewUser | { userId: string };
  /** The workspace's id; nothing is created if it exists. */
  id?: string;
  /** A key of the owner with a predefined token. */
  key?: Token;
  /** Creates the workspace only if there is none yet. */
  onlyIfFirst?: boolean;
  /** Extra statements for the same transaction. */
  extraStatements?: (created: CreatedWorkspace, now: string) => readonly Compilable<unknown>[];
};

const workspaceExists = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.first(db.selectFrom("workspaces").select("id").where("id", "=", id))) !== undefined;

export type CreatedWorkspace = { workspaceId: string; userId: string; ownerId: string };

/**
 * Creates a workspace and its first owner in one transaction, as a workspace always has an owner. Returns
 * null if `onlyIfFirst` is set and another workspace exists, or if the id exists.
 */
export async function createWorkspace(
  { name, owner, id, key, onlyIfFirst = false, extraStatements = () => [] }: CreateWorkspaceOptions,
  clock: Clock = systemClock,
): Promise<CreatedWorkspace | null> {
  const now = iso(clock.now());
  const workspace = newWorkspace(name, now, id);
  const user = "userId" in owner ? { id: owner.userId } : await newUser(owner, now);
  const member = newMember({ workspaceId: workspace.id, userId: user.id, role: "owner" }, now);
  const initialKey =
    key &&
    newKey(
      workspace.sealer,
      {
        workspaceId: workspace.id,
        creatorId: member.id,
        token: key,
        name: INIT_KEY_NAME,
        role: "owner",
        environment: key.environment,
        expires_at: null,
      },
      now,
    );
  const created: CreatedWorkspace = { workspaceId: workspace.id, userId: user.id, ownerId: member.id };
  const auditor = {
    workspaceId: workspace.id,
    actor: { type: "system", id: "init", role: "owner" } as const,
    requestId: newId("req"),
    address: null,
    now: () => now,
  };
  return writeAudited(
    auditor,
    async (tx): Promise<{ result: CreatedWorkspace | null; audit: AuditEvent[] | null }> => {
      if (id !== undefined && (await workspaceExists(tx, id))) return { result: null, audit: null };
      if (onlyIfFirst) {
        await tx.first(db.selectNoFrom(sql`pg_advisory_xact_lock(${FIRST_LOCK}::bigint)`.as("locked")));
        const existing = await tx.first(
          db.selectNoFrom(sql<boolean>`exists (select from workspace_ids())`.as("present")),
        );
        if (existing?.present) return { result: null, audit: null };
      }
      await tx.batch(
        ...workspace.run,
        ...("insert" in user ? [user.insert] : []),
        member.insert,
        ...(initialKey ? [initialKey.insert] : []),
        ...extraStatements(created, now),
      );
      return {
        result: created,
        audit: [workspace.audit, member.audit, ...(initialKey ? [initialKey.audit] : [])],
      };
    },
  );
}
