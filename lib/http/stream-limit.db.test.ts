import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { plain, plainBatch } from "@/lib/platform/db/plain";
import { AppError } from "@/lib/platform/errors";
import { STREAM_LIMITS } from "@/lib/platform/limits";
import { makeWorkspace, scopeHeaderOf, type TestWorkspace } from "@/test/fixtures/workspace";
import { EventStream, route } from ".";
import { makeServer } from "./server";

const PATIENCE = { timeout: 15_000, interval: 50 };
const StreamKind = z.enum(["endless", "ends", "source_fails", "verb_fails", "not_found"]);

async function* source(kind: z.output<typeof StreamKind>, signal: AbortSignal) {
  yield { event: "said", data: { text: "Hello" } };
  if (kind === "source_fails") throw new Error("The source failed.");
  if (kind === "endless") await new Promise((done) => signal.addEventListener("abort", done, { once: true }));
}

const events = { said: z.object({ text: z.string() }) };
const follow = route(
  { summary: "Follow", capability: "calls.read", query: z.strictObject({ how: StreamKind }), events },
  async (_, { query: { how } }) => {
    if (how === "verb_fails") throw new Error("The verb failed.");
    if (how === "not_found") throw new AppError("not_found");
    return new EventStream((signal) => source(how, signal));
  },
);
const ran = vi.fn();
const say = route(
  {
    summary: "Say",
    capability: "calls.write",
    query: z.strictObject({ how: StreamKind }),
    response: z.object({ text: z.string() }),
    events,
    replay: async () => ({ text: "Hello" }),
  },
  async (_, { query: { how }, wantsEvents }) => {
    ran();
    return wantsEvents ? new EventStream((signal) => source(how, signal)) : { text: "Hello" };
  },
);

let host: ReturnType<typeof makeServer>;
let space: TestWorkspace;
let origin: string;
beforeAll(async () => {
  space = await makeWorkspace();
  host = makeServer({
    routes: [["/v1/things", { GET: follow, POST: say }]],
    parts: {},
    pages: { web: () => undefined, upgrade: () => undefined, close: () => undefined },
  });
  await new Promise<void>((done) => (host.server as Server).listen(0, "127.0.0.1", done));
  origin = `http://127.0.0.1:${(host.server.address() as AddressInfo).port}`;
});
afterAll(() => host.stop());

type Opened = { response: Response; leave(): void };
async function open(key: string, kind: string, init: RequestInit = {}): Promise<Opened> {
  const leaving = new AbortController();
  const response = await fetch(`${origin}/v1/things?how=${kind}`, {
    ...init,
    headers: { authorization: `Bearer ${key}`, ...init.headers },
    signal: leaving.signal,
  });
  return { response, leave: () => leaving.abort() };
}
const asMessage: RequestInit = { method: "POST", headers: { accept: "text/event-stream" } };

const slots = async () => {
  const rows = plain.selectFrom("event_streams").select("id").where("workspace", "=", space.workspaceId);
  return (await plainBatch(rows))[0].length;
};
const expectSlots = (n: number) => vi.waitFor(async () => expect(await slots()).toBe(n), PATIENCE);

/** Occupies slots of this workspace, like another process. */
const fill = (holder: string, times: number) =>
  plainBatch(
    plain.insertInto("event_streams").values(
      Array.from({ length: times }, (_, n) => ({
        id: `${holder} ${n}`,
        workspace: space.workspaceId,
        holder,
        expires_at: new Date(Date.now() + 3_600_000).toISOString(),
      })),
    ),
  );
const empty = () => plainBatch(plain.deleteFrom("event_streams").where("workspace", "=", space.workspaceId));

test("a stream beyond a key's limit is a 429 that says what to do, and the next one works after one has ended", async () => {
  const key = await space.key();
  const opened = await Promise.all(Array.from({ length: STREAM_LIMITS.key }, () => open(key, "endless")));
  expect(new Set(opened.map(({ response }) => response.status))).toEqual(new Set([200]));
  const refused = (await open(key, "endless")).response;
  expect(refused.status).toBe(429);
  expect(refused.headers.get("retry-after")).toBe("15");
  expect(refused.headers.get("content-type")).toBe("application/problem+json");
  expect(await refused.json()).toMatchObject({
    code: "rate_limited",
    detail: expect.stringMatching(/50 event streams open.*Close a stream/),
  });
  const otherStream = await open(await space.key(), "endless");
  expect(otherStream.response.status).toBe(200);
  opened[0]?.leave();
  await expectSlots(STREAM_LIMITS.key);
  const next = await open(key, "endless");
  expect(next.response.status).toBe(200);
  for (const { leave } of [...opened, otherStream, next]) leave();
  await expectSlots(0);
});

test("a person's sessions share one limit, and a workspace's keys and people share another", async () => {
  const cookies = await Promise.all([space.cookie(), space.cookie()]);
  await fill(`member:${space.ownerId}`, STREAM_LIMITS.member - 1);
  const ask = (cookie = "") =>
    fetch(`${origin}/v1/things?how=endless`, {
      headers: { cookie, host: "localhost", ...scopeHeaderOf(cookie) },
    });
  const first = await ask(cookies[0]);
  expect(first.status).toBe(200);
  expect((await ask(cookies[1])).status).toBe(429);
  await first.body?.cancel();
  await expectSlots(STREAM_LIMITS.member - 1);
  await fill("key:others", STREAM_LIMITS.workspace - STREAM_LIMITS.member + 1);
  const refused = (await open(await space.key(), "endless")).response;
  expect(refused.status).toBe(429);
  expect(await refused.json()).toMatchObject({ detail: expect.stringContaining("This workspace has 200") });
  await empty();
});

test.each(["ends", "source_fails", "verb_fails", "not_found"])(
  "a slot is released when the stream or its verb %s, by GET and by POST",
  async (kind) => {
    const key = await space.key();
    for (const init of [{}, ...(kind === "verb_fails" || kind === "not_found" ? [] : [asMessage])]) {
      const { response } = await open(key, kind, init);
      await response.text();
      await expectSlots(0);
    }
  },
);

test("a message is rejected if its stream exceeds the limit, and accepted without one", async () => {
  const key = await space.key();
  await fill("key:others", STREAM_LIMITS.workspace);
  ran.mockClear();
  expect((await open(key, "ends", asMessage)).response.status).toBe(429);
  expect(ran).not.toHaveBeenCalled();
  expect((await open(key, "ends", { method: "POST" })).response.status).toBe(200);
  expect(ran).toHaveBeenCalledOnce();
  await empty();
});

test("HEAD, a reader that leaves before reading, and one that disconnects immediately keep no slot", async () => {
  const key = await space.key();
  await open(key, "endless", { method: "HEAD" });
  await expectSlots(0);
  for (let n = 0; n < 5; n++) {
    const leaving = new AbortController();
    const aborted = fetch(`${origin}/v1/things?how=endless`, {
      headers: { authorization: `Bearer ${key}` },
      signal: leaving.signal,
    }).catch(() => undefined);
    setTimeout(() => leaving.abort(), n * 5);
    await aborted;
  }
  await expectSlots(0);
  const { response, leave } = await open(key, "endless");
  expect(response.status).toBe(200);
  await expectSlots(1);
  leave();
  await expectSlots(0);
});

test("a stop of the server releases its open streams", async () => {
  const { response } = await open(await space.key(), "endless");
  await expectSlots(1);
  const remainingText = response.text();
  await host.stop();
  await remainingText;
  await expectSlots(0);
});
