import type { OpenTrunk } from "@/lib/agents/integrations";
import { dialProblem } from "./dial-rules";

/** Why a trunk must not place a call. `disconnected`: it does not exist, or belongs to the test environment. */
export type TrunkRefusal = "disconnected" | "encryption_required" | "not_allowed";

/** Finds why a trunk must not place a call between two numbers in E.164; null if it may. */
export function findRefusal(
  trunk: OpenTrunk | undefined,
  numbers: { to: string; from: string },
): TrunkRefusal | null {
  if (trunk?.environment !== "live") return "disconnected";
  if (trunk.isEncryptionMissing) return "encryption_required";
  return dialProblem(trunk.settings, numbers) === null ? null : "not_allowed";
}
