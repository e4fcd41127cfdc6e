import { openS3Server } from "@/lib/platform/storage/testing/s3-server";
import { isReached, waitUntil } from "@/test/fixtures/wait-until";
import { requireStatus } from "./client";
import type { Fault } from "./fault";
import { withFolder } from "./folder";
import { openGate } from "./gate";
import { makeRecording, waitUntilPlayable, waitUntilRecording } from "./make-recording";
import { startProduct } from "./product";
import { deployVoiceAgent, startVoiceCall } from "./voice-call";

/** A bucket accepts connections and does not answer, then answers a byte a second. */
export const hangingStorage: Fault = {
  name: "hanging-storage",
  title: "Storage (S3) hangs, then trickles",
  run: (observed) =>
    withFolder("storage", async (dataDir) => {
      const server = await openS3Server();
      const gate = await openGate(Number(new URL(server.bucket.endpoint).port));
      const { bucket, region, accessKeyId, secretAccessKey } = server.bucket;
      const product = await startProduct({
        dataDir,
        env: {
          S3_BUCKET: bucket,
          S3_REGION: region,
          S3_ENDPOINT: `http://${gate.host}`,
          S3_ACCESS_KEY_ID: accessKeyId,
          S3_SECRET_ACCESS_KEY: secretAccessKey,
        },
      });
      const { client } = product;
      try {
        // The caller is silent for longer than the default.
        const agentId = await deployVoiceAgent(client, { inactivity_timeout_s: 300 });
        const earlier = await makeRecording(client, agentId);
        for (const mode of ["hang", "trickle"] as const) {
          const call = await startVoiceCall(client, agentId);
          await waitUntilRecording(client, call);
          gate.set(mode);
          const exported = requireStatus(
            await client.post("/v1/exports", { resource: "calls", format: "jsonl" }),
            202,
          );
          const playback = await client.get(`/v1/calls/${earlier}/recording`);
          // On a busy machine /readyz refuses new voice calls for a moment.
          const isReady = await isReached("ready", async () => (await client.get("/readyz")).status === 200);
          const replies = await Promise.all(
            ["/healthz", "/readyz/queue", "/v1/calls"].map((path) => client.get(path)),
          );
          observed.during(
            isReady && replies.every(({ status }) => status === 200) && call.browser.closed() === null,
            `${mode}: /healthz, /readyz, /readyz/queue and lists 200, the voice call continues`,
          );
          observed.message(
            playback.status === 0 || playback.status === 503,
            `${mode}: playback ends after ${Math.round(playback.ms / 1_000)} s (${playback.status === 0 ? "broken transfer" : playback.status})`,
          );
          const hasLine = await isReached("a log line", async () =>
            product
              .logLines("worker")
              .some((line) => line.includes("export.run") && line.includes('"level":50')),
          );
          observed.message(hasLine, `${mode}: the worker's log has the failed try of \`export.run\``);
          gate.set("open");
          await call.end();
          const { status } = await waitUntil("the call settles", async () => {
            const { json } = await client.get(`/v1/calls/${call.id}`);
            return json?.settled_at && json;
          });
          const sound = await waitUntilPlayable(client, call.id);
          const isExported = await isReached(
            "the export",
            async () => (await client.get(`/v1/exports/${exported.json.id}`)).json?.status === "completed",
            { timeoutMs: 240_000 },
          );
          observed.recovery(
            status === "completed" &&
              sound.length > 0 &&
              isExported &&
              (await waitUntilPlayable(client, earlier)).length > 0,
            `${mode}: the call is completed, its recording plays, the export is written, the earlier recording plays`,
          );
        }
      } finally {
        await product.stop();
        await gate.close();
        await server.close();
      }
    }),
};
