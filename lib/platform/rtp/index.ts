export { createMediaPorts, MediaPortsExhausted } from "./media-ports";
export { SdpError } from "./sdp-error";
export type {
  MediaCodec,
  MediaHandlers,
  MediaPorts,
  MediaPortsOptions,
  MediaSession,
  MediaSessionOptions,
  MediaStats,
  SdpProblem,
  SrtpPolicy,
} from "./types";
