import type { Compilable } from "kysely";
import { enqueue } from "@/lib/platform/jobs";

/** The statement by which a deletion is run, or goes on, at that moment. */
export const runJob = (workspaceId: string, deletionId: string, runAt: string): Compilable<unknown> =>
  enqueue("erasure.run", { workspaceId, deletionId }, { key: `erasure:${deletionId}`, runAt });
