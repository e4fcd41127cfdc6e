// A voice gateway behind Kamailio: the endpoint over TLS and media with SRTP, in a separate process that can be killed. gateway.ts starts it.
//   tsx test/sip/proxy/gateway-main.ts <host> <certificate.pem> <key.pem> <first media port> <SIP port, or 0>
import { readFileSync } from "node:fs";
import { createMediaPorts, type MediaSession } from "../../../lib/platform/rtp";
import { createSipEndpoint, type IncomingInvite, type SipTrunk } from "../../../lib/platform/sip";
import type { GatewayCommand, GatewayReport } from "./gateway";

const [host = "", certificateFile = "", keyFile = "", minPort = "", sipPort = ""] = process.argv.slice(2);
const certificate = readFileSync(certificateFile, "utf8");
const MEDIA = { srtp: "required", isSignalingSecure: true, codecs: ["pcmu"] } as const;
const FRAME_SAMPLES = 320;
const FRAME_MS = 20;
/** A constant level: the telephones count it as sound, and `hasPlainAudio` finds it. */
const LEVEL = 8_000;
const PORTS = 99;

let answers = true;
const report = (message: GatewayReport) => process.send?.(message);
const sound = new Int16Array(FRAME_SAMPLES).fill(LEVEL);
const isLoud = (frame: Int16Array) => frame.some((sample) => Math.abs(sample) > LEVEL / 8);

const ports = createMediaPorts({
  bindAddress: host,
  advertisedAddress: host,
  minPort: Number(minPort),
  maxPort: Number(minPort) + PORTS,
});

/** Sends sound, and reports the frames with sound. Returns the function that ends it. */
function startMedia(media: MediaSession): () => void {
  let loud = 0;
  media.start({
    onFrame: (frame) => {
      if (isLoud(frame)) report({ at: "heard", frames: ++loud });
    },
    onMissing: () => undefined,
    onKey: () => undefined,
  });
  const timer = setInterval(() => media.send(sound), FRAME_MS);
  return () => {
    clearInterval(timer);
    media.close();
  };
}

async function answer(invite: IncomingInvite): Promise<void> {
  const media = await ports.open(MEDIA);
  const accepted = await invite.accept(media.acceptOffer(invite.sdp ?? ""), {
    onOffer: (sdp) => (sdp === null ? null : media.acceptOffer(sdp)),
  });
  if (!accepted) return media.close();
  report({ at: "answered", callId: invite.callId });
  const stop = startMedia(media);
  await accepted.dialog.ended;
  stop();
  report({ at: "ended", callId: invite.callId });
}

const endpoint = await createSipEndpoint({
  listeners: { tls: { host, port: Number(sipPort), certificate, key: readFileSync(keyFile, "utf8") } },
  advertised: { host },
  identify: async () => ({ trunkId: "trunk", challenge: null }),
  onInvite(invite) {
    report({ at: "invite", callId: invite.callId, calledUser: invite.calledUser });
    if (answers) void answer(invite);
  },
});

async function call(trunk: SipTrunk, to: string): Promise<void> {
  const media = await ports.open(MEDIA);
  const result = await endpoint.invite(trunk, {
    ...{ to, from: "+12135550100", sdp: media.createOffer(), ringMs: 30_000 },
    ...{ handlers: { onOffer: () => null }, signal: new AbortController().signal },
  });
  if (!("dialog" in result)) {
    media.close();
    return void report({ at: "refused", status: result.status });
  }
  media.acceptAnswer(result.sdp);
  report({ at: "answered", callId: result.dialog.callId });
  const stop = startMedia(media);
  await result.dialog.ended;
  stop();
  report({ at: "ended", callId: result.dialog.callId });
}

process.on("message", (command: GatewayCommand) => {
  if (command.do === "call") void call({ ...command.trunk, caCertificates: certificate }, command.to);
  else if (command.do === "drain") endpoint.drain();
  else answers = command.do === "answer";
});
report({ at: "ready", port: endpoint.ports.tls ?? 0 });
