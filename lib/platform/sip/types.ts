import type { SipLimits } from "./limits";

/** The transport of SIP messages. UDP is not supported; a proxy such as Kamailio translates it (docs/telephony.md). */
export type SipTransport = "tls" | "tcp";

/** A peer that Parley places calls at and accepts calls from: a carrier, or a PBX. */
export type SipTrunk = {
  id: string;
  /** Host name or IP address. Without a port, the address is resolved by NAPTR and SRV (RFC 3263). */
  host: string;
  port: number | null;
  transport: SipTransport;
  /** The account. Null for a trunk without digest authentication. */
  username: string | null;
  password: string | null;
  /** Whether Parley registers, so that the peer sends its calls over that connection. Needs `username`. */
  register: boolean;
  /** Domain of From and of the registered address; null for `host`. */
  domain: string | null;
  /** PEM certificates that sign the peer's certificate, beside the public ones; null for none. */
  caCertificates: string | null;
};

/** A name-addr of a message: `"Ann" <sip:+12125550100@example.org>`. `user` is empty if the URI has none. */
export type SipAddress = { displayName: string | null; user: string; host: string };

/** Where a request came from. `trunkId` is set if it came over a connection that Parley opened to a trunk. */
export type SipSource = {
  address: string;
  port: number;
  transport: SipTransport;
  trunkId: string | null;
};

/** A final response other than 2xx, or its absence. */
export type SipFailure = {
  /** Status of the final response; 408 for none. */
  status: number;
  /** The reason phrase of the response, at most 100 characters. */
  reason: string;
  /** Seconds of `Retry-After`, if the response has one. */
  retryAfterS: number | null;
  /** False if the INVITE has certainly not left this process: no connection was made. */
  wasSent: boolean;
};

/** An established call. Every method may be called after its end, and does nothing then. */
export type SipDialog = {
  readonly callId: string;
  /** Sends BYE, or ends the dialog at once if the connection is gone. Resolves when it is over. */
  bye(): Promise<void>;
  /** Sends a re-INVITE. Resolves with the answer's SDP, or the failure. */
  reinvite(sdp: string): Promise<{ sdp: string } | SipFailure>;
  /** Sends REFER (blind transfer). Resolves with the last NOTIFY's status, or the failure. */
  refer(target: string): Promise<{ status: number }>;
  /** Resolves at the end of the dialog, with the side that ended it. `lost`: refresh or connection failed. */
  readonly ended: Promise<"local" | "remote" | "lost">;
};

/** Answers of a dialog's owner. `onOffer`: SDP of a re-INVITE or UPDATE (null: none); null refuses it with 488. */
export type SipDialogHandlers = {
  onOffer(sdp: string | null): string | null;
  /** The answer to an offer that `onOffer(null)` returned. */
  onAnswer?(sdp: string): void;
  /**
   * A REFER asks to transfer the call. False refuses it with 603; true accepts it without a report of the result. A
   * promise accepts it, and its status is reported to the peer.
   */
  onRefer?(target: string): boolean | Promise<{ status: number }>;
  /** A key in an INFO body (`application/dtmf-relay`), for peers without RFC 4733. */
  onKey?(key: string): void;
};

/** `reason`: the reason phrase, if it is not the usual one of the status. `contact`: the target of a redirection. */
export type RejectOptions = { retryAfterS?: number; contact?: string; reason?: string };

/** An INVITE that waits for its answer. Every method does nothing after the first final response. */
export type IncomingInvite = {
  readonly callId: string;
  readonly trunkId: string;
  readonly source: SipSource;
  /** User part of the request URI: the number that was called. */
  readonly calledUser: string;
  readonly from: SipAddress;
  /** P-Asserted-Identity, from a trusted trunk. */
  readonly assertedIdentity: SipAddress | null;
  /** The offer; null if the INVITE has none, and the 200 must have one. */
  readonly sdp: string | null;
  /** Values of a header, in order, at most 10 of 2,000 characters. */
  header(name: string): readonly string[];
  /** Sends 180, or 183 with SDP. */
  ring(sdp?: string): void;
  /** Sends 200 and waits for the ACK. Resolves with null if it never comes, or the caller canceled. `sdp` of the ACK is the answer to a late offer. */
  accept(sdp: string, handlers: SipDialogHandlers): Promise<{ dialog: SipDialog; sdp: string | null } | null>;
  reject(status: number, options?: RejectOptions): void;
  /** Aborts if the caller cancels, or the connection is lost, before the answer. */
  readonly canceled: AbortSignal;
};

/** An INVITE of Parley. */
export type OutgoingInvite = {
  /** The number or user to call at the trunk. */
  to: string;
  /** The domain of the called address, if it is not the trunk's server. The INVITE is sent to the trunk anyway. */
  domain?: string;
  /** The caller ID: the user part of From and P-Asserted-Identity. */
  from: string;
  displayName?: string;
  sdp: string;
  /** How long it may ring before Parley cancels it, in ms. */
  ringMs: number;
  handlers: SipDialogHandlers;
  onRinging?(): void;
  /** SDP of a provisional response (early media), acknowledged by PRACK if it is reliable. */
  onEarlyMedia?(sdp: string): void;
  /** The Call-ID, before the first message is sent. */
  onCallId?(callId: string): void;
  /** Cancels it while it rings. A 200 that crosses the CANCEL is acknowledged and ended by BYE. */
  signal: AbortSignal;
};
export type InviteResult = { dialog: SipDialog; sdp: string } | SipFailure;

