import { notifyMembers } from "@/lib/identity/notices";
import type { Ctx } from "@/lib/platform/context";
import type { ReachedLimit } from "./reached-limit";

/** The statement that notifies admins of a limit, once per trunk, limit, window and lift. */
export const notifyLimit = (
  { workspaceId, environment, now }: Pick<Ctx, "workspaceId" | "environment" | "now">,
  kind: "trunk.limit_near" | "trunk.limit_reached",
  integrationId: string,
  { kind: limit, until }: ReachedLimit,
  lifts: number,
) =>
  notifyMembers({
    workspaceId,
    kind,
    subject: integrationId,
    stage: `${limit}/${until}/${lifts}`,
    environment,
    now: now(),
  });
