import { connectAsAdmin } from "./cluster";
import { deployChatAgent, readTranscript, sendMessage, startChat } from "./conversation";
import type { Fault } from "./fault";
import { withFolder } from "./folder";
import { startProduct } from "./product";

/** A statement ends after 30 s; the response follows. */
const ANSWER_LIMIT_MS = 55_000;

/** A foreign session holds ACCESS EXCLUSIVE on `calls`, as a manual ALTER TABLE or a VACUUM FULL does. */
export const lockedTable: Fault = {
  name: "locked-table",
  title: "A table (`calls`) locked by a foreign session",
  run: (observed) =>
    withFolder("locked", async (dataDir) => {
      const product = await startProduct({ dataDir });
      const { client } = product;
      try {
        const agentId = await deployChatAgent(client);
        const callId = await startChat(client, agentId);
        await sendMessage(client, callId, "Before");
        const admin = await connectAsAdmin(dataDir);
        try {
          await admin.query("begin");
          await admin.query("lock table calls in access exclusive mode");
          const limit = { timeoutMs: ANSWER_LIMIT_MS };
          const blocked = [
            client.get("/v1/calls", limit),
            client.post(`/v1/calls/${callId}/messages`, { text: "While locked" }, limit),
          ];
          const [health, ready, agents] = await Promise.all([
            client.get("/healthz"),
            client.get("/readyz"),
            client.get("/v1/agents"),
          ]);
          observed.during(
            health.status === 200 && ready.status === 200 && agents.status === 200,
            `/healthz ${health.status}, /readyz ${ready.status}, lists of other tables ${agents.status}`,
          );
          const replies = await Promise.all(blocked);
          observed.message(
            replies.every(({ status, headers }) => status === 503 && headers.has("retry-after")),
            `requests that need the table get ${replies.map(({ status, ms }) => `${status} after ${Math.round(ms / 1_000)} s`).join(", ")}`,
          );
        } finally {
          await admin.query("rollback").catch(() => undefined);
          await admin.end();
        }
        const after = await sendMessage(client, callId, "After");
        const texts = (await readTranscript(client, callId)).map(({ text }) => text);
        observed.recovery(
          after.status === 200 &&
            ["Before", "After"].every((text) => texts.filter((entry) => entry === text).length === 1) &&
            texts.filter((text) => text === "While locked").length <= 1,
          `at once with the lock's end: message ${after.status}, no turn lost or doubled`,
        );
      } finally {
        await product.stop();
      }
    }),
};
