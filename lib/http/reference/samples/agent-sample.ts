import type { Agent } from "@/lib/agents/agents/schema";
import { EXAMPLE_PHONE } from "@/lib/http/openapi/examples";
import { RESOURCES } from "../resources";
import { curlSample } from "./curl";
import { sampleRequest } from "./request";

/** The curl command that starts a conversation with an agent: a phone call, or a chat with a messaging agent. */
export function agentSample({ id, type }: Pick<Agent, "id" | "type">, baseUrl: string): string {
  const operation = RESOURCES.flatMap(({ operations }) => operations).find(({ id }) => id === "createCall");
  if (operation === undefined) throw new Error("The reference has no createCall.");
  const value =
    type === "voice"
      ? { agent_id: id, channel: "phone", to: EXAMPLE_PHONE }
      : { agent_id: id, channel: "chat" };
  return curlSample({ ...sampleRequest(operation, baseUrl), body: { kind: "json", value } });
}
