import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { waitUntil } from "@/test/fixtures/wait-until";
import type { Row } from "../../fixtures/report-table";
import type { Cluster } from "../cluster";
import { answerQuestions, dial, hasAllAnswers, speakAnswer, untilSettled } from "../phone";
import { hasLostTurns } from "../traffic";
import type { TestWorkspace } from "../workspace";

const CALLS = 4;
/** Downloads of each recording, which both servers answer. */
const DOWNLOADS = 4;

/** Files that a node stored in its folder instead of the bucket. */
const countLocalFiles = (cluster: Cluster): number =>
  cluster.all
    .map(({ node }) => join(node.env.DATA_DIR ?? "", "storage"))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile()).length;

/** Downloads a recording several times. Returns whether all copies are the same, and the servers that sent them. */
async function download({ proxy }: Cluster, { origin, nextKey }: TestWorkspace, callId: string) {
  const copies: Buffer[] = [];
  const nodes = new Set<string>();
  for (let n = 0; n < DOWNLOADS; n++) {
    const response = await fetch(`${origin}/v1/calls/${callId}/recording`, {
      headers: { authorization: `Bearer ${nextKey()}` },
      signal: AbortSignal.timeout(60_000),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    if (response.status !== 200)
      throw new Error(`A recording answered ${response.status}. ${bytes.toString().slice(0, 300)}`);
    copies.push(bytes);
    nodes.add(await proxy.nodeOf(response.headers.get("x-request-id") ?? ""));
  }
  const [first = Buffer.alloc(0)] = copies;
  return { bytes: first.length, isSame: copies.every((copy) => copy.equals(first)), nodes };
}

/** Calls by voice through the gateways, and their recordings from both servers. */
export async function checkVoiceCalls(cluster: Cluster, workspace: TestWorkspace): Promise<Row[]> {
  const answer = await speakAnswer();
  const calls = await Promise.all(
    Array.from({ length: CALLS }, async () => {
      const dialed = await dial(cluster, workspace);
      const before = await answerQuestions(cluster, workspace, dialed, answer);
      return { ...dialed, before, call: await untilSettled(workspace, dialed.callId) };
    }),
  );
  const nodes = await Promise.all(calls.map(({ streamPath }) => cluster.proxy.nodeOf(streamPath)));
  const completed = calls.filter(({ call }) => hasAllAnswers(call)).length;
  const lost = calls.filter(hasLostTurns).length;
  const downloads = [];
  for (const { callId } of calls) {
    await waitUntil(`the recording of ${callId} can be played`, async () => {
      const { status } = await workspace.send("GET", `/v1/calls/${callId}/recording/peaks`);
      return status === 200;
    });
    downloads.push(await download(cluster, workspace, callId));
  }
  const played = downloads.filter(
    ({ bytes, isSame, nodes: by }) => bytes > 10_000 && isSame && by.size === 2,
  );
  const localFiles = countLocalFiles(cluster);
  return [
    {
      check: "voice calls: conversations over the carrier's WebSocket",
      measured: `${completed} of ${CALLS} completed on ${new Set(nodes).size} gateways, ${lost} with lost turns`,
      expected: `${CALLS} on 2 gateways, 0 with lost turns`,
      ok: completed === CALLS && lost === 0 && new Set(nodes).size === 2,
    },
    {
      check: "recordings: made by gateways, played by servers",
      measured: `${played.length} of ${CALLS} with equal copies from both servers, ${localFiles} files outside the bucket`,
      expected: `${CALLS}, 0 outside`,
      ok: played.length === CALLS && localFiles === 0,
    },
  ];
}
