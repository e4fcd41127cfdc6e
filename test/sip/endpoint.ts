import assert from "node:assert/strict";
import {
  createSipEndpoint,
  type IncomingInvite,
  type OutgoingInvite,
  type SipDialog,
  type SipDialogHandlers,
  type SipEndpoint,
  type SipEndpointOptions,
  type SipTrunk,
} from "../../lib/platform/sip";
import { createCertificate } from "./certificate";
import type { ScenarioRun } from "./scenario";
import { openTunnelToTls } from "./tls-tunnel";

export const OFFER =
  "v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=-\r\nc=IN IP4 127.0.0.1\r\nt=0 0\r\nm=audio 40002 RTP/AVP 0\r\n";

export const HANDLERS: SipDialogHandlers = { onOffer: () => OFFER };

/** The trunk of a program that listens on this machine. */
export function createTrunk(port: number, options: Partial<SipTrunk> = {}): SipTrunk {
  return {
    ...{ id: "trunk", host: "127.0.0.1", port, transport: "tcp", username: null, password: null },
    ...{ register: false, domain: null, caCertificates: null },
    ...options,
  };
}

/** Starts an endpoint that listens on TCP, or on TLS behind a tunnel, and closes it with the scenario. */
export async function startEndpoint(
  run: ScenarioRun,
  options: Partial<SipEndpointOptions> = {},
): Promise<SipEndpoint & { tcpPort: number }> {
  const address = { host: "127.0.0.1", port: 0 };
  const endpoint = await createSipEndpoint({
    listeners: run.isTls ? { tls: { ...address, ...createCertificate(run) } } : { tcp: address },
    advertised: { host: "127.0.0.1" },
    identify: async () => ({ trunkId: "trunk", challenge: null }),
    onInvite: (invite) => invite.reject(480),
    ...options,
  });
  run.defer(() => endpoint.close());
  if (!run.isTls) return Object.assign(endpoint, { tcpPort: endpoint.ports.tcp ?? 0 });
  const { invite } = endpoint;
  const { certificate } = createCertificate(run);
  return Object.assign(endpoint, {
    tcpPort: await openTunnelToTls(run, endpoint.ports.tls ?? 0),
    invite: (trunk: SipTrunk, call: OutgoingInvite) =>
      invite({ ...trunk, transport: "tls", caCertificates: certificate }, call),
  });
}

/** An INVITE of a scenario. */
export function createInvite(options: Partial<OutgoingInvite> = {}): OutgoingInvite {
  return {
    ...{ to: "+12125550100", from: "+13125550111", displayName: "Parley", sdp: OFFER, ringMs: 20_000 },
    ...{ handlers: HANDLERS, signal: new AbortController().signal },
    ...options,
  };
}

/** The dialog of a call that must be answered. */
export function requireDialog(result: Awaited<ReturnType<SipEndpoint["invite"]>>): SipDialog {
  assert.ok(
    "dialog" in result,
    `not answered: ${"status" in result && result.status} ${"reason" in result && result.reason}`,
  );
  return result.dialog;
}

/** Accepts the first call, and resolves with its dialog, or null if it was not acknowledged. */
export function acceptCalls(
  handlers: SipDialogHandlers = HANDLERS,
  onInvite: (invite: IncomingInvite) => void = () => {},
  sdp = OFFER,
) {
  let resolve: (accepted: { dialog: SipDialog; sdp: string | null } | null) => void = () => {};
  const accepted = new Promise<{ dialog: SipDialog; sdp: string | null } | null>((settle) => {
    resolve = settle;
  });
  return {
    accepted,
    onInvite: (invite: IncomingInvite) => {
      onInvite(invite);
      void invite.accept(sdp, handlers).then(resolve);
    },
  };
}
