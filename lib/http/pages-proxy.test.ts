import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, expect, test } from "vitest";
import { pagesProxy } from "./pages-proxy";
import { arePagesUp, probes } from "./probes";

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

function listen(server: Server): Promise<number> {
  closers.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return new Promise((done) =>
    server.listen(0, "127.0.0.1", () => done((server.address() as AddressInfo).port)),
  );
}

/** A stand-in for the pages' process, which records the received headers. */
async function pagesServer() {
  const receivedHeaders: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    receivedHeaders.push(request.headers);
    response.writeHead(201, { "X-Page": request.url ?? "" }).end(`${request.method} page`);
  });
  server.on("upgrade", (request, socket) => {
    receivedHeaders.push(request.headers);
    socket.write("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n");
    socket.on("data", (chunk) => socket.end(`echo ${chunk}`));
    socket.on("error", () => socket.destroy());
  });
  return { port: await listen(server), seen: receivedHeaders };
}

/** A server that sends everything to the pages on this port. */
async function front(pagesPort: number, trustProxy = 0): Promise<number> {
  const pages = pagesProxy(pagesPort, trustProxy);
  closers.push(pages.close);
  const server = createServer(pages.web);
  server.on("upgrade", pages.upgrade);
  return listen(server);
}

/** A port without a listener. */
async function deadPort(): Promise<number> {
  const server = createServer();
  const port = await new Promise<number>((done) =>
    server.listen(0, "127.0.0.1", () => done((server.address() as AddressInfo).port)),
  );
  await new Promise((done) => server.close(done));
  return port;
}

const upgrade = (port: number) =>
  new Promise<string>((done, fail) => {
    let received = "";
    const socket = connect(port, "127.0.0.1", () =>
      socket.write(
        "GET /hmr HTTP/1.1\r\nHost: parley.test\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
      ),
    );
    socket.on("data", (chunk) => {
      received += chunk;
      if (received.endsWith("\r\n\r\n")) socket.write("hello");
    });
    socket.on("error", fail);
    socket.on("close", () => done(received));
  });

test("a page is returned as the pages respond, for the host that the client requested", async () => {
  const pages = await pagesServer();
  const port = await front(pages.port);
  const answer = await fetch(`http://127.0.0.1:${port}/agents?tab=1`, { method: "PUT", body: "x" });
  expect([answer.status, answer.headers.get("x-page"), await answer.text()]).toEqual([
    201,
    "/agents?tab=1",
    "PUT page",
  ]);
  expect(pages.seen[0]?.host).toBe(`127.0.0.1:${port}`);
});

test("forwarding headers of a client are trusted only behind a trusted proxy", async () => {
  const pages = await pagesServer();
  const headers = {
    "X-Forwarded-For": "198.51.100.9",
    "X-Forwarded-Host": "evil.test",
    "X-Forwarded-Proto": "https",
  };
  await fetch(`http://127.0.0.1:${await front(pages.port)}/`, { headers });
  await fetch(`http://127.0.0.1:${await front(pages.port, 1)}/`, { headers });
  const [bare, trusted] = pages.seen;
  expect(bare?.["x-forwarded-for"]).toBe("127.0.0.1");
  expect(bare?.["x-forwarded-proto"]).toBe("http");
  expect(bare?.["x-forwarded-host"]).toMatch(/^127\.0\.0\.1:/);
  expect(trusted?.["x-forwarded-for"]).toBe("198.51.100.9,127.0.0.1");
  expect(trusted?.["x-forwarded-host"]).toBe("evil.test");
});

test("an upgrade reaches the pages, and bytes flow both ways", async () => {
  const pages = await pagesServer();
  expect(await upgrade(await front(pages.port))).toMatch(/^HTTP\/1\.1 101 [\s\S]*echo hello$/);
});

test("while the pages are down, a plain page says so, and the server continues", async () => {
  const port = await front(await deadPort());
  for (const method of ["GET", "POST"]) {
    const answer = await fetch(`http://127.0.0.1:${port}/agents`, { method });
    expect(answer.status).toBe(503);
    expect(answer.headers.get("retry-after")).toBe("2");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(await answer.text()).toContain("Reload this page");
  }
  expect(await upgrade(port)).toMatch(/^HTTP\/1\.1 503 /);
});

test("a page that breaks off breaks off its response, with no other effect", async () => {
  const half = createServer((_, response) => {
    response.writeHead(200, { "Content-Length": 100 });
    response.write("half", () => response.destroy());
  });
  const port = await front(await listen(half));
  const answer = await fetch(`http://127.0.0.1:${port}/`);
  await expect(answer.text()).rejects.toThrow();
  await expect(fetch(`http://127.0.0.1:${port}/`).then((response) => response.status)).resolves.toBe(200);
});

test("the probe of the pages reports whether they respond", async () => {
  const pages = await pagesServer();
  expect(await arePagesUp(pages.port)()).toBe(true);
  expect(await arePagesUp(await deadPort())()).toBe(false);
});

test("concurrent probes check once", async () => {
  let looks = 0;
  const probe = probes({
    part: async () => {
      looks += 1;
      return true;
    },
  });
  const server = createServer((request, response) => void probe(request, response, request.url ?? ""));
  const port = await listen(server);
  const responses = await Promise.all(
    Array.from({ length: 5 }, () => fetch(`http://127.0.0.1:${port}/readyz`)),
  );
  expect(responses.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200]);
  expect(looks).toBe(1);
});

test("a safe page request is retried if its kept connection was closed on reuse; an unsafe one is not", async () => {
  const used = new WeakSet<object>();
  const requestedPaths: string[] = [];
  const pages = createServer((request, response) => {
    requestedPaths.push(request.method ?? "");
    if (used.has(request.socket)) return void request.socket.resetAndDestroy();
    used.add(request.socket);
    response.end("page");
  });
  const port = await front(await listen(pages));
  const status = async (method: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}/agents`, { method });
    await answer.text();
    return answer.status;
  };
  expect([await status("GET"), await status("GET")]).toEqual([200, 200]);
  expect(requestedPaths).toEqual(["GET", "GET", "GET"]);
  expect([await status("GET"), await status("POST")]).toEqual([200, 503]);
  expect(requestedPaths).toEqual(["GET", "GET", "GET", "GET", "POST"]);
});
