import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";

/** Statement that locks the call's contact against an erasure and a deletion, which destroy or replace its key. */
export const lockContactOfCall = ({ workspaceId }: Pick<Ctx, "workspaceId">, callId: string) =>
  db
    .selectFrom("contacts")
    .select("contacts.id")
    .where("contacts.workspace_id", "=", workspaceId)
    .where("contacts.id", "=", (eb) =>
      eb
        .selectFrom("calls")
        .select("calls.contact_id")
        .where("calls.workspace_id", "=", workspaceId)
        .where("calls.id", "=", callId),
    )
    .forKeyShare();
