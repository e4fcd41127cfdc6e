import { workspaceKeys } from "@/lib/platform/crypto";
import type { Spec } from "./spec";

/** What a person does to themselves lies outside every workspace: it goes on while one is locked. */
const isExempt = ({ whileLocked, can }: Spec): boolean => whileLocked === true || can === "self.manage";

/** Throws `workspace_locked` while the workspace's own encryption key is withdrawn (product.md, "Keys and encryption"). */
export async function requireUnlocked(spec: Spec, workspaceId: string): Promise<void> {
  if (!isExempt(spec)) await workspaceKeys(workspaceId);
}

/** Whether a stream of this route may go on. Where nobody can tell, nothing comes out of it either. */
export const staysUnlocked = (spec: Spec, workspaceId: string): Promise<boolean> =>
  requireUnlocked(spec, workspaceId).then(
    () => true,
    (error: unknown) => (error as { code?: unknown }).code !== "workspace_locked",
  );
