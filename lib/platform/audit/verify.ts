import { sql } from "kysely";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { type ChainRow, type Head, verifyChain } from "./chain";
import { anchorsOf } from "./heads";
import type { AuditVerdict } from "./schema";

/** Entries that are in memory at a time: some hundred kilobytes. */
const PAGE = 500;

type Tenant = Pick<Ctx, "workspaceId" | "db">;

const headQuery = (workspaceId: string) =>
  db.selectFrom("audit_heads").select(["seq", "hash"]).where("workspace_id", "=", workspaceId);

const pageQuery = (workspaceId: string, after: number) =>
  db
    .selectFrom("audit_events")
    .select(["workspace_id", "seq", "id", "at", "actor_type", "actor_id", "action", "target"])
    .select(["address", "request_id", "previous", "hash"])
    // As text: a parsed number or a key's order would not give the bytes back that were hashed.
    .select([sql<string | null>`before::text`.as("before"), sql<string | null>`after::text`.as("after")])
    .where("workspace_id", "=", workspaceId)
    .where("seq", ">", after)
    .orderBy("seq")
    .limit(PAGE);

/** Verifies a workspace's whole audit log, also against the heads that were signed and kept outside. */
export async function verifyAudit({ workspaceId, db: reader }: Tenant): Promise<AuditVerdict> {
  // Read first: what was signed by now is in the chain.
  const anchors = await anchorsOf(workspaceId);
  let head: Head | null = null;
  async function* pages(): AsyncGenerator<ChainRow[]> {
    let last = 0;
    for (;;) {
      // The head before the page: an entry that is appended between the two is then in the page, and no page is empty
      // while the head is ahead of it.
      const [[noted], page] = await reader.batch(headQuery(workspaceId), pageQuery(workspaceId, last));
      head = noted ?? null;
      const end = page.at(-1);
      if (end === undefined) return;
      yield page;
      last = end.seq;
    }
  }
  return verifyChain({ workspaceId, pages: pages(), head: () => head, anchors });
}
