import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { findPort, waitUntil } from "./scenario";

/** Sample format of the WAV files: what G.711 carries. */
const HEADER_BYTES = 44;
const LOUD = 1_000;

export type BaresipOptions = {
  folder: string;
  /** User part of the account: the number that is called. */
  user: string;
  certificate: string;
  key: string;
  /** Port of the peer; calls leave through it. */
  peerPort: number;
  answers: boolean;
  /** TLS with mandatory SRTP (the default), or UDP without encryption. */
  transport?: "tls" | "udp";
  /** Address of this machine that it uses, by default 127.0.0.1. */
  host?: string;
  /** Its UDP port; TLS has the next. By default a free one. */
  port?: number;
};

/** A baresip. */
export type Baresip = {
  readonly tlsPort: number;
  readonly udpPort: number;
  dial(user: string): Promise<void>;
  /** Speaks a WAV file in the call, once. */
  play(file: string): Promise<void>;
  /** Presses a key by RFC 4733. */
  press(key: string): Promise<void>;
  hangUp(): Promise<void>;
  /** Events so far: CALL_ESTABLISHED, CALL_CLOSED and others. */
  events(): readonly string[];
  /** Seconds of sound that it heard so far. */
  heardSeconds(): number;
  output(): string;
  stop(): void;
};

/** Silence behind the words: baresip hangs up at the end of a file. */
const TRAILING_S = 300;

/** Speaks a text with espeak-ng into a WAV file of 8 kHz, after a second of silence, and before minutes of it. */
export function speakToFile(folder: string, name: string, text: string): string {
  const [raw, file] = [join(folder, `${name}-raw.wav`), join(folder, `${name}.wav`)];
  execFileSync("espeak-ng", ["-v", "en-us", "-s", "130", "-w", raw, text]);
  const source = readFileSync(raw);
  const rate = source.readUInt32LE(24);
  const samples = new Int16Array(
    source.buffer.slice(source.byteOffset + HEADER_BYTES, source.byteOffset + (source.length & ~1)),
  );
  const length = Math.floor((samples.length * 8_000) / rate);
  const edge = 8_000;
  const target = Buffer.alloc(HEADER_BYTES + (length + edge + TRAILING_S * 8_000) * 2);
  source.copy(target, 0, 0, HEADER_BYTES);
  target.writeUInt32LE(target.length - 8, 4);
  target.writeUInt32LE(8_000, 24);
  target.writeUInt32LE(16_000, 28);
  target.writeUInt32LE(target.length - HEADER_BYTES, 40);
  const step = rate / 8_000;
  for (let index = 0; index < length; index++) {
    // The mean of the samples that one stands for, against aliases.
    const from = Math.floor(index * step);
    const to = Math.max(from + 1, Math.floor((index + 1) * step));
    let sum = 0;
    for (let at = from; at < to; at++) sum += samples[at] ?? 0;
    target.writeInt16LE(Math.round(sum / (to - from)), HEADER_BYTES + (index + edge) * 2);
  }
  writeFileSync(file, target);
  return file;
}

function silenceFile(folder: string): string {
  const file = join(folder, "silence.wav");
  const data = Buffer.alloc(HEADER_BYTES + 8_000 * 2 * 600);
  data.write("RIFF", 0);
  data.writeUInt32LE(data.length - 8, 4);
  data.write("WAVEfmt ", 8);
  data.writeUInt32LE(16, 16);
  data.writeUInt16LE(1, 20);
  data.writeUInt16LE(1, 22);
  data.writeUInt32LE(8_000, 24);
  data.writeUInt32LE(16_000, 28);
  data.writeUInt16LE(2, 32);
  data.writeUInt16LE(16, 34);
  data.write("data", 36);
  data.writeUInt32LE(data.length - HEADER_BYTES, 40);
  writeFileSync(file, data);
  return file;
}

