import { createSocket } from "node:dgram";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, describe, expect, it, vi } from "vitest";
import { FRAME_SAMPLES, RATE_HZ } from "@/lib/platform/audio";
import { createMediaPorts, type MediaCodec, type MediaSession, type SrtpPolicy } from ".";
import { MediaPortsExhausted } from "./media-ports";

const PATIENCE = { timeout: 20_000, interval: 10 };
const HOST = "127.0.0.1";
const open: { close(): void }[] = [];
afterEach(() => {
  for (const part of open.splice(0).reverse()) part.close();
});

const portsOf = (minPort = 41_000, maxPort = 48_998) => {
  const ports = createMediaPorts({ bindAddress: HOST, advertisedAddress: HOST, minPort, maxPort });
  open.push(ports);
  return ports;
};
function listen(session: MediaSession) {
  const log = { loud: 0, frames: 0, keys: [] as string[] };
  session.start({
    onFrame(frame) {
      log.frames++;
      if (frame.some((sample) => Math.abs(sample) > 2_000)) log.loud++;
    },
    onMissing: () => undefined,
    onKey: (key) => log.keys.push(key),
  });
  return log;
}
async function connect(srtp: SrtpPolicy, codec: MediaCodec) {
  const ports = portsOf();
  const options = { srtp, isSignalingSecure: true, codecs: [codec] };
  const [caller, callee] = [await ports.open(options), await ports.open(options)];
  caller.acceptAnswer(callee.acceptOffer(caller.createOffer()));
  return { caller, callee, heard: listen(callee), heardByCaller: listen(caller) };
}
const tone = (): Int16Array =>
  Int16Array.from({ length: FRAME_SAMPLES }, (_, at) => 9_000 * Math.sin((2 * Math.PI * 400 * at) / RATE_HZ));

describe.each([
  ["off", "pcmu"],
  ["off", "pcma"],
  ["required", "pcmu"],
  ["required", "opus"],
] as const)("with encryption %s and %s", (srtp, codec) => {
  it("audio and keys pass both ways", async () => {
    const { caller, callee, heard, heardByCaller } = await connect(srtp, codec);
    expect(caller).toMatchObject({ codec, isEncrypted: srtp === "required" });
    for (let frames = 0; frames < 15; frames++) {
      caller.send(tone());
      callee.send(tone());
    }
    expect(await caller.waitForPlayback()).toBe(true);
    await vi.waitFor(() => expect(heard.loud).toBeGreaterThanOrEqual(12), PATIENCE);
    await vi.waitFor(() => expect(heardByCaller.loud).toBeGreaterThanOrEqual(12), PATIENCE);
    caller.sendKey("5");
    caller.sendKey("#");
    await vi.waitFor(() => expect(heard.keys).toEqual(["5", "#"]), PATIENCE);
    expect(caller.stats().packetsRefused).toBe(0);
  });
});

it("packets of a stranger are refused, with and without encryption", async () => {
  for (const srtp of ["off", "required"] as const) {
    const { callee, heard } = await connect(srtp, "pcmu");
    const stranger = createSocket({ type: "udp4" });
    open.push(stranger);
    await new Promise<void>((resolve) => stranger.bind(0, "127.0.0.2", resolve));
    const packet = Buffer.concat([Buffer.from("80000001000000a00000beef", "hex"), Buffer.alloc(160, 0)]);
    for (let sequence = 1; sequence <= 5; sequence++) {
      packet.writeUInt16BE(sequence, 2);
      stranger.send(packet, callee.localPort, HOST);
    }
    await vi.waitFor(() => expect(callee.stats().packetsRefused).toBeGreaterThanOrEqual(5), PATIENCE);
    expect(heard.loud).toBe(0);
  }
});

it("a session sends silence between words, and nothing after it is closed", async () => {
  const { caller, callee, heard } = await connect("off", "pcmu");
  await vi.waitFor(() => expect(heard.frames).toBeGreaterThan(5), PATIENCE);
  caller.close();
  await pause(100);
  const received = callee.stats().packetsReceived;
  await pause(100);
  expect(callee.stats().packetsReceived).toBe(received);
  expect(await caller.waitForPlayback()).toBe(false);
});

it("ports are used by one session, and freed by it", async () => {
  const ports = portsOf(49_000, 49_003);
  const options = { srtp: "off", isSignalingSecure: false, codecs: ["pcmu"] } as const;
  const [first] = [await ports.open(options), await ports.open(options)];
  await expect(ports.open(options)).rejects.toThrow(MediaPortsExhausted);
  first.close();
  await vi.waitFor(async () => open.push(await ports.open(options)), PATIENCE);
});

