import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Script } from "@/lib/voice/testing/providers";
import { bundle } from "../../scripts/build.mjs";

/** Interval of the load balancer's health checks. A dead gateway gets streams until the next one. */
const CHECK_MS = 300;
/** A gateway that does not answer within this time is stopped, not slow. */
const CHECK_TIMEOUT_MS = 5_000;
const ROOT = join(import.meta.dirname, "..", "..");

export type GatewayProcess = {
  host: string;
  /** The status of its `/readyz`; 0 if it does not answer. */
  readiness(): Promise<number>;
  signal(name: NodeJS.Signals): void;
  /** Resolves with its exit code, or null if a signal killed it. */
  exited: Promise<number | null>;
  isRunning(): boolean;
};

async function startGateway(script: Script, env: Record<string, string>): Promise<GatewayProcess> {
  const child: ChildProcess = spawn(
    process.execPath,
    [join(ROOT, "dist", "restart-gateway.js"), JSON.stringify(script)],
    // PORT stays the default: it is part of the addresses that the carrier signs.
    {
      cwd: ROOT,
      env: { ...process.env, VOICE_MAX_CALLS: "50", ...env },
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  const exited = once(child, "exit").then(([code]) => code as number | null);
  const output = child.stdout === null ? [] : await Promise.race([once(child.stdout, "data"), exited]);
  if (!Array.isArray(output)) throw new Error("A gateway did not start.");
  const host = `127.0.0.1:${String(output[0]).trim()}`;
  return {
    host,
    exited,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    signal: (name) => void child.kill(name),
    readiness: () =>
      fetch(`http://${host}/readyz`, { signal: AbortSignal.timeout(CHECK_TIMEOUT_MS) }).then(
        ({ status }) => status,
        () => 0,
      ),
  };
}

/** Gateways that are always running: one that exits is replaced. */
const COUNT = 2;

/** Gateways behind a load balancer, which gives each stream to the first that was ready at its last check. */
export async function openGateways(script: Script) {
  // Bundled, as a replacement must start in a second or two, like the product's own.
  await bundle({
    "restart-gateway": "test/restart/gateway.ts",
    "mask-thread": "lib/masking/work/mask-thread.ts",
  });
  const all: GatewayProcess[] = [];
  let isOver = false;
  const add = async (env: Record<string, string> = {}): Promise<GatewayProcess> => {
    const gateway = await startGateway(script, env);
    all.push(gateway);
    void gateway.exited.then(() => {
      all.splice(all.indexOf(gateway), 1);
      if (!isOver && all.length < COUNT) replacing = add();
    });
    return gateway;
  };
  let replacing: Promise<unknown> = Promise.resolve();
  await Promise.all(Array.from({ length: COUNT }, () => add()));
  let ready: readonly GatewayProcess[] = [...all];
  let preferred: GatewayProcess | undefined;
  let timer: NodeJS.Timeout | undefined;
  // One after the other, so that no check overwrites the result of a later one.
  const check = async () => {
    const checked = [...all];
    const statuses = await Promise.all(checked.map((gateway) => gateway.readiness()));
    ready = checked.filter((_, i) => statuses[i] === 200);
    if (!isOver) timer = setTimeout(check, CHECK_MS);
  };
  timer = setTimeout(check, CHECK_MS);
  const first = () => (preferred !== undefined && ready.includes(preferred) ? preferred : ready[0]);
  return {
    add,
    /** The gateway that gets the next stream. */
    first,
    isComplete: () => ready.length >= COUNT,
    /** Gives the next streams to this gateway while it is ready. */
    prefer(gateway: GatewayProcess) {
      preferred = gateway;
    },
    async close() {
      isOver = true;
      clearTimeout(timer);
      await replacing.catch(() => undefined);
      await Promise.all(
        [...all].map((gateway) => {
          gateway.signal("SIGKILL");
          return gateway.exited;
        }),
      );
    },
  };
}
