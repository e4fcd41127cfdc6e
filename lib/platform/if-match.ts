import { createHash, randomUUID } from "node:crypto";
import { AppError, notFound } from "./errors";

/** The condition of a request's `If-Match` (RFC 9110, 13.1.1): `*`, the accepted revisions, or null without the header. */
export type IfMatch = "*" | readonly string[] | null;

/** A resource with a `revision`. */
type RevisedResource =
  | "workspace"
  | "agent"
  | "phone_number"
  | "tool"
  | "campaign"
  | "contact"
  | "webhook"
  | "suite"
  | "call_routes"
  | "price_list"
  | "cost_limits"
  | "scorecard"
  | "sso";

/**
 * Throws `precondition_failed` if the request's `If-Match` does not name the resource's current revision. Call it with the
 * locked row, in the transaction that writes, so that no other change comes between the check and the write.
 */
export function requireMatch(
  ifMatch: IfMatch,
  { revision }: { revision: string },
  resource: RevisedResource,
): void {
  if (ifMatch === null || ifMatch === "*" || ifMatch.includes(revision)) return;
  throw new AppError(`${resource}_changed`);
}

/** The revision of a new row. A trigger gives a changed row another one (prisma/sql/revisions.sql). */
export const newRevision = (): string => randomUUID();

/** The revision of a list without a row: the same for equal lists, and another after each change. */
export const revisionOfList = (list: readonly object[]): string =>
  createHash("sha256").update(JSON.stringify(list)).digest("base64url");

/** The revision that the database gave to a row that an UPDATE returned. Throws `not_found` without a row. */
export function revisionOf(row: { revision: string } | undefined): string {
  if (row === undefined) throw notFound();
  return row.revision;
}
