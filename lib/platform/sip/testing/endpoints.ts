import { vi } from "vitest";
import { createSipEndpoint } from "../endpoint";
import type {
  IncomingInvite,
  OutgoingInvite,
  SipDialog,
  SipDialogHandlers,
  SipEndpoint,
  SipEndpointOptions,
  SipTrunk,
} from "../types";
import { OFFER } from "./messages";
import { PATIENCE } from "./raw-peer";

export const HANDLERS: SipDialogHandlers = { onOffer: () => OFFER };

const cleanups: (() => unknown)[] = [];

/** Runs when the test ends, last first. */
export function defer(cleanup: () => unknown): void {
  cleanups.push(cleanup);
}

/** Closes what a test opened. */
export async function closeAll(): Promise<void> {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
}

/** An endpoint on loopback that keeps the INVITEs that it receives. It trusts each peer as `trunk`. */
export async function openEndpoint(
  options: Partial<SipEndpointOptions> = {},
): Promise<SipEndpoint & { port: number; invites: IncomingInvite[]; nextInvite(): Promise<IncomingInvite> }> {
  const invites: IncomingInvite[] = [];
  const endpoint = await createSipEndpoint({
    listeners: { tcp: { host: "127.0.0.1", port: 0 } },
    advertised: { host: "127.0.0.1" },
    identify: async () => ({ trunkId: "trunk", challenge: null }),
    onInvite: (invite) => invites.push(invite),
    ...options,
  });
  defer(() => endpoint.close());
  return Object.assign(endpoint, {
    port: endpoint.ports.tcp ?? 0,
    invites,
    nextInvite: () =>
      vi.waitFor(() => {
        const invite = invites.shift();
        if (!invite) throw new Error("no INVITE");
        return invite;
      }, PATIENCE),
  });
}

/** The trunk of a peer that listens on loopback. */
export function createTrunk(port: number | null, options: Partial<SipTrunk> = {}): SipTrunk {
  return {
    ...{ id: "trunk", host: "127.0.0.1", port, transport: "tcp", username: null, password: null },
    ...{ register: false, domain: null, caCertificates: null },
    ...options,
  };
}

export function createInvite(options: Partial<OutgoingInvite> = {}): OutgoingInvite {
  return {
    ...{ to: "+12125550100", from: "+13125550111", displayName: "Parley", sdp: OFFER, ringMs: 20_000 },
    ...{ handlers: HANDLERS, signal: new AbortController().signal },
    ...options,
  };
}

/** An established call between two endpoints: the dialogs of both sides. */
export async function establishCall({
  caller = HANDLERS,
  callee = HANDLERS,
  options = {},
}: {
  caller?: SipDialogHandlers;
  callee?: SipDialogHandlers;
  options?: Partial<SipEndpointOptions>;
} = {}): Promise<{ caller: SipDialog; callee: SipDialog }> {
  const [near, far] = [await openEndpoint(options), await openEndpoint(options)];
  const placed = near.invite(createTrunk(far.port), createInvite({ handlers: caller }));
  const accepted = await (await far.nextInvite()).accept(OFFER, callee);
  const result = await placed;
  if (!("dialog" in result) || !accepted) throw new Error(`not answered: ${JSON.stringify(result)}`);
  return { caller: result.dialog, callee: accepted.dialog };
}
