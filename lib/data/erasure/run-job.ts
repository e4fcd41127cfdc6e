import type { Compilable } from "kysely";
import { enqueue } from "@/lib/platform/jobs";

/** Statement that runs or resumes a deletion at that time. */
export const enqueueErasure = (workspaceId: string, deletionId: string, runAt: string): Compilable<unknown> =>
  enqueue("erasure.run", { workspaceId, deletionId }, { key: `erasure:${deletionId}`, runAt });
