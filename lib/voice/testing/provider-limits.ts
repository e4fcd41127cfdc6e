import { CARTESIA_VOICE_LIMITS } from "@/lib/agents/providers/cartesia/synthesizer";
import { CARTESIA_TRANSCRIBER_LIMITS } from "@/lib/agents/providers/cartesia/transcriber";
import { DEEPGRAM_LIMITS } from "@/lib/agents/providers/deepgram/transcriber";
import { ELEVENLABS_LIMITS } from "@/lib/agents/providers/elevenlabs/synthesizer";
import { PROVIDER_LIMITS } from "../providers/fallback";

type Part = "voice" | "transcriber";

/** A provider that answers is never late, however busy the machine is. */
const PATIENT_MS = 20_000;

const ALL = [
  PROVIDER_LIMITS,
  CARTESIA_VOICE_LIMITS,
  CARTESIA_TRANSCRIBER_LIMITS,
  ELEVENLABS_LIMITS,
  DEEPGRAM_LIMITS,
];
const PRODUCTION = ALL.map((limits) => ({ ...limits }));

/** Makes calls wait long for the providers of these parts, and as long as in production for the others. */
export function bePatientWith(...parts: readonly Part[]): void {
  for (const [i, limits] of ALL.entries()) Object.assign(limits, PRODUCTION[i]);
  if (parts.includes("voice")) {
    PROVIDER_LIMITS.voiceAnswerMs = PATIENT_MS;
    Object.assign(CARTESIA_VOICE_LIMITS, {
      firstAudioMs: PATIENT_MS,
      firstByteMs: PATIENT_MS,
      idleMs: PATIENT_MS,
    });
    Object.assign(ELEVENLABS_LIMITS, { firstByteMs: PATIENT_MS, idleMs: PATIENT_MS });
  }
  if (parts.includes("transcriber")) {
    PROVIDER_LIMITS.transcriberAnswerMs = PATIENT_MS;
    Object.assign(CARTESIA_TRANSCRIBER_LIMITS, { openMs: PATIENT_MS, wordsMs: PATIENT_MS });
    Object.assign(DEEPGRAM_LIMITS, { openMs: PATIENT_MS, answerMs: PATIENT_MS });
  }
}
