import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { makeWorkspace, scopeHeaderOf } from "@/test/fixtures/workspace";
import { route } from ".";
import { makeServer } from "./server";

/** Source: spec.md, "Limits", and docs/api.md. */
const SESSION_LIMIT = 600;

const read = route(
  { summary: "Read", capability: "calls.read", response: z.object({ ok: z.boolean() }) },
  async () => ({ ok: true }),
);

let host: ReturnType<typeof makeServer>;
let origin: string;
beforeAll(async () => {
  host = makeServer({
    routes: [["/v1/things", { GET: read }]],
    parts: {},
    pages: { web: () => undefined, upgrade: () => undefined, close: () => undefined },
  });
  await new Promise<void>((done) => (host.server as Server).listen(0, "127.0.0.1", done));
  origin = `http://127.0.0.1:${(host.server.address() as AddressInfo).port}`;
});
afterAll(() => host.stop());

test("a dashboard session can send 600 requests a minute; further ones are rejected, and other sessions are unaffected", async () => {
  const space = await makeWorkspace();
  const [cookie, other] = await Promise.all([space.cookie(), space.cookie()]);
  const ask = (sessionCookie: string) =>
    fetch(`${origin}/v1/things`, {
      headers: { cookie: sessionCookie, host: "localhost", ...scopeHeaderOf(sessionCookie) },
    });
  const statuses = (await Promise.all(Array.from({ length: SESSION_LIMIT + 5 }, () => ask(cookie)))).map(
    ({ status }) => status,
  );
  expect(statuses.filter((status) => status === 200)).toHaveLength(SESSION_LIMIT);
  expect(statuses.filter((status) => status === 429)).toHaveLength(5);
  expect((await ask(other)).status).toBe(200);
});
