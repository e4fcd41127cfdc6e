import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { waitUntil } from "./scenario";

const HEADER_BYTES = 44;
const LOUD = 1_000;

export type LinphoneOptions = {
  folder: string;
  /** The account that calls authenticate with. */
  account: { username: string; password: string };
  /** The authority that signs the peer's certificate, in PEM. */
  certificateFile: string;
  /** Port of SIP over TLS of the peer. */
  peerPort: number;
};

/** linphonec with TLS and mandatory SRTP, and files instead of a sound card. */
export type Linphone = {
  dial(user: string): void;
  /** Speaks a WAV file in the call, once. */
  play(file: string): void;
  hangUp(): void;
  /** Seconds of sound in its recording so far. */
  heardSeconds(): number;
  output(): string;
  stop(): void;
};

/** Starts linphonec, which reads commands from its input. */
export async function startLinphone(options: LinphoneOptions): Promise<Linphone> {
  const { account, certificateFile, peerPort } = options;
  const folder = join(options.folder, "linphone");
  mkdirSync(join(folder, ".local", "share", "linphone"), { recursive: true });
  const host = "127.0.0.1";
  const lines = [
    ...["[sip]", "sip_port=-1", "sip_tcp_port=-1", "sip_tls_port=-1", "default_proxy=0"],
    // Without the second line, the first start turns IPv6 on.
    ...["use_ipv6=0", "ipv6_migration_done=1"],
    // Its TLS library compares no IP address with a certificate. The chain is verified.
    ...[`root_ca=${certificateFile}`, "verify_server_certs=1", "verify_server_cn=0"],
    ...["media_encryption=srtp", "media_encryption_mandatory=1", "guess_hostname=1"],
    ...["[rtp]", "audio_rtp_port=56000-56098"],
    "[auth_info_0]",
    ...[`username=${account.username}`, `passwd=${account.password}`, `realm=${host}`],
    "[proxy_0]",
    ...[
      `reg_proxy=<sip:${host}:${peerPort};transport=tls>`,
      `reg_route=<sip:${host}:${peerPort};transport=tls>`,
    ],
    ...[
      `reg_identity=sip:${account.username}@${host}`,
      "reg_sendregister=0",
      "publish=0",
      "reg_expires=3600",
    ],
  ];
  const file = join(folder, "linphonerc");
  writeFileSync(file, `${lines.join("\n")}\n`);
  const child = spawn("linphonec", ["-c", file, "-l", join(folder, "linphone.log")], {
    cwd: folder,
    env: { ...process.env, HOME: folder },
    stdio: ["pipe", "pipe", "pipe"],
  });
  let output = "";
  const append = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-20_000);
  };
  child.stdout.on("data", append);
  child.stderr.on("data", append);
  child.stdin.on("error", () => undefined);
  const send = (command: string) => child.stdin.write(`${command}\n`);
  await waitUntil(() => output.includes("linphonec>") || child.exitCode !== null, "linphonec is ready");
  const recording = join(folder, "heard.wav");
  send("soundcard use files");
  send(`record ${recording}`);
  return {
    dial: (user) => void send(`call sip:${user}@${host}:${peerPort};transport=tls`),
    play: (name) => void send(`play ${name}`),
    hangUp: () => void send("terminate"),
    heardSeconds() {
      if (!existsSync(recording)) return 0;
      const data = readFileSync(recording);
      let loud = 0;
      for (let at = HEADER_BYTES; at + 1 < data.length; at += 2)
        if (Math.abs(data.readInt16LE(at)) > LOUD) loud++;
      // The header with the rate is written at the end; G.711 has 8 kHz.
      return loud / 8_000;
    },
    output: () => output,
    stop() {
      child.kill("SIGKILL");
    },
  };
}
