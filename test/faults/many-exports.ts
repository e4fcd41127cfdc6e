import { isReached, waitUntil } from "@/test/fixtures/wait-until";
import { deployChatAgent, sendMessage, startChat } from "./conversation";
import type { Fault } from "./fault";
import { withFolder } from "./folder";
import { type Product, startProduct } from "./product";

const REQUESTS = 50;
/** Exports in progress of a workspace and environment (lib/data/exports/create.ts). */
const MOST_OPEN = 5;

/** 50 requests for an export at the same moment. */
export const manyExports: Fault = {
  name: "many-exports",
  title: `${REQUESTS} exports requested at once`,
  run: (observed) =>
    withFolder("exports", async (dataDir) => {
      // No export ends while the requests arrive: the worker starts later.
      const product = await startProduct({ dataDir, roles: ["server"] });
      const { client } = product;
      let worker: Product | undefined;
      try {
        const agentId = await deployChatAgent(client);
        const callId = await startChat(client, agentId);
        await sendMessage(client, callId, "Hello");
        const requests = Array.from({ length: REQUESTS }, () =>
          client.post("/v1/exports", { resource: "calls", format: "jsonl" }),
        );
        const message = sendMessage(client, callId, "While exports run");
        const health = await client.get("/healthz");
        const replies = await Promise.all(requests);
        const accepted = replies.filter(({ status }) => status === 202);
        const refused = replies.filter(({ status }) => status === 409 || status === 503);
        observed.during(
          health.status === 200 && (await message).status === 200,
          "/healthz 200, the running conversation is answered",
        );
        observed.message(
          accepted.length >= 1 && accepted.length + refused.length === REQUESTS,
          `${accepted.length} accepted (202), ${refused.length} refused (409 “${MOST_OPEN} exports are under way. Wait for one to end.”)`,
        );
        observed.message(
          accepted.length <= MOST_OPEN,
          `the limit of ${MOST_OPEN} in progress holds for simultaneous requests`,
        );
        worker = await startProduct({ dataDir, roles: ["worker"] });
        const areDone = await isReached("all exports", async () => {
          const { json } = await client.get("/v1/exports?limit=100");
          return (
            json.data.length === accepted.length &&
            json.data.every(({ status }: { status: string }) => status === "completed")
          );
        });
        const files = await Promise.all(
          accepted.map(({ json }) => client.get(`/v1/exports/${json.id}/file`)),
        );
        const isWhole = files.every(
          ({ status, bytes }) => status === 200 && bytes.toString("utf8").split(callId).length >= 2,
        );
        observed.recovery(
          areDone && isWhole,
          `all ${accepted.length} files are complete and contain the call`,
        );
        const next = await waitUntil("a further export", async () => {
          const reply = await client.post("/v1/exports", { resource: "calls", format: "csv" });
          return reply.status === 202 && reply;
        });
        observed.recovery(next.status === 202, "the next export is accepted");
      } finally {
        await worker?.stop();
        await product.stop();
      }
    }),
};
