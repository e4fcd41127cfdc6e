import { type Clock, iso, systemClock } from "@/lib/platform/clock";
import { reader } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import type { Actor, Ctx, Environment } from "./index";

type CtxParts = {
  workspaceId: string;
  environment: Environment;
  actor: Actor;
  session?: { id: string; userId: string };
  requestId: string;
  address: string | null;
  signal: AbortSignal;
  clock?: Clock;
};

/** The context of a request, created by the HTTP kernel after authentication. */
export function makeCtx({ clock = systemClock, ...parts }: CtxParts): Ctx {
  return { ...parts, now: () => iso(clock.now()), db: reader(parts.workspaceId, parts.requestId) };
}

const NEVER = new AbortController().signal;

/** The context of an operator's command at the machine. The workspace's audit log names the operator. */
export function operatorCtx(workspaceId: string, command: string): Ctx {
  return makeCtx({
    workspaceId,
    environment: "live",
    actor: { type: "operator", id: command, role: "owner" },
    requestId: newId("req"),
    address: null,
    signal: NEVER,
  });
}

type JobOptions = {
  environment?: Environment;
  clock?: Clock;
  signal?: AbortSignal;
  /** The request that caused the job. */
  requestId?: string | undefined;
};

/**
 * The context of a job, which acts as the product with an owner's rights. Its request id is that of the request that caused
 * it; a scheduled job has a new one.
 */
export function systemCtx(
  workspaceId: string,
  jobName: string,
  { environment = "live", clock, signal = NEVER, requestId = newId("req") }: JobOptions = {},
): Ctx {
  return makeCtx({
    workspaceId,
    environment,
    actor: { type: "system", id: jobName, role: "owner" },
    requestId,
    address: null,
    signal,
    ...(clock !== undefined && { clock }),
  });
}
