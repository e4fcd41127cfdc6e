import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { waitUntil } from "@/test/fixtures/wait-until";

const PROGRAMS = ["/usr/sbin/haproxy", "/usr/local/sbin/haproxy", "/usr/bin/haproxy"];
const CONFIGURATION = join(import.meta.dirname, "..", "..", "deploy", "haproxy", "haproxy.cfg");
/** A local request for the statistics. */
const STATS_TIMEOUT_MS = 5_000;
const NODE_FIELD = / parley_(?:servers|gateways)\/([a-z0-9]+) /;

/** The executable of HAProxy: HAPROXY of the environment, or the usual places. Null if it is not installed. */
export const findHaproxy = (): string | null =>
  process.env.HAPROXY ?? PROGRAMS.find((path) => existsSync(path)) ?? null;

/** The first line of `haproxy -v`. */
export const readVersion = (program: string): string =>
  spawnSync(program, ["-v"], { encoding: "utf8" }).stdout.split(" - ")[0]?.trim() ?? program;

export type ProxyAddresses = {
  bind: string;
  stats: string;
  servers: readonly [string, string];
  gateways: readonly [string, string];
};

/**
 * Starts HAProxy with deploy/haproxy/haproxy.cfg, whose addresses come from the environment. Addresses are `<host>:<port>`.
 * `stop` writes its log to `logFile`. Throws if HAProxy refuses the file.
 */
export async function startProxy(
  program: string,
  { bind, stats, servers, gateways }: ProxyAddresses,
  logFile: string,
) {
  const child = spawn(program, ["-db", "-f", CONFIGURATION], {
    env: {
      ...process.env,
      PARLEY_BIND: bind,
      PARLEY_STATS: stats,
      PARLEY_SERVER_1: servers[0],
      PARLEY_SERVER_2: servers[1],
      PARLEY_GATEWAY_1: gateways[0],
      PARLEY_GATEWAY_2: gateways[1],
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const lines: string[] = [];
  const errors: string[] = [];
  let incomplete = "";
  child.stdout.on("data", (chunk: Buffer) => {
    const parts = (incomplete + chunk.toString()).split("\n");
    incomplete = parts.pop() ?? "";
    lines.push(...parts);
  });
  child.stderr.on("data", (chunk: Buffer) => errors.push(chunk.toString()));
  const exited = once(child, "exit");

  /** Reads a column of the statistics for each node. */
  async function readStats(name: "status" | "scur"): Promise<Map<string, string>> {
    const response = await fetch(`http://${stats}/;csv`, { signal: AbortSignal.timeout(STATS_TIMEOUT_MS) });
    const [head = "", ...rows] = (await response.text()).split("\n");
    const column = head.split(",").indexOf(name);
    return new Map(
      rows
        .map((row) => row.split(","))
        .map((fields) => [fields[1] ?? "", fields[column] ?? ""] as const)
        .filter(([node]) => /^(?:server|gateway)\d$/.test(node)),
    );
  }
  const untilStatus = (node: string, status: "UP" | "DOWN") =>
    waitUntil(`${node} is ${status} in HAProxy`, async () =>
      ((await readStats("status")).get(node) ?? "").startsWith(status),
    );
  await waitUntil("HAProxy listens", async () => {
    if (child.exitCode !== null) throw new Error(`HAProxy has ended. ${errors.join("")}`);
    return readStats("status").then(
      () => true,
      () => false,
    );
  });
  return {
    origin: `http://${bind}`,
    /** Waits until the health checks of a node succeed. */
    untilUp: (node: string) => untilStatus(node, "UP"),
    /** Connections of a node in use. */
    connectionsOf: async (node: string): Promise<number> => Number((await readStats("scur")).get(node)),
    /** The node that answered a request, by a unique text of its log line: its request identifier or a part of its path. */
    nodeOf: async (marker: string): Promise<string> => {
      let node: string | undefined;
      await waitUntil(`HAProxy logs ${marker}`, async () => {
        node = NODE_FIELD.exec(lines.find((line) => line.includes(marker)) ?? "")?.[1];
        return node !== undefined;
      });
      return node ?? "";
    },
    /** Lines about nodes that went up or down so far. */
    healthLines: (): string[] => lines.filter((line) => / is (?:UP|DOWN)\b/.test(line)),
    async stop(): Promise<void> {
      child.kill("SIGTERM");
      await exited;
      writeFileSync(logFile, lines.join("\n"));
    },
  };
}
export type Proxy = Awaited<ReturnType<typeof startProxy>>;
