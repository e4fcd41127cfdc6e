import type { Compilable } from "kysely";
import { tell } from "@/lib/identity/notices";
import type { Ctx } from "@/lib/platform/context";
import type { Row } from "./row";
import type { Deletion } from "./schema";

type Told =
  | { kind: "deletion.completed" }
  | { kind: "deletion.blocked"; stage: NonNullable<Deletion["blocked_by"]> };

/** The statement that tells admins what became of a deletion: once that it is done, once of each kind of hold. */
export const toldOf = (
  { workspaceId, now }: Pick<Ctx, "workspaceId" | "now">,
  { id, environment }: Pick<Row, "id" | "environment">,
  told: Told,
): Compilable<unknown> => tell({ ...told, workspaceId, subject: id, environment, now: now() });
