/** Bounds of a SIP endpoint. Each can be replaced in tests. */
export type SipLimits = {
  /** Connections of peers in total, and as many to trunks. */
  connections: number;
  /** Connections from a single address. */
  connectionsPerAddress: number;
  /** Connections of peers without an identified request, in total. A further one closes the oldest. */
  strangers: number;
  /** Connections of a single address (of its /64 for IPv6) without an identified request; TLS handshakes count. */
  strangersPerAddress: number;
  /** TLS handshakes per second of a single address, and its burst. A handshake costs a signature. */
  handshakesPerSecond: number;
  handshakeBurst: number;
  /** Connecting to an address, the TLS handshake included, in ms. */
  connectMs: number;
  /** Addresses of a trunk that are tried in order. */
  addressesTried: number;
  /** All DNS queries of a resolution, in ms. */
  dnsMs: number;
  /** A stranger's connection is closed unless a request is identified in this time, in ms. */
  identifyMs: number;
  /** A connection without messages is closed after this time, in ms. */
  idleMs: number;
  /** A message must be complete this long after its first byte, in ms. */
  partialMs: number;
  /** Interval of the CRLF pings on connections to trunks, in ms. Proxies close idle ones after 120 s. */
  pingMs: number;
  /** Messages per second of a connection. Reading pauses until the next second. */
  messagesPerSecond: number;
  /** Messages of a connection that wait for their turn. Reading pauses at this number. */
  queuedMessages: number;
  /** Server transactions in progress. */
  transactions: number;
  dialogs: number;
  /** INVITEs of peers without a final response. */
  pendingInvites: number;
  /** Session-Expires that Parley proposes, and the smallest that it accepts, in seconds (RFC 4028). */
  sessionExpiresS: number;
  minSessionS: number;
  /** A request other than INVITE without a final response fails after this time, in ms. */
  requestMs: number;
  /** The time until the last NOTIFY of a REFER, in ms. */
  referMs: number;
  /** Requested expiry of a registration, in seconds. */
  registerExpiresS: number;
  /** First and longest delay after a failed registration, in ms. */
  registerRetryMs: number;
  registerRetryCapMs: number;
};

/** Sized for a process that holds a few hundred calls; the gateway's own limit of calls is far below. */
export const DEFAULT_SIP_LIMITS: SipLimits = {
  connections: 500,
  connectionsPerAddress: 50,
  strangers: 200,
  strangersPerAddress: 20,
  handshakesPerSecond: 5,
  handshakeBurst: 40,
  connectMs: 5_000,
  addressesTried: 4,
  dnsMs: 5_000,
  identifyMs: 10_000,
  idleMs: 600_000,
  partialMs: 10_000,
  pingMs: 50_000,
  messagesPerSecond: 500,
  queuedMessages: 100,
  transactions: 5_000,
  dialogs: 2_000,
  pendingInvites: 500,
  sessionExpiresS: 1_800,
  minSessionS: 90,
  requestMs: 32_000,
  referMs: 60_000,
  registerExpiresS: 600,
  registerRetryMs: 2_000,
  registerRetryCapMs: 300_000,
};