it("no audio is sent to an address that is not allowed", async () => {
  const ports = createMediaPorts({
    bindAddress: HOST,
    advertisedAddress: HOST,
    minPort: 41_000,
    maxPort: 48_998,
    isAddressAllowed: (ip) => ip !== "10.0.0.7",
  });
  open.push(ports);
  const session = await ports.open({ srtp: "off", isSignalingSecure: false, codecs: ["pcmu"] });
  const offer = (address: string) =>
    `v=0\r\no=- 1 1 IN IP4 ${address}\r\ns=-\r\nc=IN IP4 ${address}\r\nt=0 0\r\nm=audio 4000 RTP/AVP 0\r\n`;
  expect(() => session.acceptOffer(offer("10.0.0.7"))).toThrow(
    expect.objectContaining({ problem: "address_not_allowed" }),
  );
  expect(session.acceptOffer(offer("192.0.2.7"))).toContain("m=audio");
});

it("audio passes over IPv6, also encrypted", async () => {
  const address = "::1";
  const ports = createMediaPorts({
    bindAddress: address,
    advertisedAddress: address,
    minPort: 41_000,
    maxPort: 48_998,
  });
  open.push(ports);
  for (const srtp of ["off", "required"] as const) {
    const options = { srtp, isSignalingSecure: true, codecs: ["pcmu"] } as const;
    const [caller, callee] = [await ports.open(options), await ports.open(options)];
    const offer = caller.createOffer();
    expect(offer).toContain("c=IN IP6 ::1");
    caller.acceptAnswer(callee.acceptOffer(offer));
    const audio = listen(callee);
    listen(caller);
    for (let frames = 0; frames < 15; frames++) caller.send(tone());
    await vi.waitFor(() => expect(audio.loud).toBeGreaterThanOrEqual(12), PATIENCE);
    expect(callee.stats().packetsRefused).toBe(0);
  }
});

describe("a device behind a NAT", () => {
  const isAddressAllowed = (ip: string) => !ip.startsWith("10.");
  const PRIVATE_OFFER =
    "v=0\r\no=- 1 1 IN IP4 10.0.0.7\r\ns=-\r\nc=IN IP4 10.0.0.7\r\nt=0 0\r\nm=audio 4000 RTP/AVP 0\r\n";
  const packetOf = (sequence: number) => {
    const packet = Buffer.concat([Buffer.from("80000001000000a00000beef", "hex"), Buffer.alloc(160, 0)]);
    packet.writeUInt16BE(sequence, 2);
    packet.writeUInt32BE(sequence * 160, 4);
    return packet;
  };

  it("gets audio at the address and port that its packets come from", async () => {
    const ports = createMediaPorts({
      ...{ bindAddress: HOST, advertisedAddress: HOST, minPort: 41_000, maxPort: 48_998 },
      isAddressAllowed,
    });
    open.push(ports);
    const options = { srtp: "off", isSignalingSecure: false, codecs: ["pcmu"] } as const;
    const session = await ports.open({ ...options, signalingAddress: HOST });
    session.acceptOffer(PRIVATE_OFFER);
    const audio = listen(session);
    const device = createSocket({ type: "udp4" });
    open.push(device);
    await new Promise<void>((resolve) => device.bind(0, HOST, resolve));
    let received = 0;
    device.on("message", () => received++);
    for (let sequence = 1; sequence <= 5; sequence++)
      device.send(packetOf(sequence), session.localPort, HOST);
    await vi.waitFor(() => expect(audio.loud).toBeGreaterThanOrEqual(4), PATIENCE);
    await vi.waitFor(() => expect(received).toBeGreaterThan(0), PATIENCE);
  });

  it("is refused without the address of its signaling, and with one that is not allowed", async () => {
    const ports = createMediaPorts({
      ...{ bindAddress: HOST, advertisedAddress: HOST, minPort: 41_000, maxPort: 48_998 },
      isAddressAllowed,
    });
    open.push(ports);
    const options = { srtp: "off", isSignalingSecure: false, codecs: ["pcmu"] } as const;
    for (const more of [{}, { signalingAddress: "10.0.0.8" }]) {
      const session = await ports.open({ ...options, ...more });
      expect(() => session.acceptOffer(PRIVATE_OFFER)).toThrow(
        expect.objectContaining({ problem: "address_not_allowed" }),
      );
    }
  });
});

it("encrypted packets from an address that is not allowed are refused", async () => {
  const ports = createMediaPorts({
    ...{ bindAddress: HOST, advertisedAddress: HOST, minPort: 41_000, maxPort: 48_998 },
    isAddressAllowed: (ip) => ip !== "127.0.0.2",
  });
  const far = createMediaPorts({
    ...{ bindAddress: "127.0.0.2", advertisedAddress: "127.0.0.3", minPort: 41_000, maxPort: 48_998 },
  });
  open.push(ports, far);
  const options = { srtp: "required", isSignalingSecure: true, codecs: ["pcmu"] } as const;
  const [near, remote] = [await ports.open(options), await far.open(options)];
  near.acceptAnswer(remote.acceptOffer(near.createOffer()));
  const audio = listen(near);
  listen(remote);
  for (let frames = 0; frames < 10; frames++) remote.send(tone());
  await vi.waitFor(() => expect(near.stats().packetsRefused).toBeGreaterThan(5), PATIENCE);
  expect(audio.loud).toBe(0);
});
