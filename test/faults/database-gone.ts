import { isReached, waitUntil } from "@/test/fixtures/wait-until";
import type { Client } from "./client";
import { databasePids, postmasterOf } from "./cluster";
import { deployChatAgent, readTranscript, sendMessage, startChat } from "./conversation";
import type { Fault, Observations } from "./fault";
import { withFolder } from "./folder";
import { type Product, signal, startProduct } from "./product";

/** A request gets its 503 by then, or counts as hanging. The pool waits 5 s, a statement 30 s. */
const ANSWER_LIMIT_MS = 55_000;

/** DATABASE_POOL by default. */
const POOL = 10;

const isRefusal = ({ status, headers }: Awaited<ReturnType<Client["get"]>>): boolean =>
  status === 503 && headers.has("retry-after");

/** Sends three kinds of requests at once while the database is away. */
async function observeOutage({ client }: Product, callId: string, observed: Observations, state: string) {
  const limit = { timeoutMs: ANSWER_LIMIT_MS };
  const [health, list, message, start] = await Promise.all([
    client.get("/healthz", limit),
    client.get("/v1/agents", limit),
    client.post(`/v1/calls/${callId}/messages`, { text: "Are you there?" }, limit),
    client.post("/v1/calls", { agent_id: "agt_0", channel: "chat" }, limit),
  ]);
  // Readiness is remembered for a second.
  const ready = await waitUntil("/readyz notices", async () => {
    const reply = await client.get("/readyz", limit);
    return reply.status === 503 && reply;
  });
  observed.during(health.status === 200, `${state}: /healthz ${health.status}`);
  observed.message(
    ready.status === 503 && JSON.stringify(ready.json).includes("database"),
    `${state}: /readyz ${ready.status} names ${ready.json?.down}`,
  );
  observed.message(
    [list, message, start].every(isRefusal),
    `${state}: list, message and new call get ${[list, message, start].map(({ status, ms }) => `${status} after ${Math.round(ms / 1_000)} s`).join(", ")} with Retry-After`,
  );
}

/** Checks that the server, the conversation and the worker continue. */
async function observeRecovery(
  { client, origin }: Product,
  callId: string,
  observed: Observations,
  state: string,
) {
  const isReady = await isReached(
    `${state}: ready`,
    async () => (await client.get("/readyz")).status === 200,
  );
  const message = await waitUntil("a message is answered", async () => {
    const reply = await sendMessage(client, callId, `After ${state}`);
    return reply.status === 200 && reply;
  });
  const texts = (await readTranscript(client, callId)).map(({ text }) => text);
  const count = (text: string) => texts.filter((entry) => entry === text).length;
  observed.recovery(
    isReady && message.status === 200 && count("Before") === 1 && count(`After ${state}`) === 1,
    `${state}: /readyz 200 without a manual step, the conversation continues, no turn lost or doubled`,
  );
  const queue = await isReached(
    `${state}: the worker`,
    async () => (await fetch(`${origin}/readyz/queue`)).status === 200,
  );
  observed.recovery(queue, `${state}: the worker takes jobs`);
}

/** The embedded database is killed, and later frozen with all its sessions. */
export const databaseGone: Fault = {
  name: "database-gone",
  title: "Database killed (SIGKILL), and frozen (SIGSTOP) for a while",
  run: (observed) =>
    withFolder("database", async (dataDir) => {
      const product = await startProduct({ dataDir });
      try {
        const agentId = await deployChatAgent(product.client);
        const callId = await startChat(product.client, agentId);
        await sendMessage(product.client, callId, "Before");

        signal(postmasterOf(dataDir), "SIGKILL");
        const killed = await product.client.get("/v1/agents");
        observed.during(
          [200, 503].includes(killed.status),
          `killed: a list in the same moment gets ${killed.status}`,
        );
        await observeRecovery(product, callId, observed, "killed");
        observed.message(
          product.output().includes("PostgreSQL exited and is restarted."),
          "killed: the supervisor prints “PostgreSQL exited and is restarted.”",
        );

        // Requests then use connections that are open already, whose statements get no answer.
        await Promise.all(Array.from({ length: 2 * POOL }, () => product.client.get("/v1/agents")));
        const pids = databasePids(dataDir);
        for (const pid of pids) signal(pid, "SIGSTOP");
        try {
          await observeOutage(product, callId, observed, "frozen");
        } finally {
          for (const pid of pids) signal(pid, "SIGCONT");
        }
        await observeRecovery(product, callId, observed, "frozen");
      } finally {
        await product.stop();
      }
    }),
};
