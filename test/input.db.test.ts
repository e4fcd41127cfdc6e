import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apiListener } from "@/lib/http/api-listener";
import { routes } from "@/lib/http/routes.gen";
import type { Answer } from "./fixtures/api";
import { closed, named, withFields, workspaceOfThisFile } from "./fixtures/closed-routes";
import { fieldsOf } from "./fixtures/fields";
import { bodyFor, pathFor } from "./fixtures/resources";

const MIB = 1 << 20;
const file = workspaceOfThisFile();
const { ask } = file;

/** The answer to a request that cannot be right. */
function expectRefused(answer: Answer, field: string, status = 400): void {
  expect([field, answer.status, answer.json.code]).toEqual([
    field,
    status,
    status === 413 ? "payload_too_large" : "validation_error",
  ]);
  if (status === 400) expect((answer.json.details as unknown[]).length, field).toBeGreaterThan(0);
}

const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;

/** Bodies that no route takes. */
const NONSENSE: readonly (readonly [string, BodyInit])[] = [
  ["no JSON", "hello"],
  ["a blank", " "],
  ["half an object", '{"name":'],
  ["two values", "{}{}"],
  ["single quotes", "{'name':'x'}"],
  ["a trailing comma", '{"name":"x",}'],
  ["a comment", "{/* */}"],
  ["NaN", '{"name":NaN}'],
  ["null", "null"],
  ["an array", "[]"],
  ["an array of objects", "[{}]"],
  ["a string", '"name"'],
  ["a number", "1"],
  ["a boolean", "true"],
  ["an unknown prototype", '{"__proto__":{"name":"x"}}'],
  ["a constructor", '{"constructor":{"prototype":{"name":"x"}}}'],
  ["deep nesting", deep(100)],
  ["very deep nesting", deep(100_000)],
  ["deep arrays", `{"a":${"[".repeat(50_000)}${"]".repeat(50_000)}}`],
  ["invalid UTF-8", Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ["UTF-16", Buffer.from('{"name":"x"}', "utf16le")],
  ["a byte order mark twice", "\ufeff\ufeff{}"],
  ["NUL in a name", '{"na\\u0000me":1}'],
  ["a lone surrogate in a name", '{"\\ud800":1}'],
  ["a control character", '{"name":"a\u0001b"}'],
];

describe("a body that cannot be right", () => {
  test.each(withFields)("%s answers 400 to what is no object of JSON", async (_, route) => {
    const path = await pathFor(route, file.space, "live");
    for (const [what, raw] of NONSENSE) expectRefused(await ask(route.method, path, { raw }), what);
  });

  test.each(withFields)("%s answers 413 to a byte more than 1 MiB, announced or not", async (_, route) => {
    const path = await pathFor(route, file.space, "live");
    const text = JSON.stringify({ a: "" });
    const raw = text.replace('""', `"${"x".repeat(MIB + 1 - text.length)}"`);
    const announced = { raw, headers: { "content-length": String(raw.length) } };
    expectRefused(await ask(route.method, path, announced), "announced", 413);
    expectRefused(await ask(route.method, path, { raw: new Blob([raw]).stream() }), "in chunks", 413);
    expectRefused(await ask(route.method, path, { raw: raw.replace("x", "") }), "1 MiB", 400);
  });

  const fields = withFields.filter(([, { spec }]) => fieldsOf(spec.body).length > 0);
  test.each(fields)(
    "%s answers 400 to fields of another type, and to text that cannot be kept",
    async (_, route) => {
      const path = await pathFor(route, file.space, "live");
      const valid = (await bodyFor(route, file.space, "live", 1)) as Record<string, unknown>;
      const never = [[[]], { no: { such: 1 } }, "\0", "a\0b", "\ud800", "x".repeat(200_000), -1.5, 1e300];
      for (const field of fieldsOf(route.spec.body))
        for (const value of never) {
          // A record takes any name: what it refuses is its own affair.
          if (["metadata", "arguments"].includes(field) && typeof value === "object" && !Array.isArray(value))
            continue;
          const answer = await ask(route.method, path, { body: { ...valid, [field]: value } });
          expectRefused(answer, `${field}: ${JSON.stringify(value).slice(0, 20)}`);
          expect(answer.text.length, "no value is repeated").toBeLessThan(5_000);
        }
    },
  );

  test.each([
    ["POST", "/v1/agents", { name: "x".repeat(10_000), type: "messaging", prompt: "" }, "/name"],
    [
      "POST",
      "/v1/agents",
      { name: "x", type: "messaging", prompt: "", max_duration_s: "60" },
      "/max_duration_s",
    ],
    [
      "POST",
      "/v1/agents",
      { name: "x", type: "messaging", prompt: "", max_duration_s: -1 },
      "/max_duration_s",
    ],
    ["POST", "/v1/agents", { name: 1, type: "messaging", prompt: "" }, "/name"],
    ["POST", "/v1/agents", { type: "messaging", prompt: "" }, "/name"],
    ["POST", "/v1/agents", { name: "x", type: "messaging", prompt: "", tools: { length: 1 } }, "/tools"],
    ["POST", "/v1/keys", { name: "x".repeat(10_000), role: "viewer", environment: "live" }, "/name"],
    ["POST", "/v1/keys", { name: "x", role: "viewer", environment: "live", expires_at: 1 }, "/expires_at"],
  ])("%s %s of %j names the field", async (method, path, body, pointer) => {
    const { status, json } = await ask(method, path, { body });
    expect([status, (json.details as { pointer: string }[]).map((d) => d.pointer)]).toEqual([400, [pointer]]);
  });
});

describe("a query that cannot be right", () => {
  const lists = named(closed.filter(({ spec }) => fieldsOf(spec.query).includes("cursor")));
  const cursor = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const BAD: string[] = [
    ...["garbage", "'; drop table calls; --", "%00", "%ff", "0".repeat(10_000), "", "💥", "null"],
    cursor(null),
    cursor([]),
    cursor({}),
    cursor(["2026-01-01T00:00:00.000Z"]),
    cursor(["yesterday", "agt_1"]),
    cursor(["2026-13-45T00:00:00.000Z", "x"]),
    cursor(["-infinity", "x"]),
    cursor([{ a: 1 }, ["x"]]),
    cursor([2 ** 1023, "x"]),
    cursor(["2026-01-01T00:00:00.000Z", "a\0b"]),
    cursor("x"),
  ].map((value) => `cursor=${value}`);
  const LIMITS = ["0", "-1", "101", "1e9", "99999999999999999999", "1.5", "abc", "", "%00", "NaN"];
  BAD.push(
    ...LIMITS.map((limit) => `limit=${limit}`),
    "limit=1&limit=2",
    "include_total=yes",
    "include_total=",
  );

  test("there are lists to try", () => expect(lists.length).toBeGreaterThan(4));

  test.each(lists)("%s answers 400 to cursors, limits and repetitions that cannot be", async (_, route) => {
    const path = await pathFor(route, file.space, "live");
    for (const query of BAD) expectRefused(await ask("GET", `${path}?${query}`), query.slice(0, 40));
  });

  test("a cursor of another list, or of this list with a filter, is refused", async () => {
    for (const name of ["a", "b"])
      await ask("POST", "/v1/keys", { body: { name, role: "viewer", environment: "live" } });
    for (let n = 0; n < 2; n++)
      await ask("POST", "/v1/agents", { body: { name: "x", type: "messaging", prompt: "" } });
    let cursors = 0;
    for (const [, from] of lists) {
      const { json } = await ask("GET", `${await pathFor(from, file.space, "live")}?limit=1`);
      if (typeof json.next_cursor !== "string") continue;
      cursors++;
      for (const [, to] of lists) {
        const path = `${await pathFor(to, file.space, "live")}?cursor=${json.next_cursor}`;
        const answer = await ask("GET", path);
        expect([from.name, to.name, answer.status]).toEqual([from.name, to.name, from === to ? 200 : 400]);
        if (from !== to) expect(answer.json.details).toMatchObject([{ code: "invalid_cursor" }]);
      }
    }
    expect(cursors).toBeGreaterThan(1);
    const { json } = await ask("GET", "/v1/agents?limit=1");
    expect((await ask("GET", `/v1/agents?limit=100&cursor=${json.next_cursor}`)).status).toBe(200);
    expect((await ask("GET", `/v1/agents?status=draft&cursor=${json.next_cursor}`)).status).toBe(400);
  });
});

describe("text comes back as it was sent", () => {
  const WORDS =
    '👩‍👩‍👧‍👦🏳️‍🌈 שלום \u202eعربي\u202c e\u0301\u0323 \u212b ﷽ Z\u0351\u036b\u0343a\u0329lgo 日本語 \u{10ffff} \ufeff\ttab\nline \\ " < & %00';

  /** Spoken text in Latin letters: other scripts would be withheld, as English masking cannot read them. */
  const SPOKEN =
    '👩‍👩‍👧‍👦🏳️‍🌈 \u202ethere\u202c e\u0301\u0323 \u212b Z\u0351\u036b\u0343a\u0329lgo \u{10ffff} \ufeff\ttab\nline \\ " < & %00';

  test("in an agent, a tool, a key, a call's metadata, tags and notes", async () => {
    const agent = {
      name: WORDS,
      type: "messaging",
      prompt: WORDS,
      greeting: SPOKEN,
      disclosure: { text: SPOKEN },
    };
    const created = await ask("POST", "/v1/agents", { body: agent });
    expect(created.json).toMatchObject({ ...agent, disclosure: { enabled: true, text: SPOKEN } });
    const { id } = created.json;
    expect((await ask("GET", `/v1/agents/${id}`)).json).toEqual(created.json);

    await ask("POST", `/v1/agents/${id}/deploy`);
    const metadata = { [`key ${WORDS}`.slice(0, 60)]: WORDS };
    const call = await ask("POST", "/v1/calls", { body: { agent_id: id, channel: "chat", metadata } });
    expect(call.json.metadata).toEqual(metadata);
    expect(JSON.stringify(call.json.transcript)).toContain(JSON.stringify(SPOKEN).slice(1, -1));
    const tags = [WORDS.trim().slice(0, 60)];
    const noted = await ask("PATCH", `/v1/calls/${call.json.id}`, { body: { tags, notes: SPOKEN } });
    expect(noted.json).toMatchObject({ tags, notes: SPOKEN });
    const message = await ask("POST", `/v1/calls/${call.json.id}/messages`, { body: { text: SPOKEN } });
    expect(message.json.turns).toMatchObject([{ role: "caller", text: SPOKEN }, { role: "agent" }]);
    await ask("POST", `/v1/calls/${call.json.id}/end`);
    const { json: read } = await ask("GET", `/v1/calls/${call.json.id}`);
    expect(read).toMatchObject({ notes: SPOKEN, metadata, tags });
    expect(read.transcript).toContainEqual(expect.objectContaining({ role: "caller", text: SPOKEN }));
    expect((await ask("GET", `/v1/calls?tag=${encodeURIComponent(tags[0] ?? "")}`)).json.data).toHaveLength(
      1,
    );

    const key = await ask("POST", "/v1/keys", { body: { name: WORDS, role: "viewer", environment: "live" } });
    expect(key.json.name).toBe(WORDS);
  });
});

describe("on a socket", () => {
  let server: Server;
  let key: string;
  beforeAll(async () => {
    key = await file.space.key();
    server = createServer(apiListener(routes).listener);
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  });
  afterAll(() => new Promise((done) => server.close(done)));

  /** Sends bytes as they are and answers the status that came back. */
  const talk = (head: string, body: Buffer) =>
    new Promise<number>((done, fail) => {
      const { port } = server.address() as AddressInfo;
      let output = "";
      const socket = connect(port, "127.0.0.1", () => {
        socket.write(
          `POST /v1/agents HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\nConnection: close\r\n${head}\r\n\r\n`,
        );
        socket.write(body);
      });
      socket.on("data", (chunk) => {
        output += chunk.toString("latin1");
      });
      socket.on("error", fail);
      socket.on("close", () => done(Number(/^HTTP\/1\.1 (\d+)/.exec(output)?.[1])));
    });
  const type = "Content-Type: application/json";
  const sized = (body: Buffer) => talk(`${type}\r\nContent-Length: ${body.length}`, body);

  test("bytes that are no text, and chunks that are no chunks, are refused", async () => {
    expect(await sized(Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]))).toBe(400);
    expect(await sized(Buffer.from("\0"))).toBe(400);
    expect(await talk(`${type}\r\nTransfer-Encoding: chunked`, Buffer.from("2\r\n{}\r\n0\r\n\r\n"))).toBe(
      400,
    );
    expect(await talk(`${type}\r\nTransfer-Encoding: chunked`, Buffer.from("zz\r\n{}\r\n"))).toBe(400);
    expect(await talk("Content-Type: text/plain\r\nContent-Length: 2", Buffer.from("{}"))).toBe(415);
    expect(await talk(`${type}\r\nContent-Length: -1`, Buffer.from("{}"))).toBe(400);
    expect(await talk(`${type}\r\nContent-Encoding: gzip\r\nContent-Length: 2`, Buffer.from("{}"))).toBe(415);
  });
});
