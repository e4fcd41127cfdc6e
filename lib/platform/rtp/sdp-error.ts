import type { SdpProblem } from "./types";

const SENTENCES: Record<SdpProblem, string> = {
  not_sdp: "The session description cannot be read. Send SDP as in RFC 8866.",
  no_audio:
    "The session description offers no audio that can be answered. Offer an m=audio line with RTP/AVP or RTP/SAVP.",
  no_common_codec:
    "No codec of the session description is enabled here. Enable PCMU, PCMA or Opus on both sides.",
  srtp_required:
    "The session description has no usable SRTP key, but this trunk requires encryption. Enable SRTP with SDES (a=crypto, AES_CM_128_HMAC_SHA1_80) on the other side.",
  srtp_not_allowed:
    "The session description requires SRTP, but encryption is off for this trunk. Enable SRTP here or offer RTP/AVP.",
  sdes_without_tls:
    "SRTP keys cannot be exchanged without TLS, as everyone on the path could read them. Use SIP over TLS.",
  no_address:
    "The session description has no address that audio can be sent to. Send an IPv4 or IPv6 address in the c= line.",
  address_not_allowed:
    "The session description names an address inside this installation's network. To allow it, the operator lists it in TOOL_ALLOWED_HOSTS.",
};

/** An offer or answer that cannot be used, with the reason. The message has no part of the SDP. */
export class SdpError extends Error {
  override readonly name = "SdpError";
  constructor(readonly problem: SdpProblem) {
    super(SENTENCES[problem]);
  }
}
