import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { createEgress, type Egress, type EgressInit } from "./egress";
import { EgressError } from "./errors";

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

function way(options: Parameters<typeof createEgress>[0]): Egress {
  const egress = createEgress(options);
  closers.push(() => egress.close());
  return egress;
}

const INIT: EgressInit = { timeoutMs: 5_000, maxBytes: 10_000 };
const STREAM = { ...INIT, firstByteMs: 5_000, idleMs: 5_000 };

async function codeOf(attempt: Promise<unknown>): Promise<string> {
  const error = await attempt.then(
    () => "it went through",
    (thrown: unknown) => thrown,
  );
  return error instanceof EgressError ? error.code : String(error);
}

describe("addresses that lead inside", () => {
  it("are refused by their text, and the server sees no connection", async () => {
    let seen = 0;
    const { origin, port } = await serve((_req, res) => {
      seen++;
      res.end();
    });
    const egress = way({ allowedHosts: [] });
    for (const url of [
      origin,
      `http://2130706433:${port}`,
      `http://0x7f.1:${port}`,
      `http://[::ffff:127.0.0.1]:${port}`,
      `http://localhost:${port}`,
    ]) {
      expect(await codeOf(egress.fetch(url, INIT))).toBe("refused_address");
      expect(await codeOf(egress.stream(url, STREAM))).toBe("refused_address");
    }
    expect(seen).toBe(0);
  });

  it("are refused if only one of a name's addresses leads inside", async () => {
    const egress = way({ allowedHosts: [], resolve: async () => ["8.8.8.8", "10.0.0.1"] });
    expect(await codeOf(egress.fetch("http://both.example/", INIT))).toBe("refused_address");
  });

  it("are refused when a second DNS answer leads inside, though the check at creation saw a public one", async () => {
    let seen = 0;
    const { port } = await serve((_req, res) => {
      seen++;
      res.end();
    });
    const answers = [["93.184.215.14"], ["127.0.0.1"], ["127.0.0.1"]];
    const egress = way({ allowedHosts: [], resolve: async () => answers.shift() ?? [] });
    await egress.checkUrl(`http://rebind.example:${port}/`);
    expect(await codeOf(egress.fetch(`http://rebind.example:${port}/`, INIT))).toBe("refused_address");
    expect(seen).toBe(0);
  });

  it("connects to the very addresses that were checked, with one lookup a connection", async () => {
    const { port } = await serve((req, res) => res.end(req.headers.host));
    let lookups = 0;
    const egress = way({
      allowedHosts: [`pinned.example:${port}`],
      resolve: async () => {
        lookups++;
        return lookups === 1 ? ["127.0.0.1"] : ["192.0.2.1"];
      },
    });
    const response = await egress.fetch(`http://pinned.example:${port}/`, INIT);
    expect(await response.text()).toBe(`pinned.example:${port}`);
    expect(lookups).toBe(1);
  });

  it("pass if the operator lists exactly that host, or that host and port", async () => {
    const { origin, host, port } = await serve((_req, res) => res.end("in"));
    expect(await (await way({ allowedHosts: ["127.0.0.1"] }).fetch(origin, INIT)).text()).toBe("in");
    expect(await (await way({ allowedHosts: [host] }).fetch(origin, INIT)).text()).toBe("in");
    expect(await codeOf(way({ allowedHosts: [`127.0.0.1:${port + 1}`] }).fetch(origin, INIT))).toBe(
      "refused_address",
    );
    expect(await codeOf(way({ allowedHosts: ["0.0.1", "27.0.0.1"] }).fetch(origin, INIT))).toBe(
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
  ])("%.40s is refused as bad_url, and the message does not quote it", async (url) => {
    const egress = way({ allowedHosts: [] });
    expect(await codeOf(egress.fetch(url, INIT))).toBe("bad_url");
    expect(await codeOf(egress.checkUrl(url))).toBe("bad_url");
    expect(new EgressError("bad_url").message).not.toContain("secret");
  });

  it("are checked at creation by text and by what the name resolves to now; an unresolvable name is accepted", async () => {
    const answers: Record<string, string[]> = {
      "inside.example": ["10.1.2.3"],
      "outside.example": ["8.8.8.8"],
    };
    const egress = way({
      allowedHosts: ["wanted.example"],
      resolve: async (name) => {
        const found = answers[name];
        if (found === undefined) throw new Error("ENOTFOUND");
        return found;
      },
    });
    expect(await codeOf(egress.checkUrl("https://169.254.169.254/latest"))).toBe("refused_address");
    expect(await codeOf(egress.checkUrl("https://[fd00:ec2::254]/"))).toBe("refused_address");
    expect(await codeOf(egress.checkUrl("https://inside.example/"))).toBe("refused_address");
    expect(await codeOf(egress.checkUrl("https://outside.example/"))).toBe("it went through");
    expect(await codeOf(egress.checkUrl("https://gone.example/"))).toBe("it went through");
    answers["wanted.example"] = ["127.0.0.1"];
    expect(await codeOf(egress.checkUrl("https://wanted.example/"))).toBe("it went through");
  });
});

describe("redirects", () => {
  it("are handed to the caller unless asked for", async () => {
    const { origin, host } = await serve((_req, res) =>
      res.writeHead(302, { location: "http://10.0.0.1/" }).end(),
    );
    expect((await way({ allowedHosts: [host] }).fetch(origin, INIT)).status).toBe(302);
  });

  it("are refused when they lead inside", async () => {
    const { origin, host } = await serve((_req, res) =>
      res.writeHead(302, { location: "http://169.254.169.254/latest/meta-data" }).end(),
    );
    expect(await codeOf(way({ allowedHosts: [host] }).fetch(origin, { ...INIT, maxRedirects: 3 }))).toBe(
      "refused_address",
    );
  });

  it("take no authorization and no custom header to another host, and credentials are asked for anew", async () => {
    const other = await serve((req, res) => res.end(JSON.stringify(req.headers)));
    const first = await serve((_req, res) => res.writeHead(307, { location: `${other.origin}/next` }).end());
    const asked: string[] = [];
    const response = await way({ allowedHosts: [first.host, other.host] }).fetch(first.origin, {
      ...INIT,
      maxRedirects: 3,
      headers: { Authorization: "Bearer a", "X-Key": "b", Cookie: "c", Accept: "application/json" },
      headersFor: (url) => {
        asked.push(url.host);
        return url.host === first.host ? { "x-bound": "d" } : {};
      },
    });
    const seen = (await response.json()) as Record<string, string>;
    expect(seen).toMatchObject({ accept: "application/json" });
    for (const name of ["authorization", "x-key", "cookie", "x-bound"]) expect(seen).not.toHaveProperty(name);
    expect(asked).toEqual([first.host, other.host]);
  });

  it("keep method and body on 307, make a GET of a POST on 302 and 303, and stop after three", async () => {
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
    const egress = way({ allowedHosts: [server.host] });
    await egress.fetch(`${server.origin}/a`, { ...INIT, method: "POST", body: "x", maxRedirects: 3 });
    expect(methods).toEqual(["POST /a", "POST /b", "GET /c"]);
    expect(await codeOf(egress.fetch(`${server.origin}/loop`, { ...INIT, maxRedirects: 9 }))).toBe(
      "redirect",
    );
    expect(methods.filter((line) => line === "GET /loop")).toHaveLength(4);
  });

  it("to another scheme than http and https are refused", async () => {
    const { origin, host } = await serve((_req, res) =>
      res.writeHead(302, { location: "file:///etc/passwd" }).end(),
    );
    expect(await codeOf(way({ allowedHosts: [host] }).fetch(origin, { ...INIT, maxRedirects: 1 }))).toBe(
      "bad_url",
    );
  });
});

describe("limits", () => {
  it("an answer that never begins, and one that drips, end at the whole limit", async () => {
    const { origin, host } = await serve((req, res) => {
      if (req.url === "/drip") {
        const timer = setInterval(() => res.write("x"), 10);
        res.on("close", () => clearInterval(timer));
      }
    });
    const egress = way({ allowedHosts: [host] });
    for (const path of ["/hang", "/drip"]) {
      expect(await codeOf(egress.fetch(origin + path, { ...INIT, timeoutMs: 150 }))).toBe("timeout");
    }
    const dripping = await egress.stream(`${origin}/drip`, { ...STREAM, timeoutMs: 150 });
    expect(await codeOf(dripping.text())).toBe("timeout");
  });

  it("a body larger than allowed is cut while it comes, compressed ones by what they unpack to", async () => {
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
    const egress = way({ allowedHosts: [host] });
    for (const path of ["/gzip", "/endless"]) {
      expect(await codeOf(egress.fetch(origin + path, INIT))).toBe("too_large");
      expect(await codeOf((await egress.stream(origin + path, STREAM)).text())).toBe("too_large");
    }
  });

  it("a body of exactly the limit passes", async () => {
    const { origin, host } = await serve((_req, res) => res.end("a".repeat(100)));
    const egress = way({ allowedHosts: [host] });
    expect(await (await egress.fetch(origin, { ...INIT, maxBytes: 100 })).text()).toHaveLength(100);
    expect(await codeOf(egress.fetch(origin, { ...INIT, maxBytes: 99 }))).toBe("too_large");
  });

  it("a stream that pauses longer than the idle limit is cut, and its chunks before that arrive", async () => {
    const { origin, host } = await serve((_req, res) => void res.write("first"));
    const response = await way({ allowedHosts: [host] }).stream(origin, { ...STREAM, idleMs: 100 });
    const reader = (response.body ?? new ReadableStream<Uint8Array>()).getReader();
    expect(new TextDecoder().decode((await reader.read()).value)).toBe("first");
    expect(await codeOf(reader.read())).toBe("timeout");
  });

  it("headers without a body in time are a timeout too", async () => {
    const { origin, host } = await serve((_req, res) => res.flushHeaders());
    const response = await way({ allowedHosts: [host] }).stream(origin, { ...STREAM, firstByteMs: 150 });
    expect(await codeOf(response.text())).toBe("timeout");
  });

  it("the caller's abort breaks off with the caller's own reason, and closes the connection", async () => {
    let closed: () => void = () => {};
    const gone = new Promise<void>((done) => {
      closed = done;
    });
    const { origin, host } = await serve((_req, res) => {
      res.on("close", () => closed());
      res.write("first");
    });
    const caller = new AbortController();
    const response = await way({ allowedHosts: [host] }).stream(origin, { ...STREAM, signal: caller.signal });
    const text = response.text();
    caller.abort(new Error("the caller's reason"));
    expect(await codeOf(text)).toBe("Error: the caller's reason");
    await gone;
  });

  it("a port where nobody listens, and a server that hangs up, are network errors without detail", async () => {
    const { origin, host } = await serve((req) => void req.socket.destroy());
    expect(await codeOf(way({ allowedHosts: [host] }).fetch(origin, INIT))).toBe("network");
    const egress = way({ allowedHosts: ["127.0.0.1:1"] });
    const error: unknown = await egress.fetch("http://127.0.0.1:1/", INIT).catch((thrown: unknown) => thrown);
    // Port 1 is on the Fetch standard's list of bad ports or closed: either way nothing is said but that.
    expect(error).toMatchObject({ code: "network", message: "The other side could not be reached." });
  });
});
