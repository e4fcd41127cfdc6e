import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createResampler, RATE_HZ, ulaw } from "@/lib/platform/audio";
import { seriesId } from "@/lib/platform/ids";
import { createMediaPorts, type MediaSession } from "@/lib/platform/rtp";
import { createSipEndpoint, type SipDialog, type SipTrunk } from "@/lib/platform/sip";
import { type Caller, STILL_MS } from "./caller";
import { type SipKind, type Up, wallMs } from "./wire";

const HOST = "127.0.0.1";
const CARRIER_HZ = 8_000;
/** Apart from the gateway's ports. */
const RTP_PORTS = { min: 42_000, max: 49_999 };
const RING_MS = 30_000;
/** Louder samples are the agent's sound. */
const LOUD = 500;
/** Sound that follows upon a longer silence is a new burst, as for the callers of the other carrier. */
const BURST_GAP_MS = 250;
/** Interval at which the end of the agent's sound is looked for. */
const WATCH_MS = 10;

/** Creates a self-signed certificate of this machine. */
export function createCertificate(folder: string): { certificate: string; key: string } {
  const [certificate, key] = [join(folder, "sip-certificate.pem"), join(folder, "sip-key.pem")];
  const args = [
    ..."req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost".split(" "),
    ...["-addext", `subjectAltName=IP:${HOST}`, "-keyout", key, "-out", certificate],
  ];
  execFileSync("openssl", args, { stdio: "ignore" });
  return { certificate, key };
}

/** Frames of 16 kHz of the sound that callers of the other carrier send as base64. */
const decoded = new Map<readonly string[], Int16Array[]>();
function framesOf(words: readonly string[]): Int16Array[] {
  const cached = decoded.get(words);
  if (cached !== undefined) return cached;
  const rise = createResampler(CARRIER_HZ, RATE_HZ);
  const frames = words.map((text) => rise.push(ulaw.decode(Buffer.from(text, "base64"))));
  decoded.set(words, frames);
  return frames;
}

function talk(media: MediaSession, dialog: SipDialog, callId: string): Caller {
  const startedAtMs: number[] = [];
  const clears: number[] = [];
  let lastMs = 0;
  let isSounding = false;
  let isClosed = false;
  let waiting: (() => void)[] = [];
  const tell = () => {
    const pending = waiting;
    waiting = [];
    for (const go of pending) go();
  };
  media.start({
    onFrame(frame) {
      if (!frame.some((sample) => Math.abs(sample) > LOUD)) return;
      const now = wallMs();
      const stillMs = now - lastMs;
      if (stillMs > BURST_GAP_MS) startedAtMs.push(now);
      lastMs = now;
      isSounding = true;
      if (stillMs > STILL_MS) tell();
    },
    onMissing: () => undefined,
    onKey: () => undefined,
  });
  const watch = setInterval(() => {
    if (!isSounding || wallMs() - lastMs < STILL_MS) return;
    isSounding = false;
    // There is no message for it: the agent has stopped when its last sound came.
    clears.push(lastMs);
    tell();
  }, WATCH_MS);
  void dialog.ended.then(() => {
    isClosed = true;
    clearInterval(watch);
    media.close();
    tell();
  });
  return {
    callId,
    startedAtMs,
    clears,
    heardMs: () => lastMs,
    news: () => new Promise((resolve) => waiting.push(resolve)),
    async say(words) {
      if (isClosed) return { firstMs: Number.NaN, lastMs: Number.NaN };
      const firstMs = wallMs();
      for (const frame of framesOf(words)) media.send(frame);
      const wasPlayed = await media.waitForPlayback();
      return { firstMs, lastMs: wasPlayed ? wallMs() : Number.NaN };
    },
    close: () => void dialog.bye(),
  };
}

/** Callers over SIP of this process: plain RTP over TCP, or SRTP over TLS. */
export async function openSipCallers(certificateFile: string) {
  const ports = createMediaPorts({
    bindAddress: HOST,
    advertisedAddress: HOST,
    minPort: RTP_PORTS.min,
    maxPort: RTP_PORTS.max,
  });
  const endpoint = await createSipEndpoint({
    listeners: {},
    advertised: { host: HOST },
    identify: async () => ({ trunkId: "gateway", challenge: null }),
    onInvite: (invite) => invite.reject(480),
  });
  const certificate = readFileSync(certificateFile, "utf8");
  /** Calls the number of a trunk. */
  async function call({ sip }: Up, kind: SipKind): Promise<Caller> {
    if (sip === null) throw new Error("The gateway has no SIP.");
    const isSecure = kind === "srtp";
    const trunk: SipTrunk = {
      ...{ id: "gateway", host: HOST, port: isSecure ? sip.tlsPort : sip.tcpPort },
      ...{ transport: isSecure ? "tls" : "tcp", username: null, password: null, register: false },
      ...{ domain: null, caCertificates: certificate },
    };
    const srtp = isSecure ? "required" : "off";
    const media = await ports.open({ srtp, isSignalingSecure: isSecure, codecs: ["pcmu"] });
    const { number, id } = sip.lines[kind];
    const result = await endpoint.invite(trunk, {
      to: number,
      from: `+1212${Math.floor(2_000_000 + Math.random() * 7_000_000)}`,
      sdp: media.createOffer(),
      ringMs: RING_MS,
      signal: new AbortController().signal,
      handlers: { onOffer: (offer) => (offer === null ? null : media.acceptOffer(offer)) },
    });
    if (!("dialog" in result)) throw new Error(`A call was not answered: ${result.status} ${result.reason}`);
    media.acceptAnswer(result.sdp);
    return talk(media, result.dialog, seriesId("call", `${id}|${result.dialog.callId}`, 0));
  }
  return {
    call,
    async close(): Promise<void> {
      await endpoint.close();
      ports.close();
    },
  };
}
