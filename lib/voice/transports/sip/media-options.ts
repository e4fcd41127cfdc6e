import type { TrunkSettings } from "@/lib/agents/integrations";
import type { MediaCodec, MediaSession, MediaSessionOptions } from "@/lib/platform/rtp";
import { SdpError } from "@/lib/platform/rtp";

/** Opus first, as it carries more than telephone quality; every telephone has G.711. */
const CODECS: readonly MediaCodec[] = ["opus", "pcmu", "pcma"];

/** The media of a trunk's calls. `signalingAddress`: where an INVITE came from. */
export const mediaOptions = (
  { encryption, transport }: TrunkSettings,
  signalingAddress?: string,
): MediaSessionOptions => ({
  ...(signalingAddress !== undefined && { signalingAddress }),
  srtp: encryption,
  isSignalingSecure: transport === "tls",
  codecs: CODECS,
});

/** Answers an offer within a call; null if it cannot be accepted. Without an offer it makes one. */
export function answerOffer(media: MediaSession, sdp: string | null): string | null {
  try {
    return sdp === null ? media.createOffer() : media.acceptOffer(sdp);
  } catch (error) {
    if (error instanceof SdpError) return null;
    throw error;
  }
}

/** Applies the answer to a late offer, which the ACK has. Returns false if there is none, or it cannot be used. */
export function applyAnswer(media: MediaSession, sdp: string | null): boolean {
  if (sdp === null) return false;
  try {
    media.acceptAnswer(sdp);
    return true;
  } catch (error) {
    if (error instanceof SdpError) return false;
    throw error;
  }
}

/** Writes a number in E.164 as the trunk's server expects it. */
export const formatNumber = ({ numberFormat }: TrunkSettings, number: string): string =>
  numberFormat === "digits" ? number.replace(/^\+/, "") : number;
