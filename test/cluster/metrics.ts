import type { Cluster } from "./cluster";
import type { Node } from "./nodes";

const TIMEOUT_MS = 15_000;

/** Reads the metrics of a node: the sum of each name's samples by name and labels, as text without a timestamp. */
export async function readMetrics({ metricsToken }: Cluster, node: Node): Promise<Map<string, number>> {
  const response = await fetch(`${node.metrics}/metrics`, {
    headers: { authorization: `Bearer ${metricsToken}` },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (response.status !== 200) throw new Error(`The metrics of ${node.name} answered ${response.status}.`);
  const samples = (await response.text()).split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(
    samples.map((line) => {
      const at = line.lastIndexOf(" ");
      return [line.slice(0, at), Number(line.slice(at + 1))];
    }),
  );
}

/** The sum of the samples whose name and labels contain all of these texts. */
export const sumOf = (samples: ReadonlyMap<string, number>, ...parts: readonly string[]): number =>
  [...samples]
    .filter(([name]) => parts.every((part) => name.includes(part)))
    .reduce((sum, [, value]) => sum + value, 0);
