import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import type { ToolCredential } from "@/lib/agents/providers";
import { createHttpClient, type HttpClient } from "@/lib/platform/egress";
import { runHttpTool, type ToolResult } from "./run";
import { HttpTool } from "./schema";

type ReceivedRequest = { method: string; url: string; headers: IncomingHttpHeaders; body: string };
type Server = { host: string; origin: string; port: number; requests: ReceivedRequest[] };

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function serve(answer: (res: ServerResponse, request: ReceivedRequest) => void): Promise<Server> {
  const requests: ReceivedRequest[] = [];
  const server = createServer(async (req, res) => {
    let body = "";
    for await (const chunk of req) body += String(chunk);
    const request = { method: req.method ?? "", url: req.url ?? "", headers: req.headers, body };
    requests.push(request);
    answer(res, request);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  closers.push(async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
  const { port } = server.address() as AddressInfo;
  return { requests, port, host: `127.0.0.1:${port}`, origin: `http://127.0.0.1:${port}` };
}

function wayTo(servers: Server[], resolve?: () => Promise<string[]>): HttpClient {
  const egress = createHttpClient({
    allowedHosts: servers.map((server) => server.host),
    ...(resolve && { resolve }),
  });
  closers.push(() => egress.close());
  return egress;
}

const json = (res: ServerResponse, value: unknown, status = 200): void => {
  res.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
};

const tool = (request: Record<string, unknown>, timeoutMs = 5_000, extra: object = {}): HttpTool =>
  HttpTool.parse({
    name: "book",
    description: "Books.",
    parameters: {
      type: "object",
      properties: { id: { type: "string" }, n: { type: "number" }, note: { type: "string" } },
    },
    request: { method: "GET", ...request },
    timeout_ms: timeoutMs,
    ...extra,
  });

const codeOf = (result: ToolResult): string => (result.ok ? "ok" : result.error.code);

describe("the request", () => {
  it("is the template filled with the arguments", async () => {
    const server = await serve((res) => json(res, { booked: true }));
    const result = await runHttpTool(
      tool({
        method: "PUT",
        url: `${server.origin}/o/{{id}}?n={{n}}`,
        headers: { "X-Id": "id {{id}}" },
        body: '{"n": {{n}}, "note": "<{{note}}>"}',
      }),
      { id: "a/b", n: 2, note: 'say "hi" 👋' },
      { egress: wayTo([server]) },
    );
    expect(result).toEqual({ ok: true, status: 200, result: { booked: true } });
    expect(server.requests).toMatchObject([
      {
        method: "PUT",
        url: "/o/a%2Fb?n=2",
        headers: { "x-id": "id a/b", "content-type": "application/json" },
      },
    ]);
    expect(JSON.parse(server.requests[0]?.body ?? "")).toEqual({ n: 2, note: '<say "hi" 👋>' });
  });

  it.each(["POST", "PUT", "PATCH"])(
    "of a %s without a body template sends the arguments as JSON",
    async (method) => {
      const server = await serve((res) => json(res, {}));
      const args = { id: "x", n: 1 };
      const result = await runHttpTool(tool({ method, url: server.origin }), args, {
        egress: wayTo([server]),
      });
      expect(result).toEqual({ ok: true, status: 200, result: {} });
      expect(server.requests).toMatchObject([
        { method, body: '{"id":"x","n":1}', headers: { "content-type": "application/json" } },
      ]);
    },
  );

  it.each(["GET", "DELETE"])("of a %s without a body template has none", async (method) => {
    const server = await serve((res) => json(res, {}));
    const result = await runHttpTool(
      tool({ method, url: server.origin }),
      { id: "x" },
      { egress: wayTo([server]) },
    );
    expect(result).toMatchObject({ ok: true });
    expect(server.requests).toMatchObject([{ method, body: "" }]);
  });

  it("is a form if the tool says so", async () => {
    const server = await serve((res) => json(res, {}));
    const form = {
      method: "POST",
      url: server.origin,
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: "id={{id}}&n={{n}}",
    };
    const result = await runHttpTool(tool(form), { id: "a&b=c" }, { egress: wayTo([server]) });
    expect(result).toMatchObject({ ok: true });
    expect(server.requests).toMatchObject([
      { body: "id=a%26b%3Dc", headers: { "content-type": "application/x-www-form-urlencoded" } },
    ]);
  });

  it("is not sent with invalid arguments", async () => {
    const server = await serve((res) => json(res, {}));
    const dependencies = { egress: wayTo([server]) };
    const templated = tool({ url: `${server.origin}/o/{{id}}`, headers: { "x-note": "{{note}}" } });
    for (const args of [
      { id: 5 },
      { id: "../admin" },
      { id: "" },
      {},
      { id: "a", note: "x\r\nX-Admin: 1" },
      "text",
      [1],
    ]) {
      const result = await runHttpTool(templated, args, dependencies);
      expect(codeOf(result)).toBe("invalid_arguments");
      expect(JSON.stringify(result)).not.toMatch(/admin/i);
    }
    expect(server.requests).toHaveLength(0);
  });
});

describe("internal addresses", () => {
  it("are rejected unless the operator lists them", async () => {
    const server = await serve((res) => json(res, {}));
    expect(codeOf(await runHttpTool(tool({ url: server.origin }), {}, { egress: wayTo([]) }))).toBe(
      "refused_address",
    );
    expect(codeOf(await runHttpTool(tool({ url: server.origin }), {}, { egress: wayTo([server]) }))).toBe(
      "ok",
    );
    expect(server.requests).toHaveLength(1);
  });

  it.each([
    "http://[::1]",
    "http://[::ffff:127.0.0.1]",
    "http://2130706433",
    "http://0x7f.1",
    "http://169.254.169.254",
    "http://[fd00:ec2::254]",
  ])("are refused in every form: %s", async (origin) =>
    expect(codeOf(await runHttpTool(tool({ url: `${origin}/x` }), {}, { egress: wayTo([]) }))).toBe(
      "refused_address",
    ),
  );

  it("are rejected after a second DNS response and after a redirect", async () => {
    const inside = await serve((res) => json(res, { secret: true }));
    const answers = [["93.184.215.14"], ["127.0.0.1"]];
    const rebinding = wayTo([], async () => answers.shift() ?? []);
    await rebinding.checkUrl(`http://rebind.example:${inside.port}/`);
    expect(
      codeOf(
        await runHttpTool(tool({ url: `http://rebind.example:${inside.port}/` }), {}, { egress: rebinding }),
      ),
    ).toBe("refused_address");
    const redirecting = await serve((res) => res.writeHead(302, { location: inside.origin }).end());
    expect(
      codeOf(await runHttpTool(tool({ url: redirecting.origin }), {}, { egress: wayTo([redirecting]) })),
    ).toBe("refused_address");
    expect(inside.requests).toHaveLength(0);
  });
});

describe("a credential", () => {
  const SECRET = 'canary/secret+42"';
  const bound = (...servers: Server[]): { hosts: string[] } => ({
    hosts: servers.map((server) => server.host),
  });

  it("is sent in its kind's header and overrides a template's header", async () => {
    const server = await serve((res) => json(res, {}));
    const dependencies = { egress: wayTo([server]) };
    const plain = tool({ url: server.origin, headers: { "X-Key": "weaker" } });
    const hosts = bound(server);
    await runHttpTool(plain, {}, { ...dependencies, credential: { kind: "bearer", token: "t1", ...hosts } });
    await runHttpTool(
      plain,
      {},
      { ...dependencies, credential: { kind: "basic", username: "u", password: "pä", ...hosts } },
    );
    await runHttpTool(
      plain,
      {},
      { ...dependencies, credential: { kind: "header", name: "X-KEY", value: "t3", ...hosts } },
    );
    const [bearer, basic, header] = server.requests;
    expect(bearer?.headers.authorization).toBe("Bearer t1");
    expect(basic?.headers.authorization).toBe(`Basic ${Buffer.from("u:pä").toString("base64")}`);
    expect(header?.headers["x-key"]).toBe("t3");
  });

  it("is sent only to its hosts: a request to another is rejected", async () => {
    const [server, other] = [await serve((res) => json(res, {})), await serve((res) => json(res, {}))];
    const credential: ToolCredential = { kind: "bearer", token: SECRET, ...bound(other) };
    expect(
      codeOf(
        await runHttpTool(tool({ url: server.origin }), {}, { egress: wayTo([server, other]), credential }),
      ),
    ).toBe("refused_address");
    expect(server.requests).toHaveLength(0);
  });

  it("is checked again for each hop of a redirect", async () => {
    const unbound = await serve((res) => json(res, {}));
    const alsoBound = await serve((res) => res.writeHead(307, { location: unbound.origin }).end());
    const first = await serve((res) => res.writeHead(307, { location: alsoBound.origin }).end());
    const credential: ToolCredential = {
      kind: "header",
      name: "x-key",
      value: SECRET,
      ...bound(first, alsoBound),
    };
    expect(
      codeOf(
        await runHttpTool(
          tool({ url: first.origin }),
          {},
          { egress: wayTo([first, alsoBound, unbound]), credential },
        ),
      ),
    ).toBe("ok");
    expect([first, alsoBound, unbound].map((server) => server.requests[0]?.headers["x-key"])).toEqual([
      SECRET,
      SECRET,
      undefined,
    ]);
  });

  it.each<[string, ToolCredential]>([
    ["bearer", { kind: "bearer", token: SECRET, hosts: ["127.0.0.1"] }],
    ["basic", { kind: "basic", username: "u", password: SECRET, hosts: ["127.0.0.1"] }],
    ["header", { kind: "header", name: "x-key", value: SECRET, hosts: ["127.0.0.1"] }],
  ])("that the service sends back is taken out of the result: %s", async (_kind, credential) => {
    const echoes: ((res: ServerResponse, request: ReceivedRequest) => void)[] = [
      (res, request) => json(res, { headers: request.headers, [SECRET]: [`key ${SECRET}`] }),
      (res, request) => json(res, request, 401),
      (res, request) =>
        res
          .writeHead(200, { "content-type": "text/plain" })
          .end(`${SECRET} ${encodeURIComponent(SECRET)} ${JSON.stringify(request.headers)}`),
      (res) =>
        res.writeHead(200, { "content-type": "application/json" }).end('{"a":"\\u0063anary\\/secret+42\\""}'),
      (res) => json(res, { pad: "x".repeat(65_400), key: `${SECRET}${SECRET}` }),
    ];
    for (const echo of echoes) {
      const server = await serve(echo);
      const result = await runHttpTool(
        tool({ url: server.origin }),
        {},
        { egress: wayTo([server]), credential },
      );
      const resultText = JSON.stringify(result.result);
      const pair = Buffer.from(`u:${SECRET}`).toString("base64");
      for (const form of ["canary", encodeURIComponent(SECRET), Buffer.from(SECRET).toString("base64"), pair])
        expect(resultText).not.toContain(form);
    }
  });

  it("of digits is removed if it is returned as a number", async () => {
    const server = await serve((res) => json(res, { pin: 12345678 }));
    const credential: ToolCredential = { kind: "bearer", token: "12345678", ...bound(server) };
    expect(
      await runHttpTool(tool({ url: server.origin }), {}, { egress: wayTo([server]), credential }),
    ).toMatchObject({ result: { pin: "[credential]" } });
  });
});

describe("the response", () => {
  const run = async (answer: (res: ServerResponse) => void, timeoutMs?: number): Promise<ToolResult> => {
    const server = await serve(answer);
    return runHttpTool(tool({ url: server.origin }, timeoutMs), {}, { egress: wayTo([server]) });
  };
  const typed =
    (type: string, body: string | Buffer, status = 200) =>
    (res: ServerResponse): void =>
      void res.writeHead(status, { "content-type": type }).end(body);

  it("is JSON, text, or nothing", async () => {
    expect(await run(typed("application/json", '{"a":[1,"ü"]}'))).toEqual({
      ok: true,
      status: 200,
      result: { a: [1, "ü"] },
    });
    expect(await run(typed("application/problem+json", "5"))).toMatchObject({ result: 5 });
    expect(await run(typed("text/plain", '[{"a":1}]'))).toMatchObject({ result: [{ a: 1 }] });
    expect(await run(typed("text/plain", "Tomorrow at 3 👋"))).toMatchObject({ result: "Tomorrow at 3 👋" });
    expect(await run((res) => res.writeHead(204).end())).toEqual({ ok: true, status: 204, result: null });
  });

  it.each<[string, (res: ServerResponse) => void]>([
    ["broken JSON", typed("application/json", '{"a":')],
    ["JSON that nests without end", typed("application/json", "[".repeat(20_000) + "]".repeat(20_000))],
    ["a picture", typed("image/png", Buffer.from([0x89, 0x50]))],
    ["rubbish", typed("text/plain", "a\u0000b")],
    ["more than a mebibyte", typed("text/plain", "x".repeat(1024 * 1024 + 1))],
    ["a redirect to nowhere", (res) => res.writeHead(302).end()],
    ["a redirect to itself", (res) => res.writeHead(302, { location: "/" }).end()],
  ])("is refused if it is %s", async (_name, answer) =>
    expect(codeOf(await run(answer))).toBe("invalid_answer"),
  );

  it("is truncated at 64 KiB, between characters", async () => {
    for (const body of ["ü".repeat(60_000), JSON.stringify({ a: "ü".repeat(60_000) })]) {
      const { result } = await run(typed("text/plain", body));
      expect(Buffer.byteLength(String(result))).toBeLessThanOrEqual(64 * 1024);
      expect(String(result)).toMatch(/ü\n\[cut\]$/);
    }
  });

  it("with an error status keeps the service's text", async () => {
    expect(await run(typed("application/json", '{"error":"no such order"}', 404))).toEqual({
      ok: false,
      status: 404,
      result: { error: "no such order" },
      error: {
        code: "http_4xx",
        reason: "http_4xx",
        message: "The service refused the request. Its status was 404.",
        params: { status: 404 },
      },
    });
    expect(await run(typed("text/html", "<h1>Oops</h1>", 503))).toMatchObject({
      ok: false,
      status: 503,
      error: { code: "http_5xx" },
    });
  });

  it("that is missing or too slow is a timeout", async () => {
    expect(codeOf(await run(() => {}, 150))).toBe("timeout");
    const drip = (res: ServerResponse): void => {
      const timer = setInterval(() => res.write("x"), 10);
      res.on("close", () => clearInterval(timer));
    };
    expect(codeOf(await run(drip, 150))).toBe("timeout");
  });

  it("that breaks off is `unreachable`, and an aborted call is `canceled`", async () => {
    expect(codeOf(await run((res) => void res.destroy()))).toBe("unreachable");
    const caller = new AbortController();
    const server = await serve(() => caller.abort(new Error("hung up")));
    expect(
      codeOf(
        await runHttpTool(
          tool({ url: server.origin }),
          {},
          { egress: wayTo([server]), signal: caller.signal },
        ),
      ),
    ).toBe("canceled");
  });
});

describe("a response mapping", () => {
  const FIELDS = [
    { name: "state", path: "order.state" },
    { name: "carrier", path: "parcels[0].carrier" },
  ];
  const run = async (answer: (res: ServerResponse) => void, keepUnmapped = false): Promise<ToolResult> => {
    const server = await serve(answer);
    const mapped = tool({ url: server.origin }, 5_000, { response: { fields: FIELDS } });
    return runHttpTool(mapped, {}, { egress: wayTo([server]), keepUnmapped });
  };
  const ORDER = { order: { state: "sent", holder: "canary" }, parcels: [] };

  it("leaves only its fields, with null for a path that matches nothing", async () => {
    const result = { state: "sent", carrier: null };
    expect(await run((res) => json(res, ORDER))).toEqual({ ok: true, status: 200, result });
    expect(await run((res) => json(res, ORDER), true)).toEqual({
      ok: true,
      status: 200,
      result,
      unmapped: ORDER,
      requests: 1,
    });
  });

  it("holds for error responses, text, and responses over 64 KiB", async () => {
    const unmatched = { state: null, carrier: null };
    expect(await run((res) => json(res, { error: "canary" }, 404))).toMatchObject({ result: unmatched });
    expect(await run((res) => res.end("canary"))).toMatchObject({ ok: true, result: unmatched });
    const large = { ...ORDER, pad: "x".repeat(100_000) };
    expect(await run((res) => json(res, large))).toMatchObject({ result: { state: "sent" } });
    const { result } = await run((res) => json(res, { order: { state: "x".repeat(100_000) } }));
    expect(Buffer.byteLength(String(result))).toBeLessThanOrEqual(64 * 1024);
  });
});

describe("retries", () => {
  /** Answers with these statuses, and then with 200. */
  const failing = (statuses: number[], headers: Record<string, string> = {}) =>
    serve((res) => {
      const status = statuses.shift() ?? 200;
      if (status === 0) return void res.destroy();
      res.writeHead(status, status === 200 ? {} : headers).end("{}");
    });
  const run = async (server: Server, method: string, retries: object, timeoutMs?: number) => {
    const repeated = tool({ url: server.origin, method }, timeoutMs, { retries });
    return runHttpTool(repeated, {}, { egress: wayTo([server]), keepUnmapped: true });
  };

  it.each([
    ["GET", "method", 2],
    ["PUT", "method", 2],
    ["DELETE", "method", 2],
    ["POST", "method", 1],
    ["PATCH", "method", 1],
    ["POST", "declared", 2],
    ["POST", "key", 2],
  ])("a %s with idempotency %s is sent %i times", async (method, idempotency, requests) => {
    const server = await failing([503]);
    const result = await run(server, method, { idempotency });
    expect(result).toMatchObject({ ok: requests === 2, requests });
    expect(server.requests).toHaveLength(requests);
    const keys = server.requests.map(({ headers }) => headers["idempotency-key"]);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0] !== undefined).toBe(idempotency === "key");
  });

  it.each([0, 429, 502, 504])("follow a closed connection and the status %i", async (status) => {
    const server = await failing([status]);
    expect(await run(server, "GET", {})).toMatchObject({ ok: true, requests: 2 });
  });

  it.each([400, 401, 404, 409, 500])("do not follow the status %i", async (status) => {
    const server = await failing([status]);
    expect(await run(server, "GET", {})).toMatchObject({ ok: false, status, requests: 1 });
  });

  it("end at their maximum with the last failure", async () => {
    const server = await failing([503, 502, 429, 503]);
    expect(await run(server, "GET", { max: 2 })).toMatchObject({ ok: false, status: 429, requests: 3 });
  });

  it("obey Retry-After only if it is short and fits into the time limit", async () => {
    const brief = await failing([429], { "retry-after": "0" });
    expect(await run(brief, "GET", {}, 350)).toMatchObject({ ok: true, requests: 2 });
    const tooLong = await failing([429], { "retry-after": "6" });
    expect(await run(tooLong, "GET", {}, 30_000)).toMatchObject({ status: 429, requests: 1 });
    const tooLate = await failing([503], { "retry-after": "2" });
    expect(await run(tooLate, "GET", {}, 1_000)).toMatchObject({ status: 503, requests: 1 });
  });

  it("share the tool's time limit", async () => {
    const server = await serve((res) =>
      server.requests.length === 1 ? res.writeHead(503).end() : undefined,
    );
    const startedAt = performance.now();
    expect(codeOf(await run(server, "GET", { max: 2 }, 600))).toBe("timeout");
    expect(performance.now() - startedAt).toBeLessThan(900);
  });
});
