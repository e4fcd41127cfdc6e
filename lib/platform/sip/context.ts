import type { IncomingMessage, UserAgentCore } from "sip.js/lib/core/index.js";
import type { SipConnection } from "./connection";
import type { ConnectionTable } from "./connection-table";
import type { DigestServer } from "./digest-server";
import type { FailedProofs } from "./failed-proofs";
import type { SipLimits } from "./limits";
import type { SipMessage } from "./message";
import type { TransportLayer } from "./transport-layer";
import type { SipDialog, SipEndpointOptions } from "./types";

/** The part of a dialog that the dispatcher calls: the core does not handle UPDATE. */
export type DialogEntry = SipDialog & {
  /** Answers an UPDATE: SDP, or null if it has no offer. `refused`: the status of the refusal. */
  receiveUpdate(message: SipMessage): { sdp: string | null; headers: string[] } | { refused: number };
};

/** A received message, and where it came from. */
export type ReceivedMessage = { message: SipMessage; connection: SipConnection; trunkId: string };

/** The shared state of an endpoint. */
export type SipContext = {
  readonly options: SipEndpointOptions;
  readonly limits: SipLimits;
  readonly connections: ConnectionTable;
  readonly transport: TransportLayer;
  readonly core: UserAgentCore;
  readonly digest: DigestServer;
  readonly failedProofs: FailedProofs;
  /** The received form of each message of the core. A message that the core made up has none. */
  readonly received: WeakMap<IncomingMessage, ReceivedMessage>;
  /** Confirmed dialogs by the core's ID. */
  readonly dialogs: Map<string, DialogEntry>;
  /** INVITEs of peers without a final response. */
  readonly pendingInvites: Set<string>;
  isDraining: boolean;
};
