import { randomBytes } from "node:crypto";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Role, type Running, startRole } from "../../bench/processes";
import { freePort } from "../fixtures/free-port";

const KEYS = ["root", "session", "sso", "receipt-signing", "audit-signing"] as const;
const KEY_BYTES = 32;

/** A machine of the cluster: its folder and its ports. A machine with a server also runs the pages. */
export type Node = {
  name: string;
  roles: readonly Role[];
  env: Record<string, string>;
  /** `<host>:<port>` of its server or gateway. */
  address: string;
  /** Address of its metrics. */
  metrics: string;
};

/** The key files that all machines share, as docs/deploy.md describes for Kubernetes. */
export function createKeys(folder: string): string {
  const secrets = join(folder, "secrets");
  mkdirSync(secrets, { mode: 0o700 });
  for (const name of KEYS)
    writeFileSync(join(secrets, `${name}.key`), randomBytes(KEY_BYTES), { mode: 0o600 });
  return secrets;
}

/** Describes a node with a separate DATA_DIR, which contains only the keys. `settings`: the variables of all nodes. */
export async function defineNode(
  name: string,
  roles: readonly Role[],
  { folder, secrets, settings }: { folder: string; secrets: string; settings: Record<string, string> },
): Promise<Node> {
  const dataDir = join(folder, name);
  mkdirSync(dataDir, { mode: 0o700 });
  cpSync(secrets, join(dataDir, "secrets"), { recursive: true, preserveTimestamps: true });
  const [port, pagesPort, metricsPort] = [await freePort(), await freePort(), await freePort()];
  return {
    name,
    roles,
    env: {
      ...settings,
      PORT: String(port),
      PAGES_PORT: String(pagesPort),
      METRICS_PORT: String(metricsPort),
      DATA_DIR: dataDir,
    },
    address: `127.0.0.1:${port}`,
    metrics: `http://127.0.0.1:${roles.includes("worker") ? metricsPort + 1 : metricsPort}`,
  };
}

/** Runs the roles of a node, each as `node bin/start.mjs --only=<role>`. */
export function createRunner(node: Node) {
  const running = new Map<Role, Running>();
  const runner = {
    node,
    /** Starts a role and resolves when it is ready. */
    async start(role: Role): Promise<void> {
      running.set(role, await startRole(role, node.env));
    },
    /** Ends a role by SIGTERM. Resolves with its exit code. */
    async stop(role: Role): Promise<number | null> {
      const process = running.get(role);
      running.delete(role);
      await process?.stop();
      return process === undefined ? null : process.exited;
    },
    /** Kills the process that does the role's work; its supervisor starts another. */
    kill(role: Role): void {
      const target = running.get(role);
      if (target !== undefined) process.kill(target.pid, "SIGKILL");
    },
    startAll: () => Promise.all(node.roles.map((role) => runner.start(role))),
    stopAll: () => Promise.all([...running.keys()].map((role) => runner.stop(role))),
  };
  return runner;
}
export type Runner = ReturnType<typeof createRunner>;
