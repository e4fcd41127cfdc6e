import type { Sealer } from "@/lib/platform/crypto";
import { deflateJson, inflateJson, isDeflated } from "@/lib/platform/deflated-json";
import { callFieldRef } from "./row";
import { type TranscriptDocument, transcriptDocument } from "./stored-documents";

// A transcript is the one large field of a call, so it is compressed before it is sealed (docs/decisions/0080).

const refOf = (callId: string) => callFieldRef(callId, "transcript");

/** Seals the transcript of a settled call. */
export const sealTranscript = (sealer: Sealer, callId: string, doc: TranscriptDocument): Buffer =>
  sealer.seal(refOf(callId), deflateJson(transcriptDocument.write(doc)));

/** Opens the transcript of a settled call; an empty one if it has none. */
export const openTranscript = (
  { id, transcript }: { id: string; transcript: Buffer | null },
  sealer: Sealer,
): TranscriptDocument =>
  transcript === null
    ? { turns: [], spans: null }
    : transcriptDocument.read(inflateJson(sealer.open(refOf(id), transcript)));

/** Seals a transcript that was stored without compression again, with it. Null if it is compressed. */
export function compressSealed(
  { id, transcript }: { id: string; transcript: Buffer },
  sealer: Sealer,
): Buffer | null {
  const bytes = sealer.open(refOf(id), transcript);
  return isDeflated(bytes) ? null : sealer.seal(refOf(id), deflateJson(inflateJson(bytes) as object));
}
