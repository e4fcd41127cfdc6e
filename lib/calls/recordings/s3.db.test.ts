import { afterAll, beforeAll, expect, test } from "vitest";
import { createAgent, deployAgent } from "@/lib/agents/agents";
import { CreateAgent } from "@/lib/agents/agents/schema";
import { createCall, endCall, readCall } from "@/lib/calls/calls";
import { CreateCall } from "@/lib/calls/calls/schema";
import { closeHub } from "@/lib/platform/live";
import { s3Storage } from "@/lib/platform/storage/s3";
import { openS3Server } from "@/lib/platform/storage/testing/s3-server";
import { makeWorkspace } from "@/test/fixtures/workspace";
import { finishRecording, openRecording, readRecording, removeRecording } from ".";
import { ReadRecording } from "./schema";

let server: Awaited<ReturnType<typeof openS3Server>>;
beforeAll(async () => {
  server = await openS3Server();
});
afterAll(async () => {
  await server.close();
  await closeHub();
});

test("a recording in a bucket is sealed, can be played, and is deleted without a trace", async () => {
  const store = s3Storage(server.bucket);
  const ctx = (await makeWorkspace()).ctx("owner");
  const input = { name: "Desk", type: "voice", voice_id: "builtin:slt", prompt: "Hello." };
  const agent = await createAgent(ctx, CreateAgent.parse(input));
  await deployAgent(ctx, agent.id);
  const { id } = await createCall(ctx, CreateCall.parse({ agent_id: agent.id, channel: "chat" }));
  const recording = await openRecording(ctx, id, store);
  if (recording === null) throw new Error("Nothing is recorded.");
  recording.dispatchEvent({ type: "began", atMs: 0 });
  expect(server.seen).toEqual([]);
  recording.dispatchEvent({ type: "announced", isComplete: true, atMs: 1_000 });
  recording.dispatchEvent({ type: "answered", answer: "silence", atMs: 1_000 });
  const loud = Int16Array.from({ length: 320 }, (_, i) => (i % 32 < 16 ? 9_000 : -9_000));
  for (let at = 1_000; at < 13_000; at += 20) recording.frame("caller", loud, at);
  await endCall(ctx, id);
  await recording.end(13_000);
  expect([...server.objects.keys()].filter((key) => key.includes("/raw/"))).toHaveLength(3);

  await finishRecording(ctx, id, store);
  expect((await readCall(ctx, id)).recording).toMatchObject({ state: "recorded", duration_ms: 12_000 });
  const keys = [...server.objects.keys()];
  expect(keys.length).toBeGreaterThan(0);
  expect(keys.every((key) => /^some-where\/[0-9a-f]{2}\/[0-9a-f]{32}\/ogg\/\d+$/.test(key))).toBe(true);
  for (const sealed of server.objects.values()) expect(sealed.includes("OggS")).toBe(false);

  const file = await readRecording(ctx, id, ReadRecording.parse({}), true, store);
  const pieces: Uint8Array[] = [];
  for await (const piece of file.read(0, 4)) pieces.push(piece);
  expect(Buffer.concat(pieces).toString()).toBe("OggS");

  await removeRecording(ctx, id, "expired", store);
  expect(server.objects.size).toBe(0);
  expect(server.refused()).toBe(0);
});
