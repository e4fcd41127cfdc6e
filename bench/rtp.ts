// Cost of a packet of 20 ms (PCMU) by cipher suite, beside the same calls of node:crypto without SRTP around them.
//   npm run bench:rtp [-- packets]
// Prints a table of microseconds of CPU per packet: the median of rounds. It asserts nothing.
import { createCipheriv, createHmac, createSecretKey, randomBytes } from "node:crypto";
import { cpus, loadavg } from "node:os";
import { createSrtpReceiver, createSrtpSender } from "@/lib/platform/rtp/srtp";
import { SRTP_SUITES, type SrtpSuite, SUITE_SIZES } from "@/lib/platform/rtp/srtp-suites";

const packets = Number(process.argv[2] ?? 200_000);
const ROUNDS = 5;
const HEADER_BYTES = 12;
const PAYLOAD_BYTES = 160;
const SSRC = 0x1234_5678;

/** Microseconds of CPU per call of the work, so that the processes beside it do not count: the median of the rounds. */
function measure(work: () => void): number {
  const rounds = Array.from({ length: ROUNDS }, () => {
    const count = packets / ROUNDS;
    const before = process.cpuUsage();
    for (let done = 0; done < count; done++) work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / count;
  }).sort((a, b) => a - b);
  return rounds[Math.floor(ROUNDS / 2)] ?? Number.NaN;
}

/** The ciphers of a suite as a new object per packet, which node:crypto needs at least for a new counter or nonce. */
function floorOf(suite: SrtpSuite): number {
  const [key, auth] = [randomBytes(16), createSecretKey(randomBytes(20))];
  const packet = randomBytes(HEADER_BYTES + PAYLOAD_BYTES);
  const payload = packet.subarray(HEADER_BYTES);
  if (suite === "AEAD_AES_128_GCM")
    return measure(() => {
      const cipher = createCipheriv("aes-128-gcm", key, packet.subarray(0, 12));
      cipher.setAAD(packet.subarray(0, HEADER_BYTES));
      cipher.update(payload);
      cipher.final();
      cipher.getAuthTag();
    });
  return measure(() => {
    createCipheriv("aes-128-ctr", key, packet.subarray(0, 16)).update(payload);
    createHmac("sha1", auth).update(packet).digest();
  });
}

/** Microseconds to protect a packet, and to protect and unprotect it. */
function costOf(suite: SrtpSuite): { protect: number; unprotect: number } {
  const { salt, rtpTag } = SUITE_SIZES[suite];
  const key = { suite, master: randomBytes(16 + salt), mkiBytes: 0 };
  const plain = Buffer.alloc(HEADER_BYTES + PAYLOAD_BYTES + rtpTag);
  plain.writeUInt8(0x80, 0);
  plain.writeUInt32BE(SSRC, 8);
  /** A key of a new session: a receiver follows it from the first packet on. */
  const createSource = () => {
    const sender = createSrtpSender(key);
    let sequence = 0;
    return () => {
      sequence = (sequence + 1) & 0xffff;
      const packet = Buffer.from(plain);
      packet.writeUInt16BE(sequence, 2);
      return { packet: sender.protectRtp(packet, HEADER_BYTES, SSRC, sequence), sequence };
    };
  };
  const receiver = createSrtpReceiver(key);
  const header = {
    ssrc: SSRC,
    headerBytes: HEADER_BYTES,
    payloadType: 0,
    marker: false,
    timestamp: 0,
    hasPadding: false,
  };
  const createAlone = createSource();
  const protect = measure(() => void createAlone());
  const createReceived = createSource();
  const protectAndUnprotect = measure(() => {
    const { packet, sequence } = createReceived();
    if (receiver.unprotectRtp(packet, { ...header, sequence }) === null)
      throw new Error("A packet was refused.");
  });
  return { protect, unprotect: protectAndUnprotect - protect };
}

const rows = SRTP_SUITES.map((suite) => {
  const { protect, unprotect } = costOf(suite);
  return `| ${[suite, protect, unprotect, floorOf(suite)].map((cell) => (typeof cell === "number" ? `${cell.toFixed(2)} µs` : cell)).join(" | ")} |`;
});
const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? "unknown"}, Node ${process.versions.node}`;
process.stdout.write(
  [
    machine,
    `Load of the machine: ${loadavg()[0]?.toFixed(1)}`,
    "",
    "| suite, packet of 172 bytes | protect | unprotect | `node:crypto` alone |",
    "|---|--:|--:|--:|",
    ...rows,
    "",
  ].join("\n"),
);
