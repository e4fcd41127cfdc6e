import type { Reader } from "@/lib/platform/db";
import { bodyError } from "@/lib/platform/errors";
import type { AgentRow } from "./read";
import type { AgentConfig } from "./schema";
import { agentConfigDocument } from "./stored-documents";
import { selectVersion } from "./versions";

/** The configuration to deploy. `version` is null for a draft without a number. */
export type DeployCandidate = { version: number | null; config: AgentConfig; digest: string };

/** Reads the draft, or a version. Throws `validation_error` if the agent has no such version. */
export async function readCandidate(
  read: Pick<Reader, "first">,
  workspaceId: string,
  row: AgentRow,
  version: number | undefined,
): Promise<DeployCandidate> {
  if (version === undefined) return { version: null, config: row.draft, digest: row.draft_digest };
  const frozen = await read.first(selectVersion(workspaceId, row.id, version));
  if (frozen !== undefined)
    return { version, config: agentConfigDocument.read(frozen.config), digest: frozen.digest };
  throw bodyError("/version", "unknown_version");
}

/** Whether the agent already runs this configuration, so that a deploy changes nothing. */
export const isRunning = (row: AgentRow, { version, digest }: DeployCandidate): boolean =>
  row.status === "live" && (version === null ? row.live_digest === digest : row.live_version === version);
