import type { Agent, DeployPreview } from "@/lib/agents/agents/schema";

/** A version to roll back to, or the revision of the draft that the member has seen. */
export type DeployRequest = { version: number } | { revision: string };

/** A request with the preview that the member reviews. */
export type ReviewedDeploy = { request: DeployRequest; preview: DeployPreview };

/** The content of the deploy dialog. `deployed`: the agent after the deploy. */
export type DeployDialog = ReviewedDeploy & { deployed: Agent | null };
