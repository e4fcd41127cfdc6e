import { settingsDocument } from "@/lib/agents/providers";
import { db } from "@/lib/platform/db";
import { DEFAULT_LIMITS } from "./reached-limit";
import { TrunkLimits } from "./schema";

/** Selects the settings of a SIP trunk of the workspace. */
export const selectTrunkSettings = (workspaceId: string, integrationId: string) =>
  db
    .selectFrom("integrations")
    .select(["settings", "environment"])
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", integrationId)
    .where("kind", "=", "sip");

/** Reads the limits out of a trunk's settings. The default ones if it has none. */
export function limitsOf(settings: unknown): TrunkLimits {
  const { limits } = settingsDocument.read(settings);
  return limits === undefined ? DEFAULT_LIMITS : TrunkLimits.parse(limits);
}
