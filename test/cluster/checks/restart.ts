import type { Row } from "../../fixtures/report-table";
import { answerPlacedCalls, launchCampaign } from "../campaign";
import type { Cluster } from "../cluster";
import { followConversations } from "../live-reader";
import { speakAnswer } from "../phone";
import { restartAll } from "../rolling-restart";
import { hasLostTurns, startCallers, startTraffic } from "../traffic";
import type { TestWorkspace } from "../workspace";
import { signIn } from "./session";

/** So many that the campaign lasts longer than the restarts of gateways and workers. */
const CONTACTS = 250;
const CALLS_PER_SECOND = 1;
const CAMPAIGN_TIMEOUT_MS = 600_000;
const say = (line: string) => process.stderr.write(`${line}\n`);

/** A rolling restart of every process while conversations, calls, pages, an event stream and a campaign continue. */
export async function checkRestart(cluster: Cluster, workspace: TestWorkspace): Promise<Row[]> {
  const answer = await speakAnswer();
  const traffic = startTraffic(workspace, await signIn(workspace.origin));
  const callers = startCallers(cluster, workspace, answer);
  const reader = followConversations(workspace);
  const telephones = answerPlacedCalls(cluster);
  const campaign = await launchCampaign(cluster, workspace, {
    contacts: CONTACTS,
    callsPerSecond: CALLS_PER_SECOND,
  });
  const restarts = await restartAll(cluster, say);
  const placedMeanwhile = campaign.placed();
  const [requests, calls, events] = [await traffic.stop(), await callers.stop(), await reader.stop()];
  const dialed = await campaign.untilCompleted(CAMPAIGN_TIMEOUT_MS);
  await telephones.stop();
  const failures = [...requests.failures, ...calls.errors];
  if (failures.length > 0) for (const line of [...failures, ...cluster.proxy.healthLines()]) say(line);
  const codes = restarts.map(({ code }) => code);
  const slowest = (of: "endedS" | "readyS") => Math.max(...restarts.map((restart) => restart[of])).toFixed(0);
  const lostTurns = calls.calls.filter(hasLostTurns).length;
  return [
    {
      check: "rolling restart: exit codes after SIGTERM",
      measured: `${codes.join(" ")}; ended after ${slowest("endedS")} s, ready after ${slowest("readyS")} s at most`,
      expected: `0 for ${codes.length} processes`,
      ok: codes.every((code) => code === 0),
    },
    {
      check: "rolling restart: requests, each repeated once if it failed",
      measured: `${requests.failed} of ${requests.requests} failed, ${requests.retried} repeated`,
      expected: "0 failed",
      ok: requests.failed === 0 && requests.requests > 0,
    },
    {
      check: "rolling restart: turns of conversations",
      measured: `${requests.lostTurns} lost in ${requests.conversations} conversations`,
      expected: "0 lost",
      ok: requests.lostTurns === 0 && requests.conversations > 0,
    },
    {
      check: "rolling restart: event streams that reconnect",
      measured: `${events.missing} of ${events.stored} turns missing, ${events.twice} twice, ${events.failed} failed messages; ${events.streams} streams of ${events.conversations} conversations`,
      expected: "0 missing, 0 twice, 0 failed, more streams than conversations",
      ok: events.missing + events.twice + events.failed === 0 && events.streams > events.conversations,
    },
    {
      check: "rolling restart: voice calls",
      measured: `${calls.completed} of ${calls.calls.length} completed, ${lostTurns} with lost turns, ${calls.errors.length} not connected`,
      expected: "all completed, 0 lost, 0 not connected",
      ok:
        calls.calls.length > 0 &&
        calls.completed === calls.calls.length &&
        lostTurns === 0 &&
        calls.errors.length === 0,
    },
    {
      check: `rolling restart: campaign of ${CONTACTS} contacts`,
      measured: `${dialed.placed} called (${placedMeanwhile} during the restarts), ${dialed.twice} twice, ${telephones.failures()} failed callbacks`,
      expected: `${CONTACTS} called, 0 twice, 0 failed callbacks`,
      ok:
        dialed.placed === CONTACTS &&
        dialed.twice === 0 &&
        dialed.completed &&
        placedMeanwhile > 0 &&
        telephones.failures() === 0,
    },
  ];
}
