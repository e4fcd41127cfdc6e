import { sql } from "kysely";
import { z } from "zod";
import type { ProviderKind } from "@/lib/agents/providers/schema";
import { db, reader } from "@/lib/platform/db";
import { workspaceIds } from "@/lib/platform/db/plain";

/** Workspaces that one call reads, each in its own round trip. */
const MAX_WORKSPACES = 1_000;

/** The last check of an integration; `checkedAt` is null if it was never checked. `codes`: the failed findings. */
export type LastCheck = {
  id: string;
  kind: string;
  checkedAt: string | null;
  ok: boolean;
  codes: string[];
};

/** The audit event of `checkIntegration`. Events of earlier versions can lack fields. */
const CheckResult = z.object({ ok: z.boolean().catch(false), codes: z.array(z.string()).catch([]) });

const selectLastChecks = (workspaceId: string, kinds: readonly ProviderKind[]) =>
  db
    .selectFrom("integrations as i")
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom("audit_events as e")
          .select(["e.at", "e.after"])
          .whereRef("e.workspace_id", "=", "i.workspace_id")
          .whereRef("e.target", "=", "i.id")
          .where("e.action", "=", "integration.checked")
          .orderBy("e.seq", "desc")
          .limit(1)
          .as("last"),
      (join) => join.on(sql<boolean>`true`),
    )
    .select(["i.id", "i.kind", "last.at", "last.after"])
    .where("i.workspace_id", "=", workspaceId)
    .where("i.kind", "in", [...kinds])
    .orderBy("i.id");

/**
 * Reads the stored result of the last check of every integration of some kinds, for the operator. Nothing is decrypted and
 * no provider is contacted. `unread`: how many workspaces beyond the first 1,000 were not read.
 */
export async function readLastChecks(
  kinds: readonly ProviderKind[],
  maxWorkspaces = MAX_WORKSPACES,
): Promise<{ checks: LastCheck[]; unread: number }> {
  const checks: LastCheck[] = [];
  const ids = await workspaceIds();
  for (const workspaceId of ids.slice(0, maxWorkspaces)) {
    for (const { id, kind, at, after } of await reader(workspaceId).all(
      selectLastChecks(workspaceId, kinds),
    )) {
      const { ok, codes } = CheckResult.catch({ ok: false, codes: [] }).parse(after);
      checks.push({ id, kind, checkedAt: at, ok, codes });
    }
  }
  return { checks, unread: Math.max(0, ids.length - maxWorkspaces) };
}
