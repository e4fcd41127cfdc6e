import type { Row } from "../../fixtures/report-table";
import type { Cluster } from "../cluster";
import { answerQuestions, dial, hasAllAnswers, speakAnswer, untilSettled } from "../phone";
import { hasLostTurns } from "../traffic";
import type { TestWorkspace } from "../workspace";

/** The call's gateway is killed after this answer of the caller. */
const KILLED_AFTER = 1;
/** Turn of role `system` where a call continued on another stream. */
const RESUMED = "The connection was interrupted.";

/** A call whose gateway is killed gets a new stream from the carrier and continues on the other gateway. */
export async function checkKilledGateway(cluster: Cluster, workspace: TestWorkspace): Promise<Row[]> {
  const { proxy, gateways } = cluster;
  const dialed = await dial(cluster, workspace);
  const first = cluster.carrier.streamOf(dialed.sid);
  let killed = "";
  const connections = () => Promise.all(gateways.map(({ node }) => proxy.connectionsOf(node.name)));
  const before = await answerQuestions(cluster, workspace, dialed, await speakAnswer(), (count) => {
    if (count !== KILLED_AFTER) return;
    void connections().then(([at1 = 0]) => {
      const holder = at1 > 0 ? gateways[0] : gateways[1];
      killed = holder.node.name;
      holder.kill("gateway");
    });
  });
  const call = await untilSettled(workspace, dialed.callId);
  const next = cluster.carrier.streamOf(dialed.sid);
  for (const { node } of gateways) await proxy.untilUp(node.name);
  const resumed = call.transcript.filter(({ text }) => text?.includes(RESUMED) === true).length;
  const isKept = hasAllAnswers(call) && !hasLostTurns({ before, call });
  return [
    {
      check: "killed gateway: its call",
      measured: `${killed} killed, ${next === first ? "no " : ""}new stream, resumed ${resumed} times, ${isKept ? "completed with all turns" : `ended as ${call.end_reason}`}`,
      expected: "new stream, resumed 1 time, completed with all turns",
      ok: killed !== "" && next !== first && resumed === 1 && isKept,
    },
  ];
}
