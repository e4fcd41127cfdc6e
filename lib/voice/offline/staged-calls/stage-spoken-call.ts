import { answerSpokenCall, type SpokenCall } from "@/lib/calls/calls";
import type { Conversation } from "@/lib/calls/conversation";
import { openRecording } from "@/lib/calls/recordings";
import type { Ctx } from "@/lib/platform/context";
import { createStage, type Stage } from "./stage";
import type { CallerAct, StagedCaller } from "./staged-caller";
import type { StagedClock } from "./staged-clock";
import { stageConsent } from "./staged-consent";
import { dispatchStaged } from "./staged-line";
import { withBuiltinSynthesizer } from "./with-builtin-synthesizer";

/** Time until the caller speaks: a minimum, and a part that depends on the words. */
const REACTION_MS = 450;
const MAX_EXTRA_REACTION_MS = 900;
/** More acts than any caller has. A conversation without an end is hung up. */
const MAX_ACTS = 60;

const reactionMs = (text: string): number => REACTION_MS + ((text.length * 53) % MAX_EXTRA_REACTION_MS);

type StagedCall = {
  /** Its clock is `clock`. */
  ctx: Ctx;
  clock: StagedClock;
  /** An unanswered spoken call. */
  callId: string;
  caller: StagedCaller;
};

const hangUp = (stage: Stage): Promise<Conversation> =>
  dispatchStaged(stage, { type: "hung_up", atMs: stage.nowMs() });

/** The caller says nothing for the agent's limit, half of which the agent asks about. */
async function fallSilent(stage: Stage): Promise<Conversation> {
  const halfMs = (stage.call.config.inactivity_timeout_s * 1_000) / 2;
  stage.wait(halfMs);
  const conversation = await dispatchStaged(stage, { type: "stayed_silent" });
  if (conversation.state.phase === "ended") return conversation;
  stage.wait(halfMs);
  return dispatchStaged(stage, { type: "fell_silent" });
}

async function perform(stage: Stage, act: CallerAct, caller: StagedCaller): Promise<Conversation> {
  if (act.type === "hang_up") {
    stage.wait(REACTION_MS);
    return hangUp(stage);
  }
  if (act.type === "fall_silent") return fallSilent(stage);
  stage.wait(reactionMs(act.text));
  const { startMs, endMs } = await stage.speak("caller", act.text);
  return dispatchStaged(
    stage,
    { type: "caller_said", text: act.text, startMs, atMs: endMs },
    caller.isTransferAnswered,
  );
}

async function holdConversation(stage: Stage, caller: StagedCaller): Promise<void> {
  let conversation = await dispatchStaged(stage, { type: "opened" });
  for (let acts = 0; conversation.state.phase !== "ended"; acts++)
    conversation =
      acts < MAX_ACTS
        ? await perform(stage, caller.nextAct(conversation.turns), caller)
        : await hangUp(stage);
}

async function holdCall({ ctx, clock, callId, caller }: StagedCall, call: SpokenCall): Promise<void> {
  const recording = await openRecording(ctx, callId);
  await withBuiltinSynthesizer(async (synthesizer) => {
    const stage = createStage({ call, recording, clock, synthesizer, callerVoice: caller.voice });
    if (await stageConsent(stage, caller.consent)) await holdConversation(stage, caller);
    else await dispatchStaged(stage, { type: "hung_up", atMs: stage.nowMs(), reason: "declined" });
  });
  await Promise.all([recording?.end(call.nowMs()), call.waitUntilSettled()]);
}

/**
 * Holds a spoken call between the agent and a caller whose words are given as text. Both are spoken by the built-in
 * speech, and time is the staged clock, so a call of minutes takes seconds. All else is as on a line: the recording is
 * announced and decided first, the engine leads the conversation, and the recording stores both sides. Returns false if
 * the call was answered before or has ended.
 */
export async function stageSpokenCall(staged: StagedCall): Promise<boolean> {
  const call = await answerSpokenCall(staged.ctx, staged.callId, "masked", { followsContextClock: true });
  if (call === null) return false;
  try {
    await holdCall(staged, call);
    return true;
  } finally {
    await call.release();
  }
}
