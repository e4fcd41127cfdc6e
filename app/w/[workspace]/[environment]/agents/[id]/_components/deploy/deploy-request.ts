import type { DeployPreview } from "@/lib/agents/agents/schema";

/** A version to roll back to, or the revision of the draft that the member has seen. */
export type DeployRequest = { version: number } | { revision: string };

/** A request with the preview that the member reviews. */
export type ReviewedDeploy = { request: DeployRequest; preview: DeployPreview };
