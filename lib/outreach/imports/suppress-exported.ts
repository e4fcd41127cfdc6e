import { readSuppressions, suppressStatement } from "@/lib/contacts/consent";
import { workspaceIndexer } from "@/lib/platform/crypto";
import type { Tx } from "@/lib/platform/db";
import type { Entry, StatedSuppression } from "./file-row";
import type { Job } from "./import-job";

/** The list of numbers that were suppressed where they were exported. Only an admin can lift its entries. */
const LIST = "imported contacts";

/**
 * Suppresses the entries that were exported as suppressed, so that copied contacts are not reached. Numbers
 * that are suppressed on these channels already are unchanged. Returns how many were suppressed.
 */
export async function suppressExported(tx: Tx, { ctx }: Job, entries: readonly Entry[]): Promise<number> {
  if (entries.every(({ suppression }) => suppression === undefined)) return 0;
  const { hash } = await workspaceIndexer(ctx.workspaceId);
  const stated = entries.flatMap(({ number, suppression }) =>
    suppression === undefined ? [] : [{ numberHash: hash("number", number.e164), suppression }],
  );
  const current = await readSuppressions(
    tx,
    ctx,
    stated.map(({ numberHash }) => numberHash),
    ctx.now(),
  );
  const groups = new Map<string, { suppression: StatedSuppression; hashes: Buffer[] }>();
  let suppressed = 0;
  for (const { numberHash, suppression } of stated) {
    const channels = current.get(numberHash.toString("hex"))?.channels ?? [];
    if (suppression.channels.every((channel) => channels.includes(channel))) continue;
    const key = JSON.stringify(suppression);
    const group = groups.get(key) ?? { suppression, hashes: [] };
    group.hashes.push(numberHash);
    groups.set(key, group);
    suppressed += 1;
  }
  for (const { suppression, hashes } of groups.values())
    await tx.all(
      suppressStatement(ctx, hashes.sort(Buffer.compare), { source: "list", list: LIST, ...suppression }),
    );
  return suppressed;
}
