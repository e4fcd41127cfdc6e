import { execFileSync } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createCertificate } from "../certificate";
import { isBound, isListening, startProgram } from "../programs";
import { findPort, type ScenarioRun, waitUntil } from "../scenario";

const DEPLOY = join(import.meta.dirname, "..", "..", "..", "deploy");
/** Addresses of this machine. Connections of gateways come from the first, as they do not choose an address. */
export const ADDRESSES = {
  proxy: "127.0.0.1",
  carrier: "127.0.0.20",
  rtpPublic: "127.0.0.30",
  rtpPrivate: "127.0.0.31",
} as const;

export type Proxy = {
  /** UDP and TCP port for carriers. */
  publicPort: number;
  publicTlsPort: number;
  /** TLS port for the gateways. */
  gatewayPort: number;
  /** Gateways that answer OPTIONS. */
  activeGateways(): number;
  output(): string;
};

type Options = {
  gateways: readonly { host: string; port: number }[];
  /** UDP port of the carrier at ADDRESSES.carrier. */
  carrierPort: number;
  /** First of the 400 UDP ports of rtpengine. */
  rtpPort: number;
};

/** Replaces each text, which must occur. */
function substitute(file: string, replacements: readonly (readonly [text: string, value: string])[]): void {
  let content = readFileSync(file, "utf8");
  for (const [text, value] of replacements) {
    if (!content.includes(text)) throw new Error(`${file} has no ${text}`);
    content = content.replaceAll(text, value);
  }
  writeFileSync(file, content);
}

async function startRtpengine(run: ScenarioRun, folder: string, rtpPort: number): Promise<number> {
  const file = join(folder, "rtpengine.conf");
  cpSync(join(DEPLOY, "rtpengine", "rtpengine.conf"), file);
  const port = await findPort();
  substitute(file, [
    ["public/203.0.113.5", `public/${ADDRESSES.rtpPublic}`],
    ["private/10.0.0.5", `private/${ADDRESSES.rtpPrivate}`],
    ["127.0.0.1:2223", `127.0.0.1:${port}`],
    ["port-min = 30000", `port-min = ${rtpPort}`],
    ["port-max = 39999", `port-max = ${rtpPort + 399}`],
  ]);
  const { child, output } = startProgram(run, "rtpengine", [
    `--config-file=${file}`,
    ...["--foreground", "--log-stderr", `--pidfile=${join(folder, "rtpengine.pid")}`],
  ]);
  await waitUntil(() => isBound(port) || child.exitCode !== null, "rtpengine listens");
  if (child.exitCode !== null) throw new Error(`rtpengine ended:\n${output()}`);
  return port;
}

/** Starts Kamailio and rtpengine with the configuration of `deploy`, of which addresses and ports alone are replaced. */
export async function startProxy(run: ScenarioRun, options: Options): Promise<Proxy> {
  const folder = join(run.folder, "proxy");
  cpSync(join(DEPLOY, "kamailio"), folder, { recursive: true });
  const rtpengine = await startRtpengine(run, folder, options.rtpPort);
  const [publicPort, publicTlsPort, gatewayPort] = [await findPort(), await findPort(), await findPort()];
  const [certificate, key] = createCertificate(run).paths;
  const { proxy, carrier } = ADDRESSES;
  substitute(join(folder, "addresses.cfg"), [
    ["GATEWAY_PORT 5061", `GATEWAY_PORT ${gatewayPort}`],
    ["10.0.0.5:5061", `${proxy}:${gatewayPort}`],
    ["10.0.0.5", proxy],
    ["203.0.113.5:5061", `${proxy}:${publicTlsPort}`],
    ["203.0.113.5:5060", `${proxy}:${publicPort}`],
    ["203.0.113.129:5060", `${carrier}:${options.carrierPort}`],
    ["127.0.0.1:2223", `127.0.0.1:${rtpengine}`],
    ["/etc/kamailio", folder],
  ]);
  const lines = options.gateways.map(({ host, port }) => `1 sip:${host}:${port};transport=tls`);
  writeFileSync(join(folder, "dispatcher.list"), `${lines.join("\n")}\n`);
  writeFileSync(join(folder, "address.list"), `1 ${proxy} 32 0\n2 ${carrier} 32 0\n`);
  substitute(join(folder, "tls.cfg"), [
    ["/etc/kamailio/tls/certificate.pem", certificate],
    ["/etc/kamailio/tls/key.pem", key],
    ["/etc/kamailio/tls/authorities.pem", certificate],
  ]);
  const file = join(folder, "kamailio.cfg");
  const args = ["-f", file, "-DD", "-E", "-m", "64", "-M", "8", "-Y", folder, "-w", folder];
  const { child, output } = startProgram(run, "/usr/sbin/kamailio", args);
  const ports = [publicPort, publicTlsPort, gatewayPort];
  await waitUntil(() => ports.every(isListening) || child.exitCode !== null, "Kamailio listens");
  if (child.exitCode !== null) throw new Error(`Kamailio ended:\n${output()}`);
  const activeGateways = () => {
    const socket = `unixs:${join(folder, "kamailio_ctl")}`;
    // AP: active and probed.
    return (
      execFileSync("kamcmd", ["-s", socket, "dispatcher.list"])
        .toString()
        .match(/FLAGS: AP/g) ?? []
    ).length;
  };
  return { publicPort, publicTlsPort, gatewayPort, activeGateways, output };
}
