import { waitUntil } from "@/test/fixtures/wait-until";
import type { Client } from "./client";
import { startVoiceCall, type VoiceCall } from "./voice-call";

const readRecordingState = async (
  client: Client,
  callId: string,
): Promise<{ state: string; announced_at: string | null }> =>
  (await client.get(`/v1/calls/${callId}`)).json?.recording ?? { state: "none", announced_at: null };

/** Waits until the call has announced its recording and the agent has spoken after it. */
export async function waitUntilRecording(client: Client, call: VoiceCall): Promise<void> {
  await waitUntil(
    "the recording is announced",
    async () => (await readRecordingState(client, call.id)).announced_at !== null,
    {
      pollMs: 1_000,
    },
  );
  await waitUntil("the agent listens", async () => call.browser.of("state").at(-1)?.state === "listening");
  await waitUntil("the agent speaks after the announcement", async () => {
    const agentTurns = call.browser.turns().filter(({ role }) => role === "agent");
    return agentTurns.length > 0;
  });
}

/** Waits until a call has a file that can be played. Returns its bytes. */
export const waitUntilPlayable = (client: Client, callId: string): Promise<Buffer> =>
  waitUntil(
    "the recording can be played",
    async () => {
      const { status, bytes } = await client.get(`/v1/calls/${callId}/recording`);
      return status === 200 && bytes.length > 0 && bytes;
    },
    { pollMs: 1_000 },
  );

/** Holds a voice call that is recorded, and waits for its file. Returns the call's id. */
export async function makeRecording(client: Client, agentId: string): Promise<string> {
  const call = await startVoiceCall(client, agentId);
  try {
    await waitUntilRecording(client, call);
    call.say(call.agentAudio().subarray(0, 96_000));
    await waitUntil("a further turn", async () => call.browser.turns().length >= 3).catch(() => undefined);
  } finally {
    await call.end();
  }
  await waitUntilPlayable(client, call.id);
  return call.id;
}
