import type { Row } from "../../fixtures/report-table";
import { answerPlacedCalls, launchCampaign } from "../campaign";
import type { Cluster } from "../cluster";
import { readMetrics, sumOf } from "../metrics";
import type { TestWorkspace } from "../workspace";

const CONTACTS = 80;

/** Two workers place a campaign's calls, each once. */
export async function checkCampaign(cluster: Cluster, workspace: TestWorkspace): Promise<Row[]> {
  const telephones = answerPlacedCalls(cluster);
  const campaign = await launchCampaign(cluster, workspace, { contacts: CONTACTS, callsPerSecond: 10 });
  const { placed, twice, completed } = await campaign.untilCompleted();
  await telephones.stop();
  const samples = await Promise.all(cluster.workers.map(({ node }) => readMetrics(cluster, node)));
  const runs = samples.map((of) => sumOf(of, "parley_job_runs_total{", 'task="attempts.place"'));
  return [
    {
      check: `campaign: ${CONTACTS} contacts`,
      measured: `${placed} called, ${twice} twice, ${completed ? "completed" : "failed"}, placed by ${runs.join(" and ")} jobs of the workers`,
      expected: `${CONTACTS}, 0, completed, both`,
      ok: placed === CONTACTS && twice === 0 && completed && runs.every((count) => count > 0),
    },
  ];
}
