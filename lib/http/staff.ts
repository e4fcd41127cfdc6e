import { auditStaffView, type Principal } from "@/lib/identity/auth";
import type { Ctx } from "@/lib/platform/context";
import { AppError } from "@/lib/platform/errors";
import type { Spec } from "./spec";

/**
 * Throws 403 for requests that staff cannot make even though a viewer can: changes, and downloads of files,
 * including a recording's audio (product.md, "Staff").
 */
export function authorizeStaff(spec: Spec, { actor }: Pick<Principal, "actor">, method: string): void {
  if (actor.type !== "staff") return;
  if (method !== "GET" && method !== "HEAD") throw new AppError("staff_only_read");
  if (spec.file !== undefined) throw new AppError("staff_take_no_files");
}

/** Records a staff request in the workspace's audit log, before its response. */
export const auditStaffAccess = (ctx: Ctx, request: Request): Promise<void> =>
  auditStaffView(ctx, new URL(request.url).pathname);
