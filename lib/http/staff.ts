import { noteViewed, type Principal } from "@/lib/identity/auth";
import type { Ctx } from "@/lib/platform/context";
import { AppError } from "@/lib/platform/errors";
import type { Spec } from "./spec";

/**
 * What staff may not, whatever a viewer may: change anything, and take a file away, which a recording's sound is too
 * (product.md, "Staff"). Throws 403.
 */
export function authorizeStaff(spec: Spec, { actor }: Pick<Principal, "actor">, method: string): void {
  if (actor.type !== "staff") return;
  if (method !== "GET" && method !== "HEAD")
    throw new AppError("forbidden", "Staff look, and change nothing.");
  if (spec.file !== undefined) throw new AppError("forbidden", "Staff take no recordings and no files.");
}

/** Writes what staff look at into the workspace's audit log, before they see it. */
export const noteStaff = (ctx: Ctx, request: Request): Promise<void> =>
  noteViewed(ctx, new URL(request.url).pathname);
