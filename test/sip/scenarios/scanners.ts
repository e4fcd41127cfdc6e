import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { join } from "node:path";
import { selectPackets, startCapture } from "../packet-capture";
import { startSipp } from "../programs";
import { startGateway } from "../proxy/gateway";
import { ADDRESSES, startProxy } from "../proxy/start-proxy";
import { findPort, type ScenarioRun, type SipScenario } from "../scenario";
import { UDP_CALL } from "./proxy";

/** A scanner that gets no response may wait for one; its requests have been sent by then. */
const SCAN_MS = 15_000;

const FLOOD_REQUESTS = 5_000;
const PASSWORD = "0123456789abcdef0123456789abcdef";

/** Runs a scanner of sipvicious, and resolves with its output. */
async function scan(run: ScenarioRun, command: string, args: readonly string[]): Promise<string> {
  const child = spawn(command, args, {
    cwd: run.folder,
    env: { ...process.env, HOME: run.folder },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const append = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout.on("data", append);
  child.stderr.on("data", append);
  const timer = setTimeout(() => child.kill("SIGKILL"), SCAN_MS);
  await once(child, "exit");
  clearTimeout(timer);
  return output;
}

/** Sends requests of a scanner that does not stop without a response, each with a password. */
async function flood(port: number): Promise<void> {
  const socket = createSocket("udp4");
  for (let sent = 0; sent < FLOOD_REQUESTS; sent++) {
    const lines = [
      `REGISTER sip:${ADDRESSES.proxy} SIP/2.0`,
      `Via: SIP/2.0/UDP 127.0.0.1:9;branch=z9hG4bK${sent}`,
      ...[`From: <sip:${sent}@a>;tag=1`, `To: <sip:${sent}@a>`, `Call-ID: flood${sent}`, "CSeq: 1 REGISTER"],
      `Authorization: Digest username="${sent}", realm="a", nonce="b", uri="sip:a", response="${PASSWORD}"`,
      ...["Max-Forwards: 70", "User-Agent: friendly-scanner", "Content-Length: 0", "", ""],
    ];
    await new Promise((resolve) => socket.send(lines.join("\r\n"), port, ADDRESSES.proxy, resolve));
  }
  socket.close();
}

export const SCANNERS: readonly SipScenario[] = [
  {
    name: "scanners: svmap, svwar and svcrack get no byte from the proxy over UDP, and calls continue",
    programs: ["kamailio", "rtpengine", "sipp", "openssl", "svmap", "tcpdump"],
    limitMs: 180_000,
    async run(run) {
      const gateway = await startGateway(run, "127.0.0.11", 53_600);
      const proxy = await startProxy(run, {
        ...{ gateways: [gateway], carrierPort: await findPort(), rtpPort: 55_600 },
      });
      const port = String(proxy.publicPort);
      const target = ADDRESSES.proxy;
      const file = join(run.folder, "scan.pcap");
      await startCapture(run, file, `udp port ${port}`);
      const outputs = [
        await scan(run, "svmap", ["-p", port, target]),
        await scan(run, "svmap", ["-p", port, "-m", "INVITE", target]),
        await scan(run, "svwar", ["-p", port, "-e", "100-199", "--force", target]),
        await scan(run, "svwar", ["-p", port, "-e", "100-199", "-m", "INVITE", "--force", target]),
        await scan(run, "svcrack", ["-p", port, "-u", "100", "-r", "1000-1099", target]),
      ];
      // Each of them ends after its first request.
      for (const output of outputs) assert.match(output, /found nothing/);
      await flood(proxy.publicPort);
      const requests = selectPackets(file, `udp dst port ${port}`);
      const responses = selectPackets(file, `udp src port ${port}`);
      assert.ok(requests.count > FLOOD_REQUESTS / 2, `${requests.count} requests were captured`);
      assert.equal(responses.count, 0);
      assert.equal(gateway.count("invite"), 0);
      // Requests of strangers leave no line, so that they cannot fill the log.
      assert.ok(!/friendly-scanner|0123456789abcdef/.test(proxy.output()));
      const call = { target: proxy.publicPort, host: ADDRESSES.carrier, transport: "udp" } as const;
      await (await startSipp(run, UDP_CALL, call)).done;
      assert.equal(gateway.count("invite"), 1);
      run.note(`${requests.count} requests, 0 responses`);
    },
  },
];
