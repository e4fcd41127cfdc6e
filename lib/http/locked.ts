import { workspaceKeys } from "@/lib/platform/crypto";
import type { Spec } from "./spec";

/** Actions on a person's own account belong to no workspace, and work while one is locked. */
const isExempt = ({ whileLocked, capability }: Spec): boolean =>
  whileLocked === true || capability === "self.manage";

/**
 * Throws `workspace_locked` while the workspace's customer-managed key is withdrawn (product.md, "Keys and
 * encryption").
 */
export async function requireUnlocked(spec: Spec, workspaceId: string): Promise<void> {
  if (!isExempt(spec)) await workspaceKeys(workspaceId);
}

/** Whether a stream of this route can continue. False if that cannot be determined. */
export const isStillUnlocked = (spec: Spec, workspaceId: string): Promise<boolean> =>
  requireUnlocked(spec, workspaceId).then(
    () => true,
    (error: unknown) => (error as { code?: unknown }).code !== "workspace_locked",
  );
