import { openReceiver } from "@/lib/data/webhooks/testing/receiver";
import { isReached } from "@/test/fixtures/wait-until";
import { requireStatus } from "./client";
import { connectAsAdmin } from "./cluster";
import { deployChatAgent, sendMessage, startChat } from "./conversation";
import { createFakeClock, findClockObstacle } from "./fake-clock";
import type { Fault } from "./fault";
import { withFolder } from "./folder";
import { type Product, startProduct } from "./product";

/** Conversations and events that come due while no worker runs. */
const COUNT = 5;

/** No worker runs for two days, during which conversations, deliveries, retention and schedules come due. */
export const workerAbsent: Fault = {
  name: "worker-absent",
  title: "No worker for two days (the clocks of all processes and of the database step)",
  findObstacle: findClockObstacle,
  run: (observed) =>
    withFolder("absent", async (dataDir) => {
      const clock = createFakeClock(dataDir);
      const receiver = await openReceiver();
      const env = { ...clock.env, TOOL_ALLOWED_HOSTS: receiver.host };
      const product = await startProduct({ dataDir, roles: ["server", "pages"], env });
      const { client } = product;
      let worker: Product | undefined;
      try {
        const transcript = { enabled: true, retention_days: 1 };
        const agentId = await deployChatAgent(client, { inactivity_timeout_s: 30, transcript });
        requireStatus(await client.post("/v1/webhooks", { url: receiver.url, events: ["*"] }), 201);
        const before = await startChat(client, agentId);
        await sendMessage(client, before, "Yesterday");
        requireStatus(await client.post(`/v1/calls/${before}/end`), 200);
        const open: string[] = [];
        for (let n = 0; n < COUNT; n++) {
          const callId = await startChat(client, agentId);
          await sendMessage(client, callId, "I leave without a word");
          open.push(callId);
        }
        const exported = requireStatus(
          await client.post("/v1/exports", { resource: "calls", format: "jsonl" }),
          202,
        );

        // Two days: the transcript's retention period is over as well.
        await clock.set("+2d");
        const chat = await startChat(client, agentId);
        const reply = await sendMessage(client, chat, "Is anyone there?");
        const [ready, queue, list] = await Promise.all(
          ["/readyz", "/readyz/queue", "/v1/calls"].map((path) => client.get(path)),
        );
        observed.during(
          ready?.status === 200 && list?.status === 200 && reply.status === 200,
          `/readyz ${ready?.status}, lists ${list?.status}, a new conversation is answered (${reply.status})`,
        );
        observed.message(queue?.status === 503, `/readyz/queue ${queue?.status} names ${queue?.json?.down}`);

        worker = await startProduct({ dataDir, roles: ["worker"], env });
        const areEnded = await isReached("the conversations end", async () => {
          const calls = await Promise.all(open.map((id) => client.get(`/v1/calls/${id}`)));
          return calls.every(
            ({ json }) =>
              json?.status === "completed" && json?.end_reason !== null && json?.settled_at !== null,
          );
        });
        const reasons = await Promise.all(
          open.map(async (id) => (await client.get(`/v1/calls/${id}`)).json?.end_reason),
        );
        observed.recovery(
          areEnded,
          `${COUNT} abandoned conversations end (${[...new Set(reasons)].join(", ")}) and settle`,
        );
        const isExported = await isReached("the export", async () => {
          return (await client.get(`/v1/exports/${exported.json.id}`)).json?.status === "completed";
        });
        observed.recovery(isExported, "the export that waited is written");
        const isQueueUp = await isReached(
          "the queue",
          async () => (await client.get("/readyz/queue")).status === 200,
        );
        observed.recovery(isQueueUp, "/readyz/queue 200");

        const admin = await connectAsAdmin(dataDir);
        try {
          const isIdle = await isReached("nothing is due", async () => {
            const { rows } = await admin.query<{ due: number }>(
              "select count(*)::int as due from graphile_worker._private_jobs where run_at <= now() and attempts < max_attempts",
            );
            return rows[0]?.due === 0;
          });
          // The message of a call has the call's id in its data.
          const settled = () =>
            receiver.received
              .map(({ body }) => JSON.parse(body))
              .filter(({ type, data }) => type === "call.settled" && open.includes(data.id))
              .map(({ data }) => data.id);
          const areTold = await isReached(
            "call.settled of each",
            async () => new Set(settled()).size === COUNT,
          );
          observed.recovery(
            isIdle && areTold && settled().length === COUNT,
            `webhooks: \`call.settled\` exactly once for each of ${COUNT} (${settled().length} received); no job is overdue`,
          );
          await admin.query("select graphile_worker.add_job('retention.sweep', '{}'::json)");
          const isExpired = await isReached("retention", async () => {
            const { json } = await client.get(`/v1/calls/${before}`);
            return json !== null && !JSON.stringify(json.transcript ?? []).includes("Yesterday");
          });
          observed.recovery(
            isExpired,
            "the transcript whose retention ended meanwhile is deleted by the next sweep",
          );
        } finally {
          await admin.end();
        }
      } finally {
        await worker?.stop();
        await product.stop();
        await receiver.close();
      }
    }),
};
