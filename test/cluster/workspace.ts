import { type Answer, type Ask, ask } from "./client";
import { ACCOUNT_SID, AUTH_TOKEN, type Cluster } from "./cluster";

/** More requests than all checks send in a minute: each key has 120. */
const KEY_COUNT = 30;
const VARIABLES = [
  { name: "people", type: "number", description: "how many people come" },
  { name: "day", type: "date", description: "the day" },
];
/** Questions whose answers the built-in transcriber understands in every voice. */
const SPOKEN_VARIABLES = [
  { name: "window", type: "boolean", description: "whether a table by the window is wanted" },
  { name: "children", type: "boolean", description: "whether children come" },
  { name: "parking", type: "boolean", description: "whether parking is needed" },
];

/** Questions of a conversation that lasts longer than the restart of a process. */
const QUESTIONS = 40;

/** A time zone in which it is noon now, so that calls are allowed at any time of a test. */
export function noonZone(): string {
  const hours = 12 - new Date().getUTCHours();
  return `Etc/GMT${hours > 0 ? "-" : "+"}${Math.abs(hours)}`;
}

/** Throws with the status and the text of an unexpected answer. */
export function requireStatus(answer: Answer, status: number, action: string): Answer {
  if (answer.status !== status) throw new Error(`${action}: ${answer.status} ${answer.text.slice(0, 400)}`);
  return answer;
}

/** Sets up the workspace over the API: keys, a chat agent, a voice agent, and a number on which the voice agent answers. */
export async function createTestWorkspace({ proxy, carrier, ownerKey }: Cluster) {
  const { origin } = proxy;
  const owner = (method: string, path: string, options: Ask = {}) =>
    ask(origin, method, path, { key: ownerKey, ...options });
  const createKey = async (n: number): Promise<string> => {
    const body = { name: `Key ${n}`, role: "admin", environment: "live" };
    const { json } = requireStatus(await owner("POST", "/v1/keys", { body }), 201, "A key");
    return String(json.secret);
  };
  const keys: string[] = [];
  for (let n = 0; n < KEY_COUNT; n++) keys.push(await createKey(n));
  let used = 0;
  const nextKey = (): string => keys[used++ % keys.length] ?? "";
  /** Sends a request with one of the keys. */
  const send = (method: string, path: string, options: Ask = {}) =>
    ask(origin, method, path, { key: nextKey(), ...options });
  const create = async (path: string, body: object): Promise<string> => {
    const { json } = requireStatus(await send("POST", path, { body }), 201, path);
    return String(json.id);
  };
  const createAgent = async (extra: object): Promise<string> => {
    const id = await create("/v1/agents", { prompt: "Help.", ...extra });
    requireStatus(await send("POST", `/v1/agents/${id}/deploy`, { body: {} }), 200, "A deploy");
    return id;
  };
  const workspaceId = String(requireStatus(await send("GET", "/v1/workspace"), 200, "The workspace").json.id);
  const chatAgentId = await createAgent({ name: "Chat", type: "messaging", variables: VARIABLES });
  const voiceAgentId = await createAgent({
    name: "Desk",
    type: "voice",
    voice_id: "builtin:slt",
    variables: SPOKEN_VARIABLES,
    recording: { enabled: true, announce: false },
  });
  const longChatAgentId = await createAgent({
    name: "Long chat",
    type: "messaging",
    variables: Array.from({ length: QUESTIONS }, (_, n) => ({
      name: `wish_${n}`,
      type: "boolean",
      description: "whether a table by the window is wanted",
    })),
  });
  const integrationId = await create("/v1/integrations", {
    name: "Twilio",
    credential: {
      kind: "twilio",
      account_sid: ACCOUNT_SID,
      auth_token: AUTH_TOKEN,
      base_url: carrier.url,
    },
  });
  const number = "+12135550100";
  await create("/v1/phone-numbers", { number, integration_id: integrationId, agent_id: voiceAgentId });
  return {
    ...{ origin, workspaceId, nextKey, createKey, send },
    ...{ chatAgentId, longChatAgentId, voiceAgentId, integrationId, number },
  };
}
export type TestWorkspace = Awaited<ReturnType<typeof createTestWorkspace>>;
