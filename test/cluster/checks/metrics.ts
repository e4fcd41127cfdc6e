import type { Row } from "../../fixtures/report-table";
import { ask } from "../client";
import type { Cluster } from "../cluster";
import { readMetrics, sumOf } from "../metrics";

/** Counters that each node has after the other checks, by the beginning of the node's name. */
const COUNTERS = {
  server: ["parley_http_requests_total"],
  worker: ["parley_job_runs_total"],
  gateway: ["parley_voice_max_calls", "parley_voice_answer_delay_seconds_count"],
} as const;

/** Every node reports figures of its work, and the proxy does not pass the metrics on. */
export async function checkMetrics(cluster: Cluster): Promise<Row[]> {
  const measured: string[] = [];
  let complete = 0;
  for (const { node } of cluster.all) {
    const samples = await readMetrics(cluster, node);
    const kind = node.name.slice(0, -1) as keyof typeof COUNTERS;
    const counts = COUNTERS[kind].map((name) => sumOf(samples, name));
    if (counts.every((count) => count > 0)) complete++;
    measured.push(`${node.name} ${counts.join("/")}`);
  }
  const outside = await ask(cluster.proxy.origin, "GET", "/metrics", {
    headers: { authorization: `Bearer ${cluster.metricsToken}` },
  });
  return [
    {
      check: "metrics: requests, job runs, places and answers of each node",
      measured: measured.join(", "),
      expected: "above 0 for 6 nodes",
      ok: complete === cluster.all.length,
    },
    {
      check: "metrics: /metrics through the proxy",
      measured: String(outside.status),
      expected: "404",
      ok: outside.status === 404,
    },
  ];
}
