import type { Compilable } from "kysely";
import { notifyMembers } from "@/lib/identity/notices";
import type { Ctx } from "@/lib/platform/context";
import type { Row } from "./row";
import type { Deletion } from "./schema";

type DeletionResult =
  | { kind: "deletion.completed" }
  | { kind: "deletion.blocked"; stage: NonNullable<Deletion["blocked_by"]> };

/** Insert that notifies admins of a deletion's result: once of its completion, and once per kind of hold. */
export const notifyDeletionResult = (
  { workspaceId, now }: Pick<Ctx, "workspaceId" | "now">,
  { id, environment }: Pick<Row, "id" | "environment">,
  result: DeletionResult,
): Compilable<unknown> => notifyMembers({ ...result, workspaceId, subject: id, environment, now: now() });
