import type { Cluster } from "./cluster";
import type { Runner } from "./nodes";

/** A restarted process: its exit code after SIGTERM, and the seconds until it had ended and until it was ready again. */
export type Restart = { name: string; code: number | null; endedS: number; readyS: number };

const secondsSince = (startMs: number): number => (performance.now() - startMs) / 1_000;

/** The roles of a node, ended by SIGTERM one after the other, and started in the reverse order. */
async function restartNode(
  { node, start, stop }: Runner,
  untilReady: () => Promise<void>,
): Promise<Restart[]> {
  const startMs = performance.now();
  const ended: Omit<Restart, "readyS">[] = [];
  for (const role of [...node.roles].reverse())
    ended.push({ name: `${node.name} ${role}`, code: await stop(role), endedS: secondsSince(startMs) });
  const startedMs = performance.now();
  for (const role of node.roles) await start(role);
  await untilReady();
  return ended.map((restart) => ({ ...restart, readyS: secondsSince(startedMs) }));
}

/**
 * Restarts every process of the cluster, one node after the other. The server of a node ends before its pages, whose last
 * requests they answer, and starts after them. The next node follows when HAProxy sends requests to this one again.
 */
export async function restartAll(cluster: Cluster, say: (line: string) => void): Promise<Restart[]> {
  const { proxy, servers, workers, gateways } = cluster;
  const restarts: Restart[] = [];
  for (const runner of [...servers, ...gateways, ...workers]) {
    const { name, roles } = runner.node;
    say(`Restarting ${name}`);
    const untilReady = async () => {
      if (!roles.includes("worker")) await proxy.untilUp(name);
    };
    restarts.push(...(await restartNode(runner, untilReady)));
  }
  return restarts;
}
