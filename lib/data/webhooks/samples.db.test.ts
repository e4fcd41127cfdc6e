import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createHttpClient } from "@/lib/platform/egress";
import { freePort } from "@/test/fixtures/free-port";
import { makeWorkspace } from "@/test/fixtures/workspace";
import { createWebhook, deliverTo, listDeliveries, testWebhook } from "./index";
import { CreateWebhook, ListDeliveries } from "./schema";

const GUIDE = readFileSync("docs/webhooks.md", "utf8");
/** An interpreter takes tens of seconds to start on a busy machine. */
const PATIENCE = { timeout: 60_000, interval: 50 };
vi.setConfig({ testTimeout: 120_000 });

/** The guide's sample in a language, with another port. */
function sampleIn(language: string, port: number): string {
  const [sample, ...more] = [...GUIDE.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, "gs"))];
  if (sample?.[1] === undefined || more.length > 0) throw new Error(`One sample in ${language} is run.`);
  expect(sample[1]).toContain("8080");
  return sample[1].replace("8080", String(port));
}

function hasPython(): boolean {
  try {
    execFileSync("python3", ["--version"]);
    return true;
  } catch {
    process.stdout.write(
      "SKIPPED: python3 is not on this machine, so the guide's sample in Python is not run.\n",
    );
    return false;
  }
}

let child: ChildProcess | undefined;
afterEach(async () => {
  const ended = child && once(child, "exit");
  child?.kill("SIGKILL");
  await ended;
  child = undefined;
});

/** Runs a sample like a customer would, and captures its output. */
function runSample(command: string, args: readonly string[], secret: string): { output(): string } {
  let captured = "";
  child = spawn(command, args, {
    env: { ...process.env, WEBHOOK_SECRET: secret },
    stdio: ["ignore", "pipe", "ignore"],
  });
  child.stdout?.on("data", (chunk: Buffer) => {
    captured += chunk.toString("utf8");
  });
  return { output: () => captured };
}

const isUp = (url: string) =>
  fetch(url).then(
    () => true,
    () => false,
  );

async function check(command: string, argsOf: (port: number) => string[]): Promise<void> {
  const owner = (await makeWorkspace()).ctx("owner");
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const host = `127.0.0.1:${port}`;
  const httpClient = createHttpClient({ allowedHosts: [host] });
  const input = CreateWebhook.parse({ url, events: ["webhook.test"] });
  const { id, secret = "" } = await createWebhook(owner, input, { egress: httpClient, allowedHosts: [host] });
  const { output } = runSample(command, argsOf(port), secret);
  await vi.waitFor(async () => expect(await isUp(url)).toBe(true), PATIENCE);

  const { event_id: event } = await testWebhook(owner, id);
  await deliverTo(owner, id, httpClient);
  const [delivery] = (await listDeliveries(owner, id, ListDeliveries.parse({}))).data;
  expect(delivery).toMatchObject({ status: "delivered", response_status: 204 });
  await vi.waitFor(() => expect(output()).toBe(`webhook.test ${event}\n`), PATIENCE);

  const forged = { "webhook-id": event, "webhook-signature": "v1,Zm9yZ2Vk" };
  for (const at of [Date.now(), 0]) {
    const headers = { ...forged, "webhook-timestamp": String(Math.floor(at / 1_000)) };
    expect((await fetch(url, { method: "POST", body: "{}", headers })).status).toBe(400);
  }
  expect((await fetch(url, { method: "POST", body: "{}" })).status).toBe(400);
  expect(output()).toBe(`webhook.test ${event}\n`);
  await httpClient.close();
}

describe("the guide's sample", () => {
  test("in Node accepts Parley's signatures and nothing else", () =>
    check(process.execPath, (port) => ["--input-type=module", "--eval", sampleIn("js", port)]));

  test.runIf(hasPython())("in Python accepts Parley's signatures and nothing else", () =>
    check("python3", (port) => ["-c", sampleIn("python", port)]),
  );
});
