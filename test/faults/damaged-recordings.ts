import { existsSync, readFileSync, renameSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import { isReached, waitUntil } from "@/test/fixtures/wait-until";
import { requireStatus } from "./client";
import { connectAsAdmin } from "./cluster";
import type { Fault, Observations } from "./fault";
import { withFolder } from "./folder";
import { makeRecording, waitUntilPlayable } from "./make-recording";
import { type Product, startProduct } from "./product";
import { deployVoiceAgent } from "./voice-call";

/** The folder of a call's recording. */
async function findFolder(admin: pg.Client, dataDir: string, callId: string): Promise<string> {
  const { rows } = await admin.query<{ object: string }>("select object from recordings where call_id = $1", [
    callId,
  ]);
  const object = rows[0]?.object ?? "";
  return join(dataDir, "storage", object.slice(0, 2), object);
}

/** Runs a scheduled job now instead of at its time. */
const runScheduled = (admin: pg.Client, job: string) =>
  admin.query("select graphile_worker.add_job($1, '{}'::json)", [job]);

async function observePlayback(
  { client, logLines }: Product,
  callId: string,
  damage: string,
  observed: Observations,
) {
  const replies = [
    await client.get(`/v1/calls/${callId}/recording`),
    await client.get(`/v1/calls/${callId}/recording?format=wav`),
  ];
  // The status line may be sent before the damaged part is read; then the connection breaks.
  observed.message(
    replies.every(({ status }) => status === 0 || status === 409 || status === 503),
    `${damage}: playback and download end with ${replies.map(({ status }) => (status === 0 ? "a broken transfer" : status)).join(", ")}, never with damaged audio`,
  );
  const line = await waitUntil(
    "a log line",
    async () => logLines("server").find((line) => /"level":[45]0/.test(line) && line.includes(callId)),
    { timeoutMs: 30_000 },
  ).catch(() => null);
  const message = line === null ? "no line" : (JSON.parse(line) as { msg: string }).msg;
  observed.message(line !== null, `${damage}: the server's log has the call and “${message}”`);
}

/** Bytes of recordings are flipped, truncated and removed. */
export const damagedRecordings: Fault = {
  name: "damaged-recordings",
  title: "Recordings with flipped bytes, truncated, and with a missing file",
  run: (observed) =>
    withFolder("recordings", async (dataDir) => {
      const product = await startProduct({ dataDir });
      const { client } = product;
      const admin = await connectAsAdmin(dataDir);
      try {
        const agentId = await deployVoiceAgent(client);
        const [flipped = "", truncated = "", missing = "", intact = ""] = await Promise.all(
          Array.from({ length: 4 }, () => makeRecording(client, agentId)),
        );
        const fileOf = async (callId: string) => join(await findFolder(admin, dataDir, callId), "ogg", "0");
        const bytes = readFileSync(await fileOf(flipped));
        bytes[Math.floor(bytes.length / 2)] = (bytes[Math.floor(bytes.length / 2)] ?? 0) ^ 0xff;
        writeFileSync(await fileOf(flipped), bytes);
        truncateSync(await fileOf(truncated), 100);
        const missingFile = await fileOf(missing);
        renameSync(missingFile, `${missingFile}-aside`);

        await observePlayback(product, flipped, "flipped", observed);
        await observePlayback(product, truncated, "truncated", observed);
        await observePlayback(product, missing, "missing", observed);
        const list = await client.get("/v1/calls");
        const sound = await client.get(`/v1/calls/${intact}/recording`);
        const transcripts = await Promise.all(
          [flipped, truncated, missing].map((id) => client.get(`/v1/calls/${id}`)),
        );
        observed.during(
          list.status === 200 &&
            sound.status === 200 &&
            transcripts.every(({ json }) => json?.transcript.length > 0),
          "lists, transcripts of all calls, and playback of intact recordings",
        );
        const exported = requireStatus(
          await client.post("/v1/exports", { resource: "calls", format: "jsonl" }),
          202,
        );
        const file = await waitUntil("the export", async () => {
          const reply = await client.get(`/v1/exports/${exported.json.id}/file`);
          return reply.status === 200 && reply;
        });
        observed.during(
          [flipped, truncated, missing].every((id) => file.bytes.includes(id)),
          "an export of calls is complete",
        );

        await runScheduled(admin, "storage.check");
        const isMarked = await isReached("the missing file is noticed", async () =>
          product
            .logLines("worker")
            .some((line) => line.includes(missing) && line.includes("bytes of a recording are missing")),
        );
        const marked = await client.get(`/v1/calls/${missing}/recording`);
        observed.message(
          isMarked && marked.status === 409,
          `missing: the hourly check logs “bytes of a recording are missing in the storage” with the call; then playback ${marked.status} “${marked.json?.detail}”`,
        );
        renameSync(`${missingFile}-aside`, missingFile);
        observed.recovery(
          (await waitUntilPlayable(client, missing)).length > 0,
          "a restored file plays again at once",
        );

        const folders = await Promise.all([flipped, truncated].map((id) => findFolder(admin, dataDir, id)));
        await admin.query(
          "update calls set ended_at = ended_at - interval '400 days', settled_at = settled_at - interval '400 days', created_at = created_at - interval '400 days' where id = $1",
          [flipped],
        );
        await runScheduled(admin, "recordings.sweep");
        const isExpired = await isReached("retention", async () => !existsSync(folders[0] ?? ""));
        observed.recovery(isExpired, "retention deletes a damaged recording");
        const erased = await client.delete(`/v1/calls/${truncated}`);
        const isErased = await isReached("deletion", async () => !existsSync(folders[1] ?? ""));
        observed.recovery(
          erased.status === 204 && isErased,
          "deletion of the call deletes a damaged recording",
        );
      } finally {
        await admin.end();
        await product.stop();
      }
    }),
};
