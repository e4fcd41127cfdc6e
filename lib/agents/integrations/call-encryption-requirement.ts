import { type RawBuilder, sql } from "kysely";
import type { Environment } from "@/lib/platform/context";
import type { SrtpPolicy } from "@/lib/platform/rtp";

/** Expression for a caller's query: whether a workspace requires that live calls over SIP trunks are encrypted. */
export const requiresCallEncryption = (workspaceId: string): RawBuilder<boolean> =>
  sql`coalesce((select (settings->>'require_call_encryption')::boolean from workspaces where id = ${workspaceId}), false)`;

type TrunkEncryption = { encryption: SrtpPolicy; environment: string; isRequired: boolean };

/**
 * Whether a trunk is refused for calls, as the workspace requires encryption and the trunk does not. Trunks of the test
 * environment carry no calls, so they are never refused.
 */
export const isEncryptionMissing = ({ encryption, environment, isRequired }: TrunkEncryption): boolean =>
  isRequired && encryption !== "required" && environment === ("live" satisfies Environment);
