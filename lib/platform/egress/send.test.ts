import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { EgressError } from "./errors";
import { createHttpClient, type EgressOptions, type HttpClient } from "./http-client";

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  closers.push(async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks?of=1`;
}
function openClient(options: Partial<EgressOptions> = {}): HttpClient {
  const httpClient = createHttpClient({ allowedHosts: ["127.0.0.1"], ...options });
  closers.push(() => httpClient.close());
  return httpClient;
}
const createInit = () => ({
  method: "POST",
  headers: { "content-type": "application/json", "x-of": "a" },
  body: Buffer.from('{"of":"ä"}'),
  signal: new AbortController().signal,
  timeoutMs: 20_000,
  maxBytes: 1_000,
});
/** A busy machine needs longer than the second that is the default. */
const PATIENCE = { timeout: 20_000 };
const codeOf = (work: Promise<unknown>) =>
  work.then(
    (status) => `the request succeeded: ${status}`,
    (error: unknown) => (error instanceof EgressError ? error.code : String(error)),
  );

it("sends the request unchanged and returns the status", async () => {
  const bodies: string[] = [];
  const url = await serve((req, res) => {
    let body = "";
    req.setEncoding("utf8").on("data", (chunk: string) => {
      body += chunk;
    });
    req.on("end", () => {
      bodies.push(`${req.method} ${req.url} ${req.headers["x-of"]} ${req.headers["content-length"]} ${body}`);
      res.writeHead(202).end("taken");
    });
  });
  expect(await openClient().send(url, createInit())).toBe(202);
  expect(bodies).toEqual(['POST /hooks?of=1 a 11 {"of":"ä"}']);
});

it("does not follow redirects", async () => {
  let requestCount = 0;
  const redirectTargetServer = await serve((_, res) => {
    requestCount++;
    res.end();
  });
  const url = await serve((_, res) => res.writeHead(307, { location: redirectTargetServer }).end());
  expect(await openClient().send(url, createInit())).toBe(307);
  expect(requestCount).toBe(0);
});

it("checks the address at each connection", async () => {
  let requestCount = 0;
  const url = await serve((_, res) => {
    requestCount++;
    res.end();
  });
  expect(await codeOf(openClient({ allowedHosts: [] }).send(url, createInit()))).toBe("refused_address");
  expect(await codeOf(openClient().send("http://user@127.0.0.1/", createInit()))).toBe("bad_url");
  const rebinding = openClient({ allowedHosts: [], resolve: async () => ["127.0.0.1"] });
  const named = url.replace("http://127.0.0.1", "https://rebind.example");
  expect(await codeOf(rebinding.send(named, createInit()))).toBe("refused_address");
  expect(requestCount).toBe(0);
});

it("aborts at the size limit, the time limit and the caller's signal", async () => {
  const endless = await serve((_, res) => {
    res.writeHead(200);
    const more = () => void (res.destroyed || res.write("x".repeat(512), () => setImmediate(more)));
    more();
  });
  expect(await codeOf(openClient().send(endless, createInit()))).toBe("too_large");
  const silent = await serve(() => undefined);
  expect(await codeOf(openClient().send(silent, { ...createInit(), timeoutMs: 50 }))).toBe("timeout");
  const controller = new AbortController();
  const sent = Array.from({ length: 20 }, () =>
    openClient().send(silent, { ...createInit(), signal: controller.signal }),
  );
  const codes = Promise.all(sent.map(codeOf));
  controller.abort(new Error("enough"));
  expect(new Set(await codes)).toEqual(new Set(["Error: enough"]));
  const closingServer = await serve((req) => req.socket.destroy());
  expect(await codeOf(openClient().send(closingServer, createInit()))).toBe("network");
});

it("does not send a request that was aborted while it waited for a socket", async () => {
  const responders: (() => void)[] = [];
  let requestCount = 0;
  const url = await serve((_, res) => {
    requestCount++;
    responders.push(() => res.end());
  });
  const singleSocket = openClient({ socketsPerOrigin: 1 });
  const first = singleSocket.send(url, createInit());
  const controller = new AbortController();
  const second = codeOf(singleSocket.send(url, { ...createInit(), signal: controller.signal }));
  controller.abort(new Error("enough"));
  expect(await second).toBe("Error: enough");
  await expect.poll(() => responders.length, PATIENCE).toBe(1);
  responders[0]?.();
  expect(await first).toBe(200);
  const third = singleSocket.send(url, createInit());
  await expect.poll(() => responders.length, PATIENCE).toBe(2);
  responders[1]?.();
  expect(await third).toBe(200);
  expect(requestCount).toBe(2);
});

it("does not wait for occupied sockets if sockets are unlimited", async () => {
  const responders: (() => void)[] = [];
  const url = await serve((req, res) => {
    if (req.headers["x-of"] === "hanging") responders.push(() => res.end());
    else res.end();
  });
  const unlimited = openClient({ socketsPerOrigin: null });
  const hanging = Array.from({ length: 80 }, () =>
    unlimited.send(url, { ...createInit(), headers: { "x-of": "hanging" } }),
  );
  expect(await unlimited.send(url, createInit())).toBe(200);
  await expect.poll(() => responders.length, PATIENCE).toBe(80);
  for (const end of responders) end();
  await Promise.all(hanging);
});
