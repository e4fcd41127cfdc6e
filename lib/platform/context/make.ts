import { type Clock, iso, systemClock } from "@/lib/platform/clock";
import { reader } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import type { Actor, Ctx, Environment } from "./index";

type Parts = {
  workspaceId: string;
  environment: Environment;
  actor: Actor;
  session?: { id: string; userId: string };
  requestId: string;
  address: string | null;
  signal: AbortSignal;
  clock?: Clock;
};

/** The context of a request, made by the kernel once it knows who asks. */
export function makeCtx({ clock = systemClock, ...parts }: Parts): Ctx {
  return { ...parts, now: () => iso(clock.now()), db: reader(parts.workspaceId) };
}

const NEVER = new AbortController().signal;

/** The context of a command that the operator runs at the machine: the workspace's audit log names it as theirs. */
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

type ForJob = { environment?: Environment; clock?: Clock; signal?: AbortSignal };

/** The context of a job, in which the product itself acts with an owner's rights. Each run has a request id of its own. */
export function systemCtx(
  workspaceId: string,
  jobName: string,
  { environment = "live", clock, signal = NEVER }: ForJob = {},
): Ctx {
  return makeCtx({
    workspaceId,
    environment,
    actor: { type: "system", id: jobName, role: "owner" },
    requestId: newId("req"),
    address: null,
    signal,
    ...(clock !== undefined && { clock }),
  });
}
