import { randomInt } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { withBuiltinSynthesizer } from "@/lib/voice/offline/staged-calls/with-builtin-synthesizer";
import { callSid } from "@/lib/voice/testing/carrier";
import type { Stream } from "@/lib/voice/testing/stream";
import { attributeIn } from "@/lib/voice/testing/xml";
import { waitUntil } from "@/test/fixtures/wait-until";
import { ACCOUNT_SID, type Cluster } from "./cluster";
import { requireStatus, type TestWorkspace } from "./workspace";

/** The caller's answer to each question, and to the read-back. */
const ANSWER = "yes please";
/** A caller begins to speak after the agent was silent for so long. */
const SILENCE_MS = 900;
const LOUD = 500;
const POLL_MS = 300;
/** A conversation has three questions and a read-back; further turns repeat one that was not understood. */
const MAX_ANSWERS = 12;
/** The longest conversation on a busy machine. */
const CALL_TIMEOUT_MS = 180_000;

export type Turn = { index: number; role: string; text: string | null; asks?: string | null };
export type StoredCall = {
  id: string;
  status: string;
  end_reason: string | null;
  settled_at: string | null;
  variables: Record<string, unknown>;
  transcript: Turn[];
  recording: { state: string; duration_ms: number | null; trace: { event: string }[] };
};

/** Speaks the caller's answer once with a built-in voice, as frames of 16 kHz. */
export async function speakAnswer(): Promise<Int16Array[]> {
  return withBuiltinSynthesizer(async (synthesizer) => {
    const frames: Int16Array[] = [];
    for await (const frame of synthesizer.speak(ANSWER, "builtin:rms", new AbortController().signal))
      frames.push(frame);
    return frames;
  });
}

/** Whether the caller answered every question with yes. */
export const hasAllAnswers = ({ end_reason: reason, variables }: StoredCall): boolean =>
  reason === "agent_ended" && Object.values(variables).filter((value) => value === true).length === 3;

const silentForMs = (stream: Stream): number => {
  const last = stream.heard.findLast(({ level }) => level > LOUD);
  return last === undefined ? 0 : performance.now() - last.atMs;
};

/** A caller dials the workspace's number. Returns the call's identifiers, its stream, and the gateway that got it. */
export async function dial(cluster: Cluster, { origin, integrationId, number, send }: TestWorkspace) {
  const { carrier } = cluster;
  const from = `+1212${randomInt(2_000_000, 9_999_999)}`;
  const sid = callSid();
  const form = { CallSid: sid, AccountSid: ACCOUNT_SID, From: from, To: number, CallStatus: "ringing" };
  const { status, text } = await carrier.post(`${origin}/v1/carriers/twilio/${integrationId}/voice`, form);
  const url = attributeIn(text, "Stream", "url");
  if (url === null) throw new Error(`The call was not connected: ${status} ${text.slice(0, 300)}`);
  await carrier.follow(text, form);
  const list = await send("GET", `/v1/calls?contact=${encodeURIComponent(from)}`);
  const [call] = requireStatus(list, 200, "The calls of a number").json.data as { id: string }[];
  if (call === undefined) throw new Error("There is no call of the number.");
  return { sid, callId: call.id, streamPath: new URL(url).pathname };
}

export const readCall = async ({ send }: TestWorkspace, callId: string): Promise<StoredCall> =>
  requireStatus(await send("GET", `/v1/calls/${callId}`), 200, "A call").json as unknown as StoredCall;

/**
 * Answers the agent's questions until it ends the call. `onAnswer` is called after each answer, with their number. Returns the
 * longest transcript that was read while the call was in progress.
 */
export async function answerQuestions(
  cluster: Cluster,
  workspace: TestWorkspace,
  { sid, callId }: { sid: string; callId: string },
  answer: readonly Int16Array[],
  onAnswer: (count: number) => void = () => undefined,
): Promise<Turn[]> {
  const deadline = Date.now() + CALL_TIMEOUT_MS;
  let before: Turn[] = [];
  let answered = -1;
  for (let count = 0; count < MAX_ANSWERS && Date.now() < deadline; ) {
    await pause(POLL_MS);
    const { status, transcript } = await readCall(workspace, callId);
    if (transcript.length > before.length) before = transcript;
    if (status === "completed" || status === "failed") return before;
    // A question of the agent, or of the transcriber that is not sure what it heard.
    const last = transcript.findLast(({ role, text }) => role !== "caller" && text?.includes("?") === true);
    const stream = cluster.carrier.streamOf(sid);
    if (last === undefined || stream === undefined || stream.isClosed()) continue;
    if (last.index <= answered || silentForMs(stream) < SILENCE_MS) continue;
    answered = last.index;
    await stream.say(answer);
    onAnswer(++count);
  }
  return before;
}

/** Waits until a call has ended and is settled. */
export async function untilSettled(workspace: TestWorkspace, callId: string): Promise<StoredCall> {
  let call = await readCall(workspace, callId);
  await waitUntil(`${callId} is settled`, async () => {
    call = await readCall(workspace, callId);
    return call.settled_at !== null;
  });
  return call;
}
