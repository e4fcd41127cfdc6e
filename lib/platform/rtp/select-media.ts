import type { CryptoAttribute } from "./crypto-attribute";
import { isSecureProtocol, type RemoteMedia } from "./remote-media";
import { SdpError } from "./sdp-error";
import type { MediaSessionOptions } from "./types";

/** The section of an offer to answer, with the key to accept; without one the session is not encrypted. */
export type SelectedMedia = { media: RemoteMedia; crypto: CryptoAttribute | null };

/** The problem of a section that the options exclude; null if it can be used. */
function problemOf(media: RemoteMedia, { srtp, isSignalingSecure }: MediaSessionOptions) {
  const isSecure = isSecureProtocol(media.protocol);
  if (isSecure && srtp === "off") return "srtp_not_allowed";
  const needsKey = isSecure || srtp === "required";
  if (!needsKey) return null;
  if (!isSignalingSecure) return "sdes_without_tls";
  // Without a key that can be used, RTP/SAVP cannot be answered at all.
  return media.cryptos.length === 0 ? "srtp_required" : null;
}

/**
 * Selects a section of an offer: the first with a key if SRTP is allowed, else the first. Offers of RTP/AVP with
 * `a=crypto` count as encrypted, as many devices offer optional SRTP so. Throws `SdpError`.
 */
export function selectMedia(sections: readonly RemoteMedia[], options: MediaSessionOptions): SelectedMedia {
  const usable = sections.filter((section) => problemOf(section, options) === null);
  const canEncrypt = options.srtp !== "off" && options.isSignalingSecure;
  const media = (canEncrypt ? usable.find(({ cryptos }) => cryptos.length > 0) : undefined) ?? usable[0];
  if (media !== undefined) return { media, crypto: canEncrypt ? (media.cryptos[0] ?? null) : null };
  const first = sections[0];
  throw new SdpError((first && problemOf(first, options)) ?? "no_audio");
}