const MODULES = ["g711", "srtp", "aufile", "aubridge", "sndfile", "ctrl_tcp"];

/** Starts a baresip that waits for commands. Its control protocol is JSON in netstrings (module ctrl_tcp). */
export async function startBaresip(options: BaresipOptions): Promise<Baresip> {
  const { folder: parent, user, certificate, key, peerPort, answers } = options;
  const { transport = "tls", host = "127.0.0.1" } = options;
  const folder = join(parent, `baresip-${user.replace("+", "")}`);
  mkdirSync(folder, { recursive: true });
  const [sipPort, controlPort] = [options.port ?? (await findPort()), await findPort()];
  const tlsPort = sipPort + 1;
  const pemFile = join(folder, "both.pem");
  writeFileSync(pemFile, `${key}\n${certificate}`);
  writeFileSync(join(folder, "ca.pem"), certificate);
  const silence = silenceFile(folder);
  const lines = [
    "module_path /usr/lib/baresip/modules",
    `sip_listen ${host}:${sipPort}`,
    `sip_certificate ${pemFile}`,
    `sip_cafile ${join(folder, "ca.pem")}`,
    "audio_player aubridge,sink",
    `snd_path ${folder}`,
    `audio_source aufile,${silence}`,
    `audio_alert aufile,${join(folder, "alert.wav")}`,
    "rtp_ports 40000-49998",
    `ctrl_tcp_listen 127.0.0.1:${controlPort}`,
    ...MODULES.map((name) => `module ${name}.so`),
    "module_app account.so",
    "module_app menu.so",
  ];
  writeFileSync(join(folder, "config"), `${lines.join("\n")}\n`);
  const account = [
    `<sip:${user}@${host}:${transport === "tls" ? tlsPort : sipPort};transport=${transport}>`,
    "regint=0",
    ...(transport === "tls" ? ["mediaenc=srtp-mand"] : []),
    "audio_codecs=PCMU",
    `answermode=${answers ? "auto" : "manual"}`,
    `outbound="sip:127.0.0.1:${peerPort};transport=${transport}"`,
  ];
  writeFileSync(join(folder, "accounts"), `${account.join(";")}\n`);
  const child = spawn("baresip", ["-f", folder], { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  const append = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-20_000);
  };
  child.stdout.on("data", append);
  child.stderr.on("data", append);
  await waitUntil(() => output.includes("baresip is ready"), "baresip is ready");

  const events: string[] = [];
  const socket: Socket = connect(controlPort, "127.0.0.1");
  socket.on("error", () => undefined);
  socket.on("data", (data) => {
    for (const match of data.toString().matchAll(/"type":"([A-Z_]+)"/g)) events.push(match[1] ?? "");
  });
  const send = (command: string, params?: string) =>
    new Promise<void>((resolve, reject) => {
      const json = JSON.stringify({ command, ...(params !== undefined && { params }) });
      socket.write(`${json.length}:${json},`, (error) => (error ? reject(error) : resolve()));
    });
  return {
    tlsPort,
    udpPort: sipPort,
    dial: (to) => send("dial", `sip:${to}@127.0.0.1:${peerPort};transport=${transport}`),
    play: (file) => send("ausrc", `aufile,${file}`),
    async press(digit) {
      await send("sndcode", digit);
      await pause(300);
    },
    hangUp: () => send("hangup"),
    events: () => events,
    heardSeconds() {
      // Module sndfile writes a file for each call.
      const files = readdirSync(folder).filter((name) => name.endsWith("-dec.wav"));
      let loud = 0;
      for (const name of files) {
        const data = readFileSync(join(folder, name)).subarray(HEADER_BYTES);
        for (let at = 0; at + 1 < data.length; at += 2) if (Math.abs(data.readInt16LE(at)) > LOUD) loud++;
      }
      return loud / 8_000;
    },
    output: () => output,
    stop() {
      socket.destroy();
      child.kill("SIGKILL");
    },
  };
}
