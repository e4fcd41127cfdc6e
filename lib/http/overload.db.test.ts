import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { overloadRefusals, workCounts } from "@/lib/platform/overload";
import { apiListener } from "./api-listener";
import type { Handler, Spec } from "./spec";

/** Requests without a key are of the lowest priority. */
const KEY = { authorization: "Bearer test" };

let finish: () => void = () => undefined;
const finished = new Promise<void>((resolve) => {
  finish = resolve;
});
const handler = (spec: Partial<Spec>, work: () => Promise<void>): Handler =>
  Object.assign(
    async () => {
      await work();
      return new Response("{}");
    },
    { spec: { summary: "Test", capability: null, ...spec } as Spec },
  );

let talkMore: ReadableStreamDefaultController<Uint8Array>;
/** An answer that is streamed while its work continues. */
const talk = () =>
  new Response(
    new ReadableStream({
      start(controller) {
        talkMore = controller;
        controller.enqueue(new TextEncoder().encode("event: turn\n\n"));
      },
    }),
    { headers: { "Content-Type": "text/event-stream" } },
  );

let server: Server;
let origin = "";
beforeAll(async () => {
  const { listener } = apiListener([
    ["/v1/report", { GET: handler({ priority: "bulk" }, () => finished) }],
    ["/v1/carrier", { GET: handler({ signed: true }, async () => undefined) }],
    [
      "/v1/talk",
      { POST: Object.assign(async () => talk(), { spec: { summary: "Talk", capability: null } }) },
    ],
    ["/v1/quick", { GET: handler({}, async () => undefined) }],
  ]);
  server = createServer(listener).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

test("more requests than can be under way are refused before they begin, and carriers are not", async () => {
  const refusals = new Set<string>();
  const statuses: number[] = [];
  const sending = Array.from({ length: 400 }, async () => {
    const response = await fetch(`${origin}/v1/report`, { headers: KEY });
    statuses.push(response.status);
    if (response.status !== 503) return;
    const { code, detail, request_id: requestId } = (await response.json()) as Record<string, string>;
    expect(requestId).toBe(response.headers.get("x-request-id"));
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    refusals.add(`${code}: ${detail?.replace(/\d+/, "n")}`);
  });
  await expect.poll(() => statuses.length, { timeout: 20_000 }).toBeGreaterThan(0);
  expect(new Set(statuses)).toEqual(new Set([503]));
  expect((await fetch(`${origin}/v1/carrier`)).status).toBe(200);

  finish();
  await Promise.all(sending);
  expect([...refusals]).toEqual(["unavailable: This server is busy. Nothing was done. Try again in n s."]);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(16);
  const refusedCount = statuses.filter((status) => status === 503).length;
  expect(overloadRefusals.counts()).toContainEqual({ labels: { priority: "bulk" }, n: refusedCount });
  await expect.poll(() => workCounts(), { timeout: 20_000 }).toMatchObject({ underWay: 0, waiting: 0 });
  expect((await fetch(`${origin}/v1/quick`)).status).toBe(200);
});

test.each(["read to its end", "canceled"])("a streamed answer is under way until it is %s", async (end) => {
  const response = await fetch(`${origin}/v1/talk`, { method: "POST", headers: KEY });
  const reader = response.body?.getReader();
  await reader?.read();
  expect(workCounts()).toMatchObject({ underWay: 1 });
  if (end === "canceled") await reader?.cancel();
  else {
    talkMore.close();
    expect(await reader?.read()).toMatchObject({ done: true });
  }
  await expect.poll(() => workCounts(), { timeout: 20_000 }).toMatchObject({ underWay: 0 });
});
