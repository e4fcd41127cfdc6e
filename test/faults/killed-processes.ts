import { spawn } from "node:child_process";
import { join } from "node:path";
import { openReceiver } from "@/lib/data/webhooks/testing/receiver";
import { isReached, waitUntil } from "@/test/fixtures/wait-until";
import { requireStatus } from "./client";
import { deployChatAgent, readTranscript, startChat } from "./conversation";
import type { Fault, Observations } from "./fault";
import { withFolder } from "./folder";
import { productEnv, ROOT, signal, startProduct } from "./product";

const AGENTS = 24;
/** After which created agents the role is killed. */
const KILLS: Readonly<Record<number, "worker" | "server">> = {
  4: "worker",
  8: "server",
  12: "worker",
  16: "server",
  20: "worker",
};
/** Contacts of the campaign. Its workers are killed all the time, and the database is restarted twice. */
const CONTACTS = "60";
const CAMPAIGN_MS = 480_000;
/**
 * More than the lease of an endpoint (60 s), the interval of the sweep that continues its deliveries (2 minutes), and the time
 * until the jobs of a dead worker are released (30 s), twice.
 */
const EVENTS_MS = 420_000;
/** Twice the lease of an export, which ends before another worker continues it. */
const EXPORT_MS = 240_000;

/** Runs the campaign of test/crash: the product's worker with a stand-in carrier that counts dials. */
async function runCampaign(observed: Observations): Promise<void> {
  const child = spawn(
    process.execPath,
    [join("node_modules", "tsx", "dist", "cli.mjs"), "test/crash/run.ts", CONTACTS],
    {
      cwd: ROOT,
      env: productEnv({}),
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString("utf8");
  });
  const late = setTimeout(() => child.kill("SIGTERM"), CAMPAIGN_MS);
  const code = await new Promise<number | null>((resolve) => child.once("exit", resolve));
  clearTimeout(late);
  process.stderr.write(output);
  observed.recovery(
    code === 0,
    `campaign of ${CONTACTS} contacts with killed workers (\`test/crash/run.ts\`): no double dial, none lost`,
  );
}

/** Workers and servers are killed while agents are created, events delivered and exports written. */
export const killedProcesses: Fault = {
  name: "killed-processes",
  title: "kill -9 of worker and server, also during a campaign",
  run: async (observed) => {
    await withFolder("killed", async (dataDir) => {
      const receiver = await openReceiver();
      const product = await startProduct({ dataDir, env: { TOOL_ALLOWED_HOSTS: receiver.host } });
      const { client } = product;
      try {
        const agentId = await deployChatAgent(client);
        requireStatus(
          await client.post("/v1/webhooks", { url: receiver.url, events: ["agent.created"] }),
          201,
        );
        const callId = await startChat(client, agentId);
        const exported = requireStatus(
          await client.post("/v1/exports", { resource: "calls", format: "jsonl" }),
          202,
        );
        const statuses = new Map<number, number>();
        const post = (path: string, body: object, key: string) =>
          waitUntil(`${path} succeeds`, async () => {
            const reply = await client.post(path, body, { headers: { "Idempotency-Key": key } });
            statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
            return reply.status >= 200 && reply.status < 300 && reply;
          });
        for (let n = 1; n <= AGENTS; n++) {
          const role = KILLS[n];
          const created = post(
            "/v1/agents",
            { name: `Agent ${n}.`, type: "messaging", prompt: "Help." },
            `agent-${n}`,
          );
          if (role !== undefined)
            signal(await waitUntil(`the ${role} runs`, async () => product.pidOf(role)), "SIGKILL");
          await created;
        }
        const tries = [...statuses].map(
          ([status, count]) => `${status === 0 ? "connection refused" : status} × ${count}`,
        );
        const lines = product.output();
        observed.during(
          !statuses.has(500),
          `requests with an Idempotency-Key, repeated until success: ${tries.join(", ")}`,
        );
        observed.message(
          lines.includes("The worker exited (SIGKILL) and is restarted.") &&
            lines.includes("The server exited (SIGKILL) and is restarted."),
          "the supervisor prints “The worker exited (SIGKILL) and is restarted. Its log: …”",
        );
        const { json } = requireStatus(await client.get("/v1/agents?limit=100"), 200);
        const names = json.data
          .map(({ name }: { name: string }) => name)
          .filter((name: string) => name.startsWith("Agent "));
        const eventCount = (n: number) =>
          receiver.received.filter(({ body }) => body.includes(`"Agent ${n}."`)).length;
        const numbers = Array.from({ length: AGENTS }, (_, n) => n + 1);
        const areDelivered = await isReached(
          "all events",
          async () => numbers.every((n) => eventCount(n) > 0),
          {
            timeoutMs: EVENTS_MS,
          },
        );
        const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
        observed.recovery(
          names.length === AGENTS && new Set(names).size === AGENTS,
          `${names.length} of ${AGENTS} agents exist once`,
        );
        observed.recovery(
          areDelivered && new Set(ids).size === AGENTS,
          `${new Set(ids).size} events delivered in ${ids.length} messages (a repeated message has the same webhook-id)`,
        );
        await post(`/v1/calls/${callId}/messages`, { text: "Still here" }, "message-1");
        const texts = (await readTranscript(client, callId)).filter(({ text }) => text === "Still here");
        observed.recovery(texts.length === 1, "the running conversation continues");
        const isExported = await isReached(
          "the export",
          async () => (await client.get(`/v1/exports/${exported.json.id}`)).json?.status === "completed",
          { timeoutMs: EXPORT_MS },
        );
        observed.recovery(isExported, "the export is written");
      } finally {
        await product.stop();
        await receiver.close();
      }
    });
    await runCampaign(observed);
  },
};
