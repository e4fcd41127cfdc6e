import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createCertificate } from "../programs";
import type { ScenarioRun, SipScenario } from "../scenario";

const FOLDER = join(import.meta.dirname, "..", "product");
const LIMIT_MS = 300_000;

/** The product in a separate process, as Node.js reads NODE_EXTRA_CA_CERTS at its start. Its lines become notes. */
async function runProduct(run: ScenarioRun, main: string): Promise<void> {
  const [certificate, key] = createCertificate(run).paths;
  const args = ["--import", "tsx", join(FOLDER, main), run.folder, certificate, key];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, NODE_EXTRA_CA_CERTS: certificate },
    stdio: ["ignore", "pipe", "pipe"],
  });
  run.defer(() => child.kill("SIGKILL"));
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
}

export const PRODUCT: readonly SipScenario[] = [
  {
    name: "product: baresip declines the recording, speaks, is transferred, and is called (TLS, SRTP)",
    programs: ["baresip", "espeak-ng", "openssl"],
    limitMs: LIMIT_MS,
    run: (run) => runProduct(run, "main.ts"),
  },
  {
    name: "product: linphone calls with digest, speaks and is understood (TLS, SRTP)",
    programs: ["linphonec", "espeak-ng", "openssl"],
    limitMs: LIMIT_MS,
    run: (run) => runProduct(run, "linphone-main.ts"),
  },
];
