import type { Notice } from "@/lib/calls/conversation";
import type { Answer, LineAction, Recording } from "@/lib/calls/recordings";
import { GOODBYE, mayRecord, ONLY_RECORDED, UNRECORDED } from "@/lib/voice/session/notices";
import { DECLINED } from "@/lib/voice/session/recording-dialog";
import type { Span, Stage } from "./stage";
import type { ConsentAnswer } from "./staged-caller";
import { dispatchStaged } from "./staged-line";

/** Time until a caller answers, or presses a key. */
const ANSWER_MS = 700;

/** Callers' answers to the announcement, and to the question that follows an unclear answer. */
const WORDS = {
  agrees: "That is fine with me.",
  declines: "No, please do not record this call.",
  unclear: "Hello, can you hear me?",
  yes: "Yes.",
  no: "No.",
} as const;

/** The recording of a staged call that is being decided. */
type Deciding = { stage: Stage; recording: Recording; consent: ConsentAnswer };

const note = (stage: Stage, kind: Notice["kind"], text: string, span: Span) =>
  dispatchStaged(stage, { type: "system_said", notice: { kind, text, ...span, interrupted: false } });

async function say(stage: Stage, kind: Notice["kind"], text: string): Promise<void> {
  await note(stage, kind, text, await stage.speak("agent", text));
}

async function decline({ stage, recording }: Deciding, by: "words" | "key", span: Span) {
  const actions = recording.dispatchEvent({ type: "declined", by, atMs: stage.nowMs() });
  await note(stage, "recording_declined", DECLINED[by], span);
  return actions;
}

/** The caller answers in words. */
async function answerInWords(
  { stage, recording }: Deciding,
  words: string,
  answer: Answer,
): Promise<LineAction[]> {
  stage.wait(ANSWER_MS);
  await stage.speak("caller", words);
  return recording.dispatchEvent({ type: "answered", answer, atMs: stage.nowMs() });
}

async function declineInWords(deciding: Deciding, words: string): Promise<LineAction[]> {
  deciding.stage.wait(ANSWER_MS);
  return decline(deciding, "words", await deciding.stage.speak("caller", words));
}

/** The caller's answer to the announcement. */
function answerAnnouncement(deciding: Deciding): Promise<LineAction[]> | LineAction[] {
  const { stage, recording, consent } = deciding;
  switch (consent) {
    case "silence":
      stage.wait(recording.answerWindowMs);
      return recording.dispatchEvent({ type: "answered", answer: "silence", atMs: stage.nowMs() });
    case "agrees":
      return answerInWords(deciding, WORDS.agrees, "yes");
    case "declines":
      return declineInWords(deciding, WORDS.declines);
    case "presses_9": {
      stage.wait(ANSWER_MS);
      const atMs = stage.nowMs();
      return decline(deciding, "key", { startMs: atMs, endMs: atMs });
    }
    default:
      return answerInWords(deciding, WORDS.unclear, "unclear");
  }
}

/** The caller's answer to the question whether the call may be recorded. */
const answerQuestion = (deciding: Deciding): Promise<LineAction[]> =>
  deciding.consent === "unclear_then_no"
    ? declineInWords(deciding, WORDS.no)
    : answerInWords(deciding, WORDS.yes, "yes");

/**
 * Announces the recording and decides it by the caller's answer, as `lib/voice/session/recording-dialog.ts` does on a
 * line. Returns false if the call cannot continue without a recording.
 */
export async function stageConsent(stage: Stage, consent: ConsentAnswer): Promise<boolean> {
  const { recording } = stage;
  if (recording === null) return true;
  const deciding = { stage, recording, consent };
  let actions = recording.dispatchEvent({ type: "began", atMs: stage.nowMs() });
  for (;;) {
    if (actions.includes("announce")) {
      await say(stage, "recording_announced", recording.announcement);
      actions = recording.dispatchEvent({ type: "announced", isComplete: true, atMs: stage.nowMs() });
    } else if (actions.includes("listen")) actions = await answerAnnouncement(deciding);
    else if (actions.includes("ask")) {
      await say(stage, "recording_asked", mayRecord(recording.allowsOptOut));
      actions = await answerQuestion(deciding);
    } else break;
  }
  if (actions.includes("go_on")) await say(stage, "recording_acknowledged", UNRECORDED);
  if (!actions.includes("refuse")) return true;
  await say(stage, "recording_acknowledged", ONLY_RECORDED);
  await say(stage, "recording_acknowledged", GOODBYE);
  return false;
}
