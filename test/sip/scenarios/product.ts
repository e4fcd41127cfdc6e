import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createCertificate } from "../certificate";
import { endGroup, killGroup } from "../end-group";
import type { SipScenario } from "../scenario";

const FOLDER = join(import.meta.dirname, "..", "product");
const LIMIT_MS = 300_000;
/** A terminal sends its signals to the group of this process alone. */
const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** A scenario of the product in a separate process, as Node.js reads NODE_EXTRA_CA_CERTS at its start. */
const runProduct =
  (file: string): SipScenario["run"] =>
  async (run) => {
    const [certificate, key] = createCertificate(run).paths;
    const main = join(FOLDER, file);
    const child = spawn(process.execPath, ["--import", "tsx", main, run.folder, certificate, key], {
      env: { ...process.env, NODE_EXTRA_CA_CERTS: certificate },
      stdio: ["ignore", "pipe", "pipe"],
      // A group of processes, so that a scenario that reaches its limit ends its telephones too.
      detached: true,
    });
    const onSignal = () => {
      killGroup(child);
      process.exit(1);
    };
    for (const signal of SIGNALS) process.once(signal, onSignal);
    run.defer(() => {
      for (const signal of SIGNALS) process.off(signal, onSignal);
      return endGroup(child);
    });
    let steps = "";
    let errors = "";
    child.stdout.on("data", (chunk: Buffer) => {
      steps += chunk.toString();
    });
    child.stderr.on("data", (chunk: Buffer) => {
      errors = (errors + chunk.toString()).slice(-6_000);
    });
    const [code] = await once(child, "exit");
    if (code !== 0) throw new Error(`The product's scenario ended with ${code}.\n${steps}\n${errors}`);
    // The product logs to the same stream, as JSON.
    for (const step of steps.trim().split("\n")) if (!step.startsWith("{")) run.note(step);
  };

export const PRODUCT: readonly SipScenario[] = [
  {
    name: "product: baresip declines the recording, speaks, is transferred, and is called (TLS, SRTP)",
    programs: ["baresip", "espeak-ng", "openssl"],
    limitMs: LIMIT_MS,
    run: runProduct("main.ts"),
  },
  {
    name: "product: a campaign over Kamailio to baresip (TLS, SRTP) and SIPp",
    programs: ["baresip", "sipp", "kamailio", "espeak-ng", "openssl"],
    limitMs: LIMIT_MS,
    run: runProduct("campaign.ts"),
  },
  {
    name: "product: failover from SIPp (503, Retry-After) to baresip (TLS, SRTP)",
    programs: ["baresip", "sipp", "espeak-ng", "openssl"],
    limitMs: LIMIT_MS,
    run: runProduct("failover.ts"),
  },
  {
    name: "product: linphone calls with digest, speaks and is understood (TLS, SRTP)",
    programs: ["linphonec", "espeak-ng", "openssl"],
    limitMs: LIMIT_MS,
    run: runProduct("linphone-main.ts"),
  },
];
