import { LIMITS } from "@/lib/platform/limits/limits";
import type { Row } from "../../fixtures/report-table";
import { ask } from "../client";
import type { Cluster } from "../cluster";
import type { TestWorkspace } from "../workspace";

/** Requests of one key within a minute, all at once. */
const REQUESTS = 300;

/** Both servers together accept as many requests of a key as its limit says. */
export async function checkLimits({ proxy }: Cluster, { origin, createKey }: TestWorkspace): Promise<Row[]> {
  const key = await createKey(1_000);
  const answers = await Promise.all(
    Array.from({ length: REQUESTS }, () => ask(origin, "GET", "/v1/agents?limit=1", { key })),
  );
  const accepted = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status === 429).length;
  const nodes = await Promise.all(accepted.map(({ requestId }) => proxy.nodeOf(requestId)));
  const byNode = ["server1", "server2"].map((name) => nodes.filter((node) => node === name).length);
  return [
    {
      check: `rate limit: ${REQUESTS} requests of one key at once`,
      measured: `${accepted.length} accepted (${byNode.join(" and ")}), ${refused} refused`,
      expected: `${LIMITS.key} accepted by both, ${REQUESTS - LIMITS.key} refused`,
      ok:
        accepted.length === LIMITS.key &&
        refused === REQUESTS - LIMITS.key &&
        byNode.every((count) => count > 0),
    },
  ];
}
