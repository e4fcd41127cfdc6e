import { hasAgentNumberOf, hasNumberOf } from "@/lib/agents/phone-numbers";
import type { Reader } from "@/lib/platform/db";
import { bodyProblem, type ErrorDetail } from "@/lib/platform/errors";
import type { AgentConfig } from "./schema";
import { isSipAddress } from "./values";

/**
 * Returns the problems of SIP addresses that no carrier of the agent can call: only trunks call them, and a call to a number
 * at Twilio is transferred by Twilio. `agentId`: null for a new agent, which has no numbers.
 */
export async function transferTargetProblems(
  read: Pick<Reader, "first">,
  workspaceId: string,
  { transfer_targets: targets }: Pick<AgentConfig, "transfer_targets">,
  agentId: string | null,
): Promise<ErrorDetail[]> {
  const positions = targets.flatMap(({ to }, at) => (isSipAddress(to) ? [at] : []));
  if (positions.length === 0) return [];
  const problemsOf = (reason: "transfer_target_without_trunk" | "transfer_target_on_twilio") =>
    positions.map((at) => bodyProblem(`/transfer_targets/${at}/to`, reason));
  if (!(await hasNumberOf(read, workspaceId, "sip"))) return problemsOf("transfer_target_without_trunk");
  const isOnTwilio = agentId !== null && (await hasAgentNumberOf(read, workspaceId, agentId, "twilio"));
  return isOnTwilio ? problemsOf("transfer_target_on_twilio") : [];
}