/** The result of an OPTIONS request, for a check. `at`: the step that failed. */
export type OptionsResult =
  /** `isAuthenticated`: the server demanded the account's password, and accepted it. */
  | { ok: true; status: number; allow: readonly string[]; roundTripMs: number; isAuthenticated: boolean }
  | { ok: false; at: "response"; status: number; detail: string }
  | { ok: false; at: "dns" | "connect" | "tls" | "timeout"; status: null; detail: string };

export type RegistrationState =
  | { at: "registered"; expiresS: number }
  | { at: "registering" }
  | {
      at: "failed";
      /** The step that failed; `response`: the server rejected the request. */
      step: RegistrationStep;
      status: number | null;
      detail: string;
      retryInMs: number;
    };
export type RegistrationStep = "dns" | "connect" | "tls" | "timeout" | "response";

/** A message for the ladder of a call. It can be stored: it has no secrets, and its names and numbers are masked. */
export type SipTrace = {
  /** The Call-ID, not masked. It is not part of what is stored. */
  callId: string;
  direction: "in" | "out";
  /** ISO time. */
  at: string;
  transport: SipTransport;
  peer: string;
  /** The request or status line. */
  startLine: string;
  /** Method of the CSeq header: that of the request, or of the request that a response answers. */
  method: string;
  /** Listed headers, with lowercase full names. */
  headers: readonly (readonly [name: string, value: string])[];
  /** Number of headers that are left out. */
  omittedHeaders: number;
  /** Lines of SDP with addresses, media and codecs. */
  sdp: readonly string[];
};

/**
 * The account that a peer must prove. `algorithms`: the challenges, SHA-256 and MD5 by default (RFC 8760). A peer that reads
 * the first challenge alone, and supports no SHA-256, needs `["MD5"]`.
 */
export type SipChallenge = {
  username: string;
  password: string;
  algorithms?: readonly ("SHA-256" | "MD5")[];
};

/**
 * Decides whose request it is. Null: a stranger, who gets no response at all, except over a connection that Parley
 * opened. A trunk with `challenge` must authenticate by digest with that account first.
 */
export type IdentifyTrunk = (
  source: SipSource,
  request: {
    method: string;
    calledUser: string;
    from: SipAddress;
    username: string | null;
    /** The trunk of the call that the request belongs to, if its peer sends it over a new connection. */
    dialogTrunkId: string | null;
  },
) => Promise<{ trunkId: string; challenge: SipChallenge | null } | null>;

/** DNS queries of RFC 3263. A name without records resolves with an empty list. */
export type SipDns = {
  naptr(
    name: string,
  ): Promise<
    readonly { order: number; preference: number; service: string; flags: string; replacement: string }[]
  >;
  srv(name: string): Promise<readonly { priority: number; weight: number; port: number; name: string }[]>;
  addresses(name: string): Promise<readonly string[]>;
};

export type SipEndpointOptions = {
  listeners: {
    tls?: { host: string; port: number; certificate: string; key: string };
    tcp?: { host: string; port: number };
  };
  /** Host of Contact and Via, as the peers reach it, and its ports if they differ from the listeners'. */
  advertised: { host: string; tlsPort?: number; tcpPort?: number };
  identify: IdentifyTrunk;
  onInvite(invite: IncomingInvite): void;
  onTrace?(trace: SipTrace): void;
  /**
   * PEM certificates that sign those of a trunk's peers, beside the public ones. They apply to addresses that the trunk's
   * messages name (Contact, Via), as `caCertificates` applies to its server. Null for none.
   */
  trustedCertificates?(trunkId: string): string | null;
  /**
   * Whether a connection to an IP address of a host is allowed. It is applied after DNS, so that names cannot reach internal
   * hosts.
   */
  isAddressAllowed?(ip: string, target: { host: string; port: number }): boolean;
  /** Replaces the system's resolver, for tests. */
  dns?: SipDns;
  /** Replaces bounds, for tests. */
  limits?: Partial<SipLimits>;
};

/** The SIP user agent of a process. */
export type SipEndpoint = {
  /** Ports that it listens on. */
  readonly ports: { tls: number | null; tcp: number | null };
  invite(trunk: SipTrunk, invite: OutgoingInvite): Promise<InviteResult>;
  /** Sends OPTIONS over a fresh connection, with the trunk's credentials. */
  options(trunk: SipTrunk): Promise<OptionsResult>;
  /** Registers and renews the registration until the returned function is called, which removes it. */
  register(trunk: SipTrunk, onState: (state: RegistrationState) => void): () => Promise<void>;
  /** Uses another certificate and key, in PEM, for new TLS connections. Those that exist continue. Throws for an unusable pair. */
  setCertificate(certificate: { certificate: string; key: string }): void;
  /** Refuses new INVITEs with 503 and `Retry-After` from now on. */
  drain(): void;
  /** Ends all dialogs with BYE, unregisters, and closes the sockets; resolves after at most 5 s. */
  close(): Promise<void>;
};
