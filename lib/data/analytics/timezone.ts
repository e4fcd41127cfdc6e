import { readWorkspace } from "@/lib/identity/workspaces";
import type { Ctx } from "@/lib/platform/context";

/** The time zone in which a workspace's days begin. */
export const timezoneOf = async (ctx: Pick<Ctx, "workspaceId" | "db">): Promise<string> =>
  (await readWorkspace(ctx)).timezone;
