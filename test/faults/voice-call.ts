import { setTimeout as pause } from "node:timers/promises";
import { connect } from "@/lib/voice/testing/browser";
import { type Client, requireStatus } from "./client";

const FRAME_MS = 20;
const FRAME_BYTES = 640;
const SILENCE = Buffer.alloc(FRAME_BYTES);

/** Creates and deploys a voice agent that records; returns its id. */
export async function deployVoiceAgent(client: Client, extra: Record<string, unknown> = {}): Promise<string> {
  const agent = {
    name: "Voice desk",
    type: "voice",
    voice_id: "builtin:slt",
    prompt: "Help the caller.",
    ...extra,
  };
  const { json } = requireStatus(await client.post("/v1/agents", agent), 201);
  requireStatus(await client.post(`/v1/agents/${json.id}/deploy`), 200);
  return json.id;
}

/** A caller in a browser call. It sends silence, or its queued frames, every 20 ms. */
export async function startVoiceCall(client: Client, agentId: string) {
  const { json } = requireStatus(await client.post("/v1/calls", { agent_id: agentId, channel: "web" }), 201);
  // Without PARLEY_BASE_URL the address is relative; with it, it is that of a proxy that the tests do not have.
  const { pathname } = new URL(json.connect.url, client.origin);
  const url = new URL(pathname, client.origin.replace("http:", "ws:")).href;
  const browser = await connect(url, json.connect.token);
  const queue: Buffer[] = [];
  const agentAudio: Buffer[] = [];
  browser.socket.on("message", (data: Buffer, isBinary: boolean) => {
    if (isBinary) agentAudio.push(data);
  });
  let isOver = false;
  const speak = async (): Promise<void> => {
    const startMs = performance.now();
    for (let n = 0; !isOver; n++) {
      const lateMs = performance.now() - startMs - n * FRAME_MS;
      if (lateMs < 0) await pause(-lateMs);
      if (browser.socket.readyState !== browser.socket.OPEN) return;
      browser.socket.send(queue.shift() ?? SILENCE);
    }
  };
  const speaking = speak();
  return {
    id: json.id as string,
    browser,
    /** Audio of the agent: 16-bit PCM at 16 kHz. */
    agentAudio: (): Buffer => Buffer.concat(agentAudio),
    /** Queues audio of the caller, which is sent in real time. */
    say(audio: Buffer): void {
      for (let at = 0; at + FRAME_BYTES <= audio.length; at += FRAME_BYTES)
        queue.push(audio.subarray(at, at + FRAME_BYTES));
    },
    /** Leaves the call as a closed browser page does. */
    async end(): Promise<void> {
      requireStatus(await client.post(`/v1/calls/${json.id}/end`), 200, 409);
      isOver = true;
      await speaking;
      browser.drop();
    },
    drop(): void {
      isOver = true;
      browser.drop();
    },
  };
}
export type VoiceCall = Awaited<ReturnType<typeof startVoiceCall>>;
