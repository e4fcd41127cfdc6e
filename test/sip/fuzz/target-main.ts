// The endpoint that the fuzz run sends its messages to, with media as the gateway negotiates it. target.ts starts it with --expose-gc. An
// error that is not caught ends the process, and so fails the run.
import {
  createMediaPorts,
  MediaPortsExhausted,
  type MediaSession,
  SdpError,
} from "../../../lib/platform/rtp";
import { createSipEndpoint, type IncomingInvite, type SipDialog } from "../../../lib/platform/sip";
import type { SipContext } from "../../../lib/platform/sip/context";
import type { TargetCommand, TargetReport } from "./target";

const HOST = "127.0.0.1";
const MEDIA = { srtp: "optional", isSignalingSecure: true, codecs: ["opus", "pcmu", "pcma"] } as const;
/** Calls that stay; the oldest is ended for a further one. */
const MAX_CALLS = 20;
/** A call without an answer is refused after this time. */
const RING_MS = 1_000;

const report = (message: TargetReport) => process.send?.(message);
const ports = createMediaPorts({
  bindAddress: HOST,
  advertisedAddress: HOST,
  minPort: 58_000,
  maxPort: 59_999,
});
const calls = new Set<SipDialog>();
let invites = 0;
let received = 0;

function answerOffer(media: MediaSession, sdp: string | null): string | null {
  try {
    return sdp === null ? media.createOffer() : media.acceptOffer(sdp);
  } catch (error) {
    if (error instanceof SdpError) return null;
    throw error;
  }
}

async function accept(invite: IncomingInvite, media: MediaSession, answer: string): Promise<void> {
  const accepted = await invite.accept(answer, {
    onOffer: (sdp) => answerOffer(media, sdp),
    onKey: () => undefined,
    onRefer: async () => ({ status: 486 }),
  });
  if (!accepted) return;
  calls.add(accepted.dialog);
  const [oldest] = calls;
  if (calls.size > MAX_CALLS) void oldest?.bye();
  await accepted.dialog.ended;
  calls.delete(accepted.dialog);
}

/** Rings until the caller cancels, and refuses the call otherwise. */
async function ring(invite: IncomingInvite, answer: string): Promise<void> {
  invite.ring(answer);
  await new Promise<void>((resolve) => {
    invite.canceled.addEventListener("abort", () => resolve(), { once: true });
    setTimeout(resolve, RING_MS);
  });
  invite.reject(480);
}

async function answer(invite: IncomingInvite): Promise<void> {
  let media: MediaSession | undefined;
  try {
    media = await ports.open(MEDIA);
    const local = answerOffer(media, invite.sdp);
    const kind = invites++ % 4;
    if (local === null) invite.reject(488);
    else if (kind === 0) invite.reject(302, { contact: invite.calledUser });
    else if (kind === 1) await ring(invite, local);
    else await accept(invite, media, local);
  } catch (error) {
    if (!(error instanceof MediaPortsExhausted)) throw error;
    invite.reject(503, { retryAfterS: 5 });
  } finally {
    media?.close();
  }
}

const endpoint = await createSipEndpoint({
  listeners: { tcp: { host: HOST, port: 0 } },
  advertised: { host: HOST },
  identify: async (_source, { username }) => ({
    trunkId: "trunk",
    challenge: username === null ? null : { username: "pbx", password: "secret" },
  }),
  onInvite: (invite) => void answer(invite),
  onTrace: ({ direction }) => {
    if (direction === "in") received++;
  },
  isAddressAllowed: (ip) => ip === HOST,
  dns: { naptr: async () => [], srv: async () => [], addresses: async () => [HOST] },
  limits: { messagesPerSecond: 1e6, connectionsPerAddress: 500, partialMs: 200, connectMs: 500 },
});
// The table of transactions is not part of the endpoint's interface.
const context = Reflect.get(endpoint, "context") as SipContext;

function measure(): void {
  for (let run = 0; run < 3; run++) global.gc?.();
  report({
    at: "measured",
    heapBytes: process.memoryUsage().heapUsed,
    received,
    invites,
    open: {
      sockets: process.getActiveResourcesInfo().filter((name) => name === "TCPSocketWrap").length,
      transactions: context.core.userAgentServers.size + context.core.userAgentClients.size,
      dialogs: context.core.dialogs.size + context.dialogs.size,
      pendingInvites: context.pendingInvites.size,
      media: ports.count(),
    },
  });
}

process.on("message", (command: TargetCommand) => {
  if (command === "measure") return measure();
  for (const dialog of calls) void dialog.bye();
});
report({ at: "ready", port: endpoint.ports.tcp ?? 0 });
