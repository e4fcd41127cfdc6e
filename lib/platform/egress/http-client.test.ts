import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { EgressError } from "./errors";
import { createHttpClient, type EgressInit, type HttpClient } from "./http-client";

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function serve(listener: RequestListener): Promise<{ port: number; origin: string; host: string }> {
  const server = createServer(listener);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  closers.push(async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
  const { port } = server.address() as AddressInfo;
  return { port, origin: `http://127.0.0.1:${port}`, host: `127.0.0.1:${port}` };
}

function openClient(options: Parameters<typeof createHttpClient>[0]): HttpClient {
  const httpClient = createHttpClient(options);
  closers.push(() => httpClient.close());
  return httpClient;
}

const INIT: EgressInit = { timeoutMs: 5_000, maxBytes: 10_000 };
const STREAM = { ...INIT, firstByteMs: 5_000, idleMs: 5_000 };

async function codeOf(attempt: Promise<unknown>): Promise<string> {
  const error = await attempt.then(
    () => "the request succeeded",
    (rejection: unknown) => rejection,
  );
  return error instanceof EgressError ? error.code : String(error);
}

describe("internal addresses", () => {
  it("are rejected by their text without a connection to the server", async () => {
    let requestCount = 0;
    const { origin, port } = await serve((_req, res) => {
      requestCount++;
      res.end();
    });
    const httpClient = openClient({ allowedHosts: [] });
    for (const url of [
      origin,
      `http://2130706433:${port}`,
      `http://0x7f.1:${port}`,
      `http://[::ffff:127.0.0.1]:${port}`,
      `http://localhost:${port}`,
    ]) {
      expect(await codeOf(httpClient.fetch(url, INIT))).toBe("refused_address");
      expect(await codeOf(httpClient.stream(url, STREAM))).toBe("refused_address");
    }
    expect(requestCount).toBe(0);
  });

  it("are rejected if only one of a name's addresses is internal", async () => {
    const httpClient = openClient({ allowedHosts: [], resolve: async () => ["8.8.8.8", "10.0.0.1"] });
    expect(await codeOf(httpClient.fetch("http://both.example/", INIT))).toBe("refused_address");
  });

  it("are rejected in a second DNS answer, although the first was public", async () => {
    let requestCount = 0;
    const { port } = await serve((_req, res) => {
      requestCount++;
      res.end();
    });
    const answers = [["93.184.215.14"], ["127.0.0.1"], ["127.0.0.1"]];
    const httpClient = openClient({ allowedHosts: [], resolve: async () => answers.shift() ?? [] });
    await httpClient.checkUrl(`http://rebind.example:${port}/`);
    expect(await codeOf(httpClient.fetch(`http://rebind.example:${port}/`, INIT))).toBe("refused_address");
    expect(requestCount).toBe(0);
  });

  it("are excluded by connecting only to the checked addresses, with one lookup per connection", async () => {
    const { port } = await serve((req, res) => res.end(req.headers.host));
    let lookups = 0;
    const httpClient = openClient({
      allowedHosts: [`pinned.example:${port}`],
      resolve: async () => {
        lookups++;
        return lookups === 1 ? ["127.0.0.1"] : ["192.0.2.1"];
      },
    });
    const response = await httpClient.fetch(`http://pinned.example:${port}/`, INIT);
    expect(await response.text()).toBe(`pinned.example:${port}`);
    expect(lookups).toBe(1);
  });

  it("are accepted if the operator lists exactly that host, or that host and port", async () => {
    const { origin, host, port } = await serve((_req, res) => res.end("in"));
    expect(await (await openClient({ allowedHosts: ["127.0.0.1"] }).fetch(origin, INIT)).text()).toBe("in");
    expect(await (await openClient({ allowedHosts: [host] }).fetch(origin, INIT)).text()).toBe("in");
    expect(await codeOf(openClient({ allowedHosts: [`127.0.0.1:${port + 1}`] }).fetch(origin, INIT))).toBe(
      "refused_address",
    );
    expect(await codeOf(openClient({ allowedHosts: ["0.0.1", "27.0.0.1"] }).fetch(origin, INIT))).toBe(
      "refused_address",
    );
  });
});

describe("URLs", () => {
  it.each([
    "ftp://example.com/",
    "file:///etc/passwd",
    "http://user:secret@example.com/",
    "http://user@example.com/",
    "javascript:1",
    "not a url",
    "http://",
    `http://example.com/${"a".repeat(9_000)}`,
  ])("%.40s is rejected as bad_url without being quoted", async (url) => {
    const httpClient = openClient({ allowedHosts: [] });
    expect(await codeOf(httpClient.fetch(url, INIT))).toBe("bad_url");
    expect(await codeOf(httpClient.checkUrl(url))).toBe("bad_url");
    expect(new EgressError("bad_url").message).not.toContain("secret");
  });

  it("are checked by text and by the name's current addresses; an unresolvable name is accepted", async () => {
    const answers: Record<string, string[]> = {
      "inside.example": ["10.1.2.3"],
      "outside.example": ["8.8.8.8"],
    };
    const httpClient = openClient({
      allowedHosts: ["wanted.example"],
      resolve: async (name) => {
        const body = answers[name];
        if (body === undefined) throw new Error("ENOTFOUND");
        return body;
      },
    });
    expect(await codeOf(httpClient.checkUrl("https://169.254.169.254/latest"))).toBe("refused_address");
    expect(await codeOf(httpClient.checkUrl("https://[fd00:ec2::254]/"))).toBe("refused_address");
    expect(await codeOf(httpClient.checkUrl("https://inside.example/"))).toBe("refused_address");
    expect(await codeOf(httpClient.checkUrl("https://outside.example/"))).toBe("the request succeeded");
    expect(await codeOf(httpClient.checkUrl("https://gone.example/"))).toBe("the request succeeded");
    answers["wanted.example"] = ["127.0.0.1"];
    expect(await codeOf(httpClient.checkUrl("https://wanted.example/"))).toBe("the request succeeded");
  });
});

describe("redirects", () => {
  it("are returned to the caller by default", async () => {
    const { origin, host } = await serve((_req, res) =>
      res.writeHead(302, { location: "http://10.0.0.1/" }).end(),
    );
    expect((await openClient({ allowedHosts: [host] }).fetch(origin, INIT)).status).toBe(302);
  });

  it("are rejected if they lead to an internal address", async () => {
    const { origin, host } = await serve((_req, res) =>
      res.writeHead(302, { location: "http://169.254.169.254/latest/meta-data" }).end(),
    );
    expect(
      await codeOf(openClient({ allowedHosts: [host] }).fetch(origin, { ...INIT, maxRedirects: 3 })),
    ).toBe("refused_address");
  });

  it("send no authorization or custom headers to another host, and request credentials for each hop", async () => {
    const otherServer = await serve((req, res) => res.end(JSON.stringify(req.headers)));
    const first = await serve((_req, res) =>
      res.writeHead(307, { location: `${otherServer.origin}/next` }).end(),
    );
    const requestedHosts: string[] = [];
    const response = await openClient({ allowedHosts: [first.host, otherServer.host] }).fetch(first.origin, {
      ...INIT,
      maxRedirects: 3,
      headers: { Authorization: "Bearer a", "X-Key": "b", Cookie: "c", Accept: "application/json" },
      headersFor: (url) => {
        requestedHosts.push(url.host);
        return url.host === first.host ? { "x-bound": "d" } : {};
      },
    });
    const receivedHeaders = (await response.json()) as Record<string, string>;
    expect(receivedHeaders).toMatchObject({ accept: "application/json" });
    for (const name of ["authorization", "x-key", "cookie", "x-bound"])
      expect(receivedHeaders).not.toHaveProperty(name);
    expect(requestedHosts).toEqual([first.host, otherServer.host]);
  });

  it("keep method and body on 307, turn POST into GET on 302 and 303, and stop after three", async () => {
    const methods: string[] = [];
    const server = await serve((req, res) => {
      methods.push(`${req.method} ${req.url}`);
      const next: Record<string, [number, string]> = {
        "/a": [307, "/b"],
        "/b": [302, "/c"],
        "/loop": [302, "/loop"],
      };
      const [status, location] = next[req.url ?? ""] ?? [200, ""];
      res.writeHead(status, location === "" ? {} : { location }).end("done");
    });
    const httpClient = openClient({ allowedHosts: [server.host] });
    await httpClient.fetch(`${server.origin}/a`, { ...INIT, method: "POST", body: "x", maxRedirects: 3 });
    expect(methods).toEqual(["POST /a", "POST /b", "GET /c"]);
    expect(await codeOf(httpClient.fetch(`${server.origin}/loop`, { ...INIT, maxRedirects: 9 }))).toBe(
      "redirect",
    );
    expect(methods.filter((line) => line === "GET /loop")).toHaveLength(4);
  });

  it("to a scheme other than http and https are rejected", async () => {
    const { origin, host } = await serve((_req, res) =>
      res.writeHead(302, { location: "file:///etc/passwd" }).end(),
    );
    expect(
      await codeOf(openClient({ allowedHosts: [host] }).fetch(origin, { ...INIT, maxRedirects: 1 })),
    ).toBe("bad_url");
  });
});

describe("limits", () => {
  it("abort a missing or slow response at the total limit", async () => {
    const { origin, host } = await serve((req, res) => {
      if (req.url === "/drip") {
        const timer = setInterval(() => res.write("x"), 10);
        res.on("close", () => clearInterval(timer));
      }
    });
    const httpClient = openClient({ allowedHosts: [host] });
    for (const path of ["/hang", "/drip"]) {
      expect(await codeOf(httpClient.fetch(origin + path, { ...INIT, timeoutMs: 150 }))).toBe("timeout");
    }
    // On a busy machine the limit may pass before the headers arrive.
    const dripping = httpClient.stream(`${origin}/drip`, { ...STREAM, timeoutMs: 150 });
    expect(await codeOf(dripping.then((response) => response.text()))).toBe("timeout");
  });

  it("abort a body that is too large while it is received, counted after decompression", async () => {
    const bomb = gzipSync(Buffer.alloc(5_000_000));
    const { origin, host } = await serve((req, res) => {
      if (req.url === "/gzip") res.writeHead(200, { "content-encoding": "gzip" }).end(bomb);
      else {
        const more = (): void => {
          while (!res.destroyed && res.write(Buffer.alloc(4_096)));
        };
        res.on("drain", more);
        more();
      }
    });
    const httpClient = openClient({ allowedHosts: [host] });
    for (const path of ["/gzip", "/endless"]) {
      expect(await codeOf(httpClient.fetch(origin + path, INIT))).toBe("too_large");
      expect(await codeOf((await httpClient.stream(origin + path, STREAM)).text())).toBe("too_large");
    }
  });

  it("accept a body of exactly the limit", async () => {
    const { origin, host } = await serve((_req, res) => res.end("a".repeat(100)));
    const httpClient = openClient({ allowedHosts: [host] });
    expect(await (await httpClient.fetch(origin, { ...INIT, maxBytes: 100 })).text()).toHaveLength(100);
    expect(await codeOf(httpClient.fetch(origin, { ...INIT, maxBytes: 99 }))).toBe("too_large");
  });

  it("abort a stream that pauses longer than the idle limit, after its earlier chunks arrive", async () => {
    const { origin, host } = await serve((_req, res) => void res.write("first"));
    const response = await openClient({ allowedHosts: [host] }).stream(origin, { ...STREAM, idleMs: 100 });
    const reader = (response.body ?? new ReadableStream<Uint8Array>()).getReader();
    expect(new TextDecoder().decode((await reader.read()).value)).toBe("first");
    expect(await codeOf(reader.read())).toBe("timeout");
  });

  it("time out if headers arrive but the body does not", async () => {
    const { origin, host } = await serve((_req, res) => res.flushHeaders());
    const stream = openClient({ allowedHosts: [host] }).stream(origin, { ...STREAM, firstByteMs: 150 });
    expect(await codeOf(stream.then((response) => response.text()))).toBe("timeout");
  });

  it("abort with the caller's reason and close the connection", async () => {
    let closed: () => void = () => {};
    const connectionClosed = new Promise<void>((done) => {
      closed = done;
    });
    const { origin, host } = await serve((_req, res) => {
      res.on("close", () => closed());
      res.write("first");
    });
    const caller = new AbortController();
    const response = await openClient({ allowedHosts: [host] }).stream(origin, {
      ...STREAM,
      signal: caller.signal,
    });
    const text = response.text();
    caller.abort(new Error("the caller's reason"));
    expect(await codeOf(text)).toBe("Error: the caller's reason");
    await connectionClosed;
  });

  it("report a closed port and a dropped connection as network errors without detail", async () => {
    const { origin, host } = await serve((req) => void req.socket.destroy());
    expect(await codeOf(openClient({ allowedHosts: [host] }).fetch(origin, INIT))).toBe("network");
    const httpClient = openClient({ allowedHosts: ["127.0.0.1:1"] });
    const error: unknown = await httpClient
      .fetch("http://127.0.0.1:1/", INIT)
      .catch((reason: unknown) => reason);
    // Port 1 is on the Fetch standard's list of bad ports or closed: either way nothing is said but that.
    expect(error).toMatchObject({ code: "network", message: "The server could not be reached." });
  });
});
