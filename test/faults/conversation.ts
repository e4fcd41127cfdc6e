import { type Client, type Reply, requireStatus } from "./client";

/** Creates and deploys a chat agent; returns its id. `extra` are further fields of the agent. */
export async function deployChatAgent(client: Client, extra: Record<string, unknown> = {}): Promise<string> {
  const agent = { name: "Front desk", type: "messaging", prompt: "Help the caller.", ...extra };
  const { json } = requireStatus(await client.post("/v1/agents", agent), 201);
  requireStatus(await client.post(`/v1/agents/${json.id}/deploy`), 200);
  return json.id;
}

/** Starts a chat call; returns its id. */
export async function startChat(client: Client, agentId: string): Promise<string> {
  return requireStatus(await client.post("/v1/calls", { agent_id: agentId, channel: "chat" }), 201).json.id;
}

/** Sends a message of the caller. */
export const sendMessage = (client: Client, callId: string, text: string): Promise<Reply> =>
  client.post(`/v1/calls/${callId}/messages`, { text });

/** The texts of a call's transcript by role. */
export async function readTranscript(
  client: Client,
  callId: string,
): Promise<{ role: string; text: string }[]> {
  return requireStatus(await client.get(`/v1/calls/${callId}`), 200).json.transcript;
}
