import { execFileSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { isReached, waitUntil } from "@/test/fixtures/wait-until";
import { deployChatAgent, readTranscript, sendMessage, startChat } from "./conversation";
import type { Fault, Observations } from "./fault";
import { withFolder } from "./folder";
import { waitUntilPlayable, waitUntilRecording } from "./make-recording";
import { type Product, startProduct } from "./product";
import { deployVoiceAgent, startVoiceCall } from "./voice-call";

/** A start needs 500 MB free, the database about 100 MB. */
const SIZE_MB = 900;
const BLOCK = Buffer.alloc(64 * 1_024, 1);

/** Writes a file until the disk is full. */
function fillDisk(path: string): void {
  const file = openSync(path, "w");
  try {
    for (;;) writeSync(file, BLOCK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  } finally {
    closeSync(file);
  }
}

/** Calls `use` with the path of a small file system in memory. */
async function withSmallDisk(folder: string, use: (mount: string) => Promise<void>): Promise<void> {
  const mount = join(folder, "disk");
  mkdirSync(mount);
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${SIZE_MB}m`, "parley-faults", mount]);
  try {
    await use(mount);
  } finally {
    execFileSync("umount", ["--lazy", mount]);
  }
}

async function observeFullDisk({ client }: Product, callId: string, agentId: string, observed: Observations) {
  // Several writes, as the database fills what its files have reserved first.
  const replies = [];
  for (let n = 0; n < 20; n++)
    replies.push(
      await client.post("/v1/agents", {
        name: `Made on a full disk ${n}`,
        type: "messaging",
        prompt: "x".repeat(100_000),
      }),
    );
  replies.push(await sendMessage(client, callId, "On a full disk"));
  replies.push(await client.post("/v1/calls", { agent_id: agentId, channel: "chat" }));
  const [health, ready] = await Promise.all([client.get("/healthz"), client.get("/readyz")]);
  observed.during(health.status === 200, `/healthz ${health.status}, /readyz ${ready.status}`);
  const counts = new Map<number, number>();
  for (const { status } of replies) counts.set(status, (counts.get(status) ?? 0) + 1);
  const isRefused = replies.every(
    ({ status, headers }) =>
      (status >= 200 && status < 300) || (status === 503 && headers.has("retry-after")),
  );
  observed.message(
    isRefused && counts.has(503),
    `writes: ${[...counts].map(([status, count]) => `${status} × ${count}`).join(", ")} (503 with Retry-After)`,
  );
}

/** The disk of DATA_DIR, with the embedded database and the storage, becomes full during a recorded call. */
export const diskFull: Fault = {
  name: "disk-full",
  title: "Disk of DATA_DIR full (database, storage and logs)",
  findObstacle: () => (process.getuid?.() === 0 ? null : "mounting a small file system needs root"),
  run: (observed) =>
    withFolder("disk", (folder) =>
      withSmallDisk(folder, async (dataDir) => {
        const filler = join(dataDir, "filler");
        const product = await startProduct({ dataDir });
        const { client } = product;
        try {
          const agentId = await deployChatAgent(client);
          const voiceAgent = await deployVoiceAgent(client);
          const callId = await startChat(client, agentId);
          await sendMessage(client, callId, "Before");
          const call = await startVoiceCall(client, voiceAgent);
          await waitUntilRecording(client, call);

          fillDisk(filler);
          await observeFullDisk(product, callId, agentId, observed);
          observed.during(call.browser.closed() === null, "the voice call stays connected");
          rmSync(filler);

          const isReady = await isReached("ready", async () => (await client.get("/readyz")).status === 200);
          const after = await waitUntil("a message", async () => {
            const reply = await sendMessage(client, callId, "After");
            return reply.status === 200 && reply;
          });
          const texts = (await readTranscript(client, callId)).map(({ text }) => text);
          observed.recovery(
            isReady &&
              after.status === 200 &&
              ["Before", "After"].every((text) => texts.filter((entry) => entry === text).length === 1),
            "with free space again: /readyz 200 without a manual step, the conversation continues, no turn lost or doubled",
          );
          await call.end();
          const ended = await waitUntil("the voice call settles", async () => {
            const { json } = await client.get(`/v1/calls/${call.id}`);
            return json?.settled_at && json;
          });
          const sound = await waitUntilPlayable(client, call.id);
          observed.recovery(
            ended.status === "completed" && sound.length > 0,
            `the voice call is ${ended.status} (${ended.end_reason}), its recording plays`,
          );
          const queue = await isReached(
            "the worker",
            async () => (await client.get("/readyz/queue")).status === 200,
          );
          observed.recovery(queue, "the worker takes jobs");
        } finally {
          rmSync(filler, { force: true });
          await product.stop();
        }
      }),
    ),
};
