import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createMediaPorts, type MediaSession, type SrtpPolicy } from "../../../lib/platform/rtp";
import { hasPlainAudio, startCapture } from "../packet-capture";
import { type ScenarioRun, type SipScenario, waitUntil } from "../scenario";

const HOST = "127.0.0.1";
const FRAMES = 50;
const FRAME_MS = 20;
const FRAME_SAMPLES = 320;
/** A constant level, which `hasPlainAudio` finds. */
const LEVEL = 8_000;

async function connect(
  run: ScenarioRun,
  srtp: SrtpPolicy,
  minPort: number,
): Promise<[MediaSession, MediaSession]> {
  const ports = createMediaPorts({
    bindAddress: HOST,
    advertisedAddress: HOST,
    minPort,
    maxPort: minPort + 99,
  });
  run.defer(() => ports.close());
  const options = { srtp, isSignalingSecure: true, codecs: ["pcmu"] } as const;
  const [caller, callee] = [await ports.open(options), await ports.open(options)];
  caller.acceptAnswer(callee.acceptOffer(caller.createOffer()));
  for (const session of [caller, callee])
    session.start({ onFrame: () => undefined, onMissing: () => undefined, onKey: () => undefined });
  return [caller, callee];
}

/** Captures a session that sends a constant level. Returns the captured packets. */
async function capture(run: ScenarioRun, srtp: SrtpPolicy, minPort: number): Promise<Buffer> {
  const file = join(run.folder, `${srtp}.pcap`);
  await startCapture(run, file, `udp and portrange ${minPort}-${minPort + 99}`);
  const [caller, callee] = await connect(run, srtp, minPort);
  for (let frame = 0; frame < FRAMES; frame++) {
    caller.send(new Int16Array(FRAME_SAMPLES).fill(LEVEL));
    await pause(FRAME_MS);
  }
  await waitUntil(() => callee.stats().packetsReceived >= FRAMES, "packets arrive");
  caller.close();
  callee.close();
  await pause(300);
  return readFileSync(file);
}

/** No plain audio leaves an encrypted session. The unencrypted one shows that the check can fail. */
export const CAPTURE: readonly SipScenario[] = [
  {
    name: "tcpdump: no plain audio leaves an encrypted session",
    programs: ["tcpdump"],
    async run(run) {
      const plain = await capture(run, "off", 51_000);
      if (!hasPlainAudio(plain))
        throw new Error("The capture of the unencrypted session has no plain audio.");
      const encrypted = await capture(run, "required", 52_000);
      if (encrypted.length < FRAMES * 160) throw new Error("The capture of the encrypted session is empty.");
      if (hasPlainAudio(encrypted)) throw new Error("Plain audio left the encrypted session.");
      run.note(`${encrypted.length} bytes captured`);
    },
  },
];
