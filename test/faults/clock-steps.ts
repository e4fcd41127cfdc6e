import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { openReceiver } from "@/lib/data/webhooks/testing/receiver";
import { isReached } from "@/test/fixtures/wait-until";
import { startDatabase } from "../../scripts/database.mjs";
import { requireStatus } from "./client";
import { deployChatAgent, readTranscript, sendMessage, startChat } from "./conversation";
import { createFakeClock, findClockObstacle } from "./fake-clock";
import type { Fault, Observations } from "./fault";
import { withFolder } from "./folder";
import { type Product, productEnv, ROOT, signal, startProduct } from "./product";

/** A doctor's checks have limits of up to 60 s. */
const DOCTOR_MS = 180_000;

/** The doctor's finding about the clocks. */
function readClockFinding(env: Record<string, string>): { status: string; summary: string } {
  let output: string;
  try {
    output = execFileSync(process.execPath, ["bin/run.mjs", "doctor", "--json"], {
      cwd: ROOT,
      env: productEnv({ NODE_ENV: "production", ...env }),
      encoding: "utf8",
      timeout: DOCTOR_MS,
      stdio: ["ignore", "pipe", "ignore"],
    });
  } catch (error) {
    // The exit code is 1 if any check fails; the report is complete.
    output = (error as { stdout: string }).stdout;
  }
  const report = JSON.parse(output.slice(output.indexOf("{"))) as {
    checks?: { name: string; status: string; summary: string }[];
    findings?: { name: string; status: string; summary: string }[];
  };
  const findings = report.checks ?? report.findings ?? [];
  return findings.find(({ name }) => name === "clock") ?? { status: "none", summary: output.slice(0, 300) };
}

type Setup = { product: Product; agentId: string; callId: string; events: () => string[] };

/** Sends a message, opens a signed link, and waits for an event and the heartbeat of the worker. */
async function observeWork(
  { product, agentId, callId, events }: Setup,
  observed: Observations,
  state: string,
) {
  const { client } = product;
  const isReady = await isReached(
    `${state}: ready`,
    async () => (await client.get("/readyz")).status === 200,
  );
  const reply = await sendMessage(client, callId, state);
  const isOpen = reply.status === 200;
  // A step forward ends conversations whose inactivity timeout is over; another conversation starts.
  const current = isOpen ? callId : await startChat(client, agentId);
  const token = requireStatus(await client.post(`/v1/calls/${current}/participant-token`), 200, 201).json
    .token;
  const participant = await client.post(
    `/v1/calls/${current}/messages`,
    { text: `${state} by link` },
    { key: token },
  );
  const texts = (await readTranscript(client, current)).map(({ text }) => text);
  const name = `Made ${state}`;
  requireStatus(await client.post("/v1/agents", { name, type: "messaging", prompt: "Help." }), 201);
  const isDelivered = await isReached(`${state}: event`, async () =>
    events().some((body) => body.includes(name)),
  );
  const isAlive = await isReached(
    `${state}: queue`,
    async () => (await client.get("/readyz/queue")).status === 200,
  );
  observed.during(
    isReady && isAlive && participant.status === 200,
    `${state}: /readyz 200, the worker's lease is valid, ${isOpen ? "the conversation continues" : `the conversation has ended (${reply.status}), a new conversation is answered`}, a new participant token works`,
  );
  observed.recovery(
    isDelivered &&
      texts.filter((text) => text === `${state} by link`).length === 1 &&
      events().filter((body) => body.includes(name)).length === 1,
    `${state}: turns and webhook exactly once`,
  );
  return token as string;
}

/** The clocks of all processes step during the run; then those of the product alone are an hour and a day off. */
export const clockSteps: Fault = {
  name: "clock",
  title:
    "Clock steps (+1 h, −1 h, +1 day) during a run, and a product whose clock differs from the database's",
  findObstacle: findClockObstacle,
  async run(observed) {
    const receiver = await openReceiver();
    try {
      await withFolder("clock", async (dataDir) => {
        const clock = createFakeClock(dataDir);
        const product = await startProduct({
          dataDir,
          env: { ...clock.env, TOOL_ALLOWED_HOSTS: receiver.host },
        });
        try {
          const { client } = product;
          const agentId = await deployChatAgent(client, { inactivity_timeout_s: 600 });
          requireStatus(
            await client.post("/v1/webhooks", { url: receiver.url, events: ["agent.created"] }),
            201,
          );
          const callId = await startChat(client, agentId);
          const setup: Setup = {
            product,
            agentId,
            callId,
            events: () => receiver.received.map(({ body }) => body),
          };
          const token = await observeWork(setup, observed, "before");
          await clock.set("+1h");
          const old = await client.post(
            `/v1/calls/${callId}/messages`,
            { text: "An old link" },
            { key: token },
          );
          observed.message(
            old.status === 401 || old.status === 409,
            `+1 h: a participant token of 15 minutes is refused (${old.status})`,
          );
          await observeWork(setup, observed, "+1 h");
          await clock.set("+0");
          await observeWork(setup, observed, "back by 1 h");
          await clock.set("+1d");
          await observeWork(setup, observed, "+1 day");
        } finally {
          await product.stop();
        }
      });
      for (const offset of ["+1h", "-1h", "+1d", "-1d"]) await observeSkew(observed, receiver, offset);
    } finally {
      await receiver.close();
    }
  },
};

/** Starts the product with another clock than its database. */
const observeSkew = (
  observed: Observations,
  receiver: Awaited<ReturnType<typeof openReceiver>>,
  offset: string,
) =>
  withFolder("skew", async (folder) => {
    const dataDir = join(folder, "data");
    mkdirSync(dataDir);
    const database = await startDatabase({ dir: join(folder, "pg"), logFile: join(folder, "postgres.log") });
    // A run that is interrupted leaves no server behind.
    const kill = (): void => signal(database.pid ?? 0, "SIGQUIT");
    process.once("exit", kill);
    try {
      const clock = createFakeClock(folder, offset);
      const env = { ...clock.env, DATABASE_URL: database.url, TOOL_ALLOWED_HOSTS: receiver.host };
      const product = await startProduct({ dataDir, env });
      try {
        const { client } = product;
        const agentId = await deployChatAgent(client);
        requireStatus(
          await client.post("/v1/webhooks", { url: receiver.url, events: ["agent.created"] }),
          201,
        );
        const callId = await startChat(client, agentId);
        const setup: Setup = {
          product,
          agentId,
          callId,
          events: () => receiver.received.map(({ body }) => body),
        };
        await observeWork(setup, observed, `product ${offset}`);
        const finding = readClockFinding({
          ...clock.env,
          DATABASE_URL: database.url,
          DATA_DIR: dataDir,
          PORT: String(product.port),
        });
        observed.message(
          finding.status !== "ok" && finding.status !== "none",
          `product ${offset}: doctor \`${finding.status} clock: ${finding.summary}\``,
        );
      } finally {
        await product.stop();
      }
    } finally {
      process.removeListener("exit", kill);
      await database.stop();
    }
  });
