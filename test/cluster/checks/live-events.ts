import { waitUntil } from "@/test/fixtures/wait-until";
import type { Row } from "../../fixtures/report-table";
import type { Cluster } from "../cluster";
import { openEvents } from "../event-reader";
import { requireStatus, type TestWorkspace } from "../workspace";

/** Conversations, each with a reader at both servers. */
const CONVERSATIONS = 10;
/** HAProxy gives streams to both servers in turn, unless another request comes in between. */
const MAX_STREAMS = 10;

type Reader = Awaited<ReturnType<typeof openEvents>>;

/** Turns of a conversation reach the readers at both servers, also from the server that did not receive the message. */
export async function checkLiveEvents({ proxy }: Cluster, workspace: TestWorkspace): Promise<Row[]> {
  const { origin, send, nextKey, chatAgentId } = workspace;
  let crossed = 0;
  let received = 0;
  let expected = 0;
  for (let n = 0; n < CONVERSATIONS; n++) {
    const body = { agent_id: chatAgentId, channel: "chat" };
    const { json } = requireStatus(await send("POST", "/v1/calls", { body }), 201, "A conversation");
    const path = `/v1/calls/${json.id}/events`;
    const readers: Reader[] = [
      await openEvents(origin, path, nextKey()),
      await openEvents(origin, path, nextKey()),
    ];
    const message = await send("POST", `/v1/calls/${json.id}/messages`, {
      body: { text: "We are four people." },
    });
    const { turns } = requireStatus(message, 200, "A message").json as { turns: unknown[] };
    await send("POST", `/v1/calls/${json.id}/end`, { body: {} });
    for (const reader of readers)
      await waitUntil("a reader is told of the end", async () =>
        reader.events().some(({ event }) => event === "call.ended"),
      );
    for (const reader of readers) await reader.close();
    const sender = await proxy.nodeOf(message.requestId);
    for (const reader of readers) {
      const turnCount = reader.events().filter(({ event }) => event === "turn.completed").length;
      const isOther = (await proxy.nodeOf(reader.requestId)) !== sender;
      if (!isOther) continue;
      crossed++;
      // The greeting is there before the message.
      expected += 1 + turns.length;
      received += turnCount;
    }
    if (crossed >= MAX_STREAMS) break;
  }
  return [
    {
      check: "events: streams at one server, messages at the other",
      measured: `${received} of ${expected} turns on ${crossed} streams`,
      expected: "all turns, on at least 5 streams",
      ok: received === expected && crossed >= 5,
    },
  ];
}
