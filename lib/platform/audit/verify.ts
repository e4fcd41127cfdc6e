import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { type Head, verifyChain } from "./chain";
import type { ChainRow } from "./entry-hash";
import { readAnchors } from "./heads";
import type { AuditVerdict } from "./schema";
import { selectHead } from "./select-head";

/** Entries in memory at a time: some hundred kilobytes. */
const PAGE_ROWS = 500;

const sha256 = (bytes: Uint8Array): Uint8Array => createHash("sha256").update(bytes).digest();
const hex = (hash: Buffer): string => hash.toString("hex");

type Tenant = Pick<Ctx, "workspaceId" | "db">;

const pageQuery = (workspaceId: string, after: number) =>
  db
    .selectFrom("audit_events")
    .select(["workspace_id", "seq", "id", "at", "actor_type", "actor_id", "action", "target"])
    .select(["address", "request_id", "previous", "hash"])
    // As text: parsed numbers or reordered keys would not restore the hashed bytes.
    .select([sql<string | null>`before::text`.as("before"), sql<string | null>`after::text`.as("after")])
    .where("workspace_id", "=", workspaceId)
    .where("seq", ">", after)
    .orderBy("seq")
    .limit(PAGE_ROWS);

/**
 * Verifies a workspace's complete audit log, also against the signed heads outside the database. `headsBefore` ignores heads
 * that were signed at that time or later, for a restored copy that lacks the newest entries.
 */
export async function verifyAudit(
  { workspaceId, db: reader }: Tenant,
  { headsBefore }: { headsBefore?: string } = {},
): Promise<AuditVerdict> {
  // Read first, so that the chain contains every signed entry.
  const anchors = await readAnchors(workspaceId, headsBefore);
  let head: Head | null = null;
  async function* pages(): AsyncGenerator<ChainRow[]> {
    let lastSeq = 0;
    for (;;) {
      // Reads the head before the page: an entry appended between the two is then in the page, and no page is
      // empty while the head is ahead of it.
      const [[recordedHead], page] = await reader.batch(
        selectHead(workspaceId),
        pageQuery(workspaceId, lastSeq),
      );
      head = recordedHead === undefined ? null : { ...recordedHead, hash: hex(recordedHead.hash) };
      const lastRow = page.at(-1);
      if (lastRow === undefined) return;
      yield page.map((row) => ({ ...row, previous: hex(row.previous), hash: hex(row.hash) }));
      lastSeq = lastRow.seq;
    }
  }
  return verifyChain({ workspaceId, sha256, pages: pages(), head: () => head, anchors });
}
