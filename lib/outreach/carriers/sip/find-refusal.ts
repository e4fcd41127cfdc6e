import { isSipAddress, TRANSFER_ADDRESS } from "@/lib/agents/agents/values";
import type { OpenTrunk } from "@/lib/agents/integrations";
import { dialProblem } from "./dial-rules";

/**
 * Why a trunk must not place a call. `disconnected`: it does not exist, or belongs to the test environment. `paused`: its server
 * accepts no calls for some time.
 */
export type TrunkRefusal = "disconnected" | "encryption_required" | "not_allowed" | "paused";

/**
 * Whether a trunk may call an address: a number in E.164 by the trunk's rules, or a SIP address that an agent can have. Its user
 * begins with a letter, so that it is no number in another form.
 */
const isAllowed = ({ settings }: OpenTrunk, { to, from }: { to: string; from: string }): boolean =>
  isSipAddress(to) ? TRANSFER_ADDRESS.test(to) : dialProblem(settings, { to, from }) === null;

/** Finds why a trunk must not place a call from a number in E.164 to a number or a SIP address; null if it may. */
export function findRefusal(
  trunk: OpenTrunk | undefined,
  numbers: { to: string; from: string },
): TrunkRefusal | null {
  if (trunk?.environment !== "live") return "disconnected";
  if (trunk.isEncryptionMissing) return "encryption_required";
  if (!isAllowed(trunk, numbers)) return "not_allowed";
  return trunk.pausedUntil === null ? null : "paused";
}
