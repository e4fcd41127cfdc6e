import type { Ctx } from "@/lib/context";
import { readWorkspace } from "@/lib/workspaces";

/** The zone by which a workspace's days begin. */
export const timezoneOf = async (ctx: Pick<Ctx, "workspaceId" | "db">): Promise<string> =>
  (await readWorkspace(ctx)).timezone;
