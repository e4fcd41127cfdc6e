import { listWorkspaceIds } from "@/lib/identity/workspaces";
import type { CarrierFor } from "@/lib/outreach/dialing";
import { type Clock, systemClock } from "@/lib/platform/clock";
import { systemCtx } from "@/lib/platform/context/make";
import { isUnlocked, workspaceKeys } from "@/lib/platform/crypto";
import { JOBS, type JobName } from "@/lib/platform/jobs/registry";
import type { JobHandlers } from "@/lib/platform/jobs/tasks";
import { createHandlers } from "./handlers";

type Payload = { workspaceId: string };
type Run = (payload: object, signal: AbortSignal, requestId?: string) => Promise<unknown>;

/** Runs in each workspace as its tenant. A failure does not stop the other workspaces. */
async function runInEachWorkspace(
  name: JobName,
  run: (workspaceId: string) => Promise<unknown>,
  { runsLocked }: { runsLocked: boolean },
): Promise<void> {
  const failures: unknown[] = [];
  for (const id of await listWorkspaceIds())
    try {
      if (runsLocked || (await isUnlocked(id))) await run(id);
    } catch (error) {
      failures.push(error);
    }
  if (failures.length > 0)
    throw new AggregateError(failures, `${name} failed in ${failures.length} workspaces`);
}

/**
 * The functions that the queue calls: each gives the job's handler the context of its workspace. A job that needs a
 * locked workspace's keys throws `workspace_locked`, which defers it.
 */
export function createJobHandlers(carrierFor: CarrierFor, clock: Clock = systemClock): JobHandlers {
  const handlers = createHandlers(carrierFor, clock);
  const runOf = (name: JobName): Run => {
    const { scope, runsLocked } = JOBS[name];
    const contextOf = (workspaceId: string, signal: AbortSignal, requestId?: string) =>
      systemCtx(workspaceId, name, { clock, signal, requestId });
    // The handlers' types are those of their scope.
    const handler = handlers[name] as unknown as (...parts: unknown[]) => Promise<unknown>;
    switch (scope) {
      case "workspace":
        return async (payload, signal, requestId) => {
          const { workspaceId } = payload as Payload;
          if (!runsLocked) await workspaceKeys(workspaceId);
          return handler(contextOf(workspaceId, signal, requestId), payload);
        };
      case "each_workspace":
        return (_, signal) =>
          runInEachWorkspace(name, (id) => handler(contextOf(id, signal)), { runsLocked });
      case "installation":
        return (payload, signal) => handler(payload, signal);
    }
  };
  const names = Object.keys(JOBS) as JobName[];
  return Object.fromEntries(names.map((name) => [name, runOf(name)])) as JobHandlers;
}
