import { randomInt } from "node:crypto";
import { type CryptoAttribute, createSrtpKey } from "./crypto-attribute";
import { type Format, formatsToOffer, selectFormats } from "./formats";
import { isSecureProtocol, type RemoteMedia, readRemoteMedia } from "./remote-media";
import { type Direction, readSdp, type SdpMedia } from "./sdp-description";
import { SdpError } from "./sdp-error";
import { selectMedia } from "./select-media";
import { SRTP_SUITES, type SrtpKey } from "./srtp-suites";
import type { MediaSessionOptions } from "./types";
import { writeSdp } from "./write-sdp";

/** The agreed media of a session. */
export type NegotiatedMedia = {
  /** The first is the codec to send; further ones are key events and comfort noise. */
  sendFormats: Format[];
  receiveFormats: Format[];
  remote: RemoteMedia;
  /** Keys of both directions; null for a session that is not encrypted. */
  keys: { local: SrtpKey; remote: SrtpKey } | null;
  hasMux: boolean;
  direction: Direction;
};

/** Offers and answers of a session (RFC 3264). */
export type Negotiation = {
  createOffer(isHold: boolean): string;
  acceptAnswer(sdp: string): NegotiatedMedia;
  acceptOffer(sdp: string): { answer: string; media: NegotiatedMedia };
};

const ANSWERED: Record<Direction, Direction> = {
  sendrecv: "sendrecv",
  sendonly: "recvonly",
  recvonly: "sendonly",
  inactive: "inactive",
};
const MAX_SESSION_ID = 2 ** 47;

/**
 * Negotiates the media of a session. A local offer has a single section: RTP/SAVP if SRTP is required, and RTP/AVP with
 * `a=crypto` if it is optional, which devices without SRTP ignore.
 */
export function createNegotiation(
  options: MediaSessionOptions,
  local: { address: string; port: number },
): Negotiation {
  const sessionId = randomInt(1, MAX_SESSION_ID);
  let version = sessionId;
  /** Sections of the last description, as later offers keep their number and order (RFC 3264, 8). */
  let sections: { sections: SdpMedia[]; index: number } | undefined;
  let offered: CryptoAttribute[] | null = null;
  let protocol: string | null = null;
  let formats = formatsToOffer(options.codecs);
  let hasMux = false;
  let answerKeys: { local: SrtpKey; remote: SrtpKey } | null = null;

  const mayEncrypt = options.srtp !== "off" && options.isSignalingSecure;
  const createCryptos = (): CryptoAttribute[] =>
    SRTP_SUITES.map((suite, at) => ({ tag: at + 1, key: createSrtpKey(suite) }));
  const write = (used: {
    formats: Format[];
    direction: Direction;
    cryptos: CryptoAttribute[];
    protocol: string;
  }) => writeSdp({ sessionId, version: version++, ...local, hasMux, ...used }, sections);

  /** The local key for a remote key: the same as before if that did not change, so that counters continue. */
  const keysFor = ({ key: remote }: CryptoAttribute): { local: SrtpKey; remote: SrtpKey } => {
    const isSame =
      answerKeys !== null &&
      answerKeys.remote.suite === remote.suite &&
      answerKeys.remote.mkiBytes === remote.mkiBytes &&
      answerKeys.remote.master.equals(remote.master);
    if (answerKeys !== null && isSame) return answerKeys;
    return { local: createSrtpKey(remote.suite), remote };
  };
  const acceptKeys = (media: RemoteMedia): { local: SrtpKey; remote: SrtpKey } | null => {
    const crypto = media.cryptos[0];
    const match = offered?.find(({ tag, key }) => tag === crypto?.tag && key.suite === crypto.key.suite);
    if (crypto !== undefined && match !== undefined) return { local: match.key, remote: crypto.key };
    const isEncrypted = answerKeys !== null;
    if (isEncrypted || options.srtp === "required" || isSecureProtocol(media.protocol))
      throw new SdpError("srtp_required");
    return null;
  };

  return {
    createOffer(isHold) {
      if (options.srtp === "required" && !options.isSignalingSecure) throw new SdpError("sdes_without_tls");
      if (mayEncrypt && offered === null)
        offered = answerKeys === null ? createCryptos() : [{ tag: 1, key: answerKeys.local }];
      protocol ??= options.srtp === "required" ? "RTP/SAVP" : "RTP/AVP";
      const direction = isHold ? "sendonly" : "sendrecv";
      return write({ formats, direction, cryptos: offered ?? [], protocol });
    },
    acceptAnswer(sdp) {
      const [media] = readRemoteMedia(readSdp(sdp));
      if (media === undefined) throw new SdpError("no_audio");
      const listed = media.formats;
      const codec = listed.find(({ kind }) => options.codecs.some((name) => name === kind));
      if (codec === undefined) throw new SdpError("no_common_codec");
      const sendFormats = selectFormats(listed, [codec.kind as MediaSessionOptions["codecs"][number]]);
      const keys = acceptKeys(media);
      answerKeys = keys;
      hasMux = hasMux && media.hasMux;
      return {
        sendFormats,
        // Some devices send with the payload types of their answer, which may differ from those of the offer.
        receiveFormats: [...formats, ...listed],
        remote: media,
        keys,
        hasMux,
        direction: ANSWERED[media.direction],
      };
    },
    acceptOffer(sdp) {
      const description = readSdp(sdp);
      const { media, crypto } = selectMedia(readRemoteMedia(description), options);
      const selected = selectFormats(media.formats, options.codecs);
      if (selected.length === 0) throw new SdpError("no_common_codec");
      // A call that began encrypted stays so.
      if (crypto === null && answerKeys !== null) throw new SdpError("srtp_required");
      const keys = crypto === null ? null : keysFor(crypto);
      answerKeys = keys;
      formats = selected;
      hasMux = media.hasMux;
      protocol = media.protocol;
      sections = { sections: description.media, index: media.index };
      offered = crypto === null || keys === null ? null : [{ tag: crypto.tag, key: keys.local }];
      const direction = media.address === null ? "recvonly" : ANSWERED[media.direction];
      const answer = write({ formats, direction, cryptos: offered ?? [], protocol });
      return {
        answer,
        media: { sendFormats: selected, receiveFormats: selected, remote: media, keys, hasMux, direction },
      };
    },
  };
}
