import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { createEgress, type Egress, type EgressOptions } from "./egress";
import { EgressError } from "./errors";

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
function way(options: Partial<EgressOptions> = {}): Egress {
  const egress = createEgress({ allowedHosts: ["127.0.0.1"], ...options });
  closers.push(() => egress.close());
  return egress;
}
const init = () => ({
  method: "POST",
  headers: { "content-type": "application/json", "x-of": "a" },
  body: Buffer.from('{"of":"ä"}'),
  signal: new AbortController().signal,
  timeoutMs: 5_000,
  maxBytes: 1_000,
});
const codeOf = (work: Promise<unknown>) =>
  work.then(
    (status) => `it went through: ${status}`,
    (error: unknown) => (error instanceof EgressError ? error.code : String(error)),
  );

it("sends what it is given as it is, and answers the status", async () => {
  const seen: string[] = [];
  const url = await serve((req, res) => {
    let body = "";
    req.setEncoding("utf8").on("data", (chunk: string) => {
      body += chunk;
    });
    req.on("end", () => {
      seen.push(`${req.method} ${req.url} ${req.headers["x-of"]} ${req.headers["content-length"]} ${body}`);
      res.writeHead(202).end("taken");
    });
  });
  expect(await way().send(url, init())).toBe(202);
  expect(seen).toEqual(['POST /hooks?of=1 a 11 {"of":"ä"}']);
});

it("follows no redirect", async () => {
  let asked = 0;
  const elsewhere = await serve((_, res) => {
    asked++;
    res.end();
  });
  const url = await serve((_, res) => res.writeHead(307, { location: elsewhere }).end());
  expect(await way().send(url, init())).toBe(307);
  expect(asked).toBe(0);
});

it("is checked at each connection as every way out", async () => {
  let seen = 0;
  const url = await serve((_, res) => {
    seen++;
    res.end();
  });
  expect(await codeOf(way({ allowedHosts: [] }).send(url, init()))).toBe("refused_address");
  expect(await codeOf(way().send("http://user@127.0.0.1/", init()))).toBe("bad_url");
  const rebinding = way({ allowedHosts: [], resolve: async () => ["127.0.0.1"] });
  const named = url.replace("http://127.0.0.1", "https://rebind.example");
  expect(await codeOf(rebinding.send(named, init()))).toBe("refused_address");
  expect(seen).toBe(0);
});

it("is broken off by an answer without end, by its time, and by whoever asks", async () => {
  const endless = await serve((_, res) => {
    res.writeHead(200);
    const more = () => void (res.destroyed || res.write("x".repeat(512), () => setImmediate(more)));
    more();
  });
  expect(await codeOf(way().send(endless, init()))).toBe("too_large");
  const silent = await serve(() => undefined);
  expect(await codeOf(way().send(silent, { ...init(), timeoutMs: 50 }))).toBe("timeout");
  const own = new AbortController();
  const sent = Array.from({ length: 20 }, () => way().send(silent, { ...init(), signal: own.signal }));
  const codes = Promise.all(sent.map(codeOf));
  own.abort(new Error("enough"));
  expect(new Set(await codes)).toEqual(new Set(["Error: enough"]));
  const gone = await serve((req) => req.socket.destroy());
  expect(await codeOf(way().send(gone, init()))).toBe("network");
});

it("does not send what was broken off while it waited for a socket", async () => {
  const waiting: (() => void)[] = [];
  let seen = 0;
  const url = await serve((_, res) => {
    seen++;
    waiting.push(() => res.end());
  });
  const one = way({ socketsPerOrigin: 1 });
  const first = one.send(url, init());
  const own = new AbortController();
  const second = codeOf(one.send(url, { ...init(), signal: own.signal }));
  own.abort(new Error("enough"));
  expect(await second).toBe("Error: enough");
  await expect.poll(() => waiting.length).toBe(1);
  waiting[0]?.();
  expect(await first).toBe(200);
  const third = one.send(url, init());
  await expect.poll(() => waiting.length).toBe(2);
  waiting[1]?.();
  expect(await third).toBe(200);
  expect(seen).toBe(2);
});

it("waits for no socket that another holds, where there is no limit to them", async () => {
  const held: (() => void)[] = [];
  const url = await serve((req, res) => {
    if (req.headers["x-of"] === "hanging") held.push(() => res.end());
    else res.end();
  });
  const many = way({ socketsPerOrigin: null });
  const hanging = Array.from({ length: 80 }, () =>
    many.send(url, { ...init(), headers: { "x-of": "hanging" } }),
  );
  expect(await many.send(url, init())).toBe(200);
  await expect.poll(() => held.length).toBe(80);
  for (const end of held) end();
  await Promise.all(hanging);
});
