/** Codecs of telephone media, in the order of preference of an offer. */
export type MediaCodec = "opus" | "pcmu" | "pcma";

/** Whether a session uses SRTP (RFC 3711) with keys in the SDP (SDES, RFC 4568). `optional` offers both. */
export type SrtpPolicy = "required" | "optional" | "off";

/** Why an offer or answer cannot be used. The sentence of `SdpError` says what to change. */
export type SdpProblem =
  | "not_sdp"
  | "no_audio"
  | "no_common_codec"
  | "srtp_required"
  | "srtp_not_allowed"
  | "sdes_without_tls"
  | "no_address"
  | "address_not_allowed";

/** Counters of a session, for metrics and the call's review. Times in ms. */
export type MediaStats = {
  packetsSent: number;
  packetsReceived: number;
  /** Missing by sequence numbers. */
  packetsLost: number;
  /** Not decrypted, from an address that was not negotiated, or malformed. */
  packetsRefused: number;
  /** Interarrival jitter (RFC 3550, A.8). */
  jitterMs: number;
  /** From RTCP reports; null before the first. */
  roundTripMs: number | null;
  /** Loss that the other side reports, 0..1; null before the first report. */
  remoteLoss: number | null;
};

export type MediaHandlers = {
  /** Audio of the other side: 16 kHz, 20 ms, in order, concealed after short gaps. */
  onFrame(frame: Int16Array): void;
  /** The next frame follows a gap of this many frames. */
  onMissing(frames: number): void;
  /** A key by RFC 4733 (0-9, *, #, A-D), once per press. */
  onKey(key: string): void;
  /** No packet came for this long; called each five seconds until packets come again. */
  onSilent?(silentMs: number): void;
};

/** The media of one call: a pair of UDP ports, negotiated by offers and answers. */
export type MediaSession = {
  /** The local offer (RFC 3264). A repeated offer has the same ports and codecs, and a higher version. */
  createOffer(options?: { hold?: boolean }): string;
  /** Applies the other side's answer. Throws `SdpError`. */
  acceptAnswer(sdp: string): void;
  /** Applies the other side's offer, also of a re-INVITE, and returns the answer. Throws `SdpError`. */
  acceptOffer(sdp: string): string;
  /** From now on, audio and keys are passed to these handlers. */
  start(handlers: MediaHandlers): void;
  /**
   * Queues a frame of 16 kHz, 20 ms. One packet leaves each 20 ms, as silence if the queue is empty and the other
   * side does not hold. The queue has at most one second; older frames are dropped.
   */
  send(frame: Int16Array): void;
  /** Queues a frame of a live source, as `send` does, and leaves out frames of pauses while more than 100 ms wait. */
  sendLive(frame: Int16Array): void;
  /** Discards queued frames. */
  clear(): void;
  /** Resolves when all queued frames have been sent: true, or false if some were cleared or dropped. */
  waitForPlayback(): Promise<boolean>;
  /** Plays a key as RFC 4733 events, or as tones if the other side takes none. */
  sendKey(key: string): void;
  /** Half of the round trip and the other side's jitter buffer, in ms. */
  readonly lagMs: number;
  readonly codec: MediaCodec | null;
  readonly isEncrypted: boolean;
  /** Whether the other side holds the call (`sendonly` or `inactive`). */
  readonly isHeld: boolean;
  readonly localPort: number;
  stats(): MediaStats;
  /** Sends RTCP BYE and frees the ports. */
  close(): void;
};

export type MediaSessionOptions = {
  srtp: SrtpPolicy;
  /** Whether SIP runs over TLS. Without it, keys are neither offered nor accepted. */
  isSignalingSecure: boolean;
  codecs: readonly MediaCodec[];
  /**
   * Address of the signaling's other end. If given, packets without encryption are also accepted from there, and audio is sent
   * there in place of an address that is not allowed: devices behind a NAT name an address of their network.
   */
  signalingAddress?: string;
};

export type MediaPortsOptions = {
  /** Address of the sockets. */
  bindAddress: string;
  /** Address of the SDP, as the peers reach it. */
  advertisedAddress: string;
  /** Even ports for RTP, each with the next for RTCP. */
  minPort: number;
  maxPort: number;
  /** Whether media may be sent to an address of an offer or answer; by default to each. */
  isAddressAllowed?(ip: string, port: number): boolean;
  /** Gets errors of `MediaHandlers`, which do not end the media of further calls. */
  onError?(error: unknown): void;
};

/** The media of a process. */
export type MediaPorts = {
  /** Opens the ports of a session. Throws `MediaPortsExhausted` if none is free. */
  open(options: MediaSessionOptions): Promise<MediaSession>;
  /** Sessions in progress. */
  count(): number;
  close(): void;
};
