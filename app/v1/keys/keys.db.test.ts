import { expect, test } from "vitest";
import { makeWorkspace } from "@/test/fixtures/workspace";
import { POST as ROTATE } from "./[id]/rotate/route";
import { DELETE } from "./[id]/route";
import { GET, POST } from "./route";

const HOST = "http://localhost:3000";
const none = { params: Promise.resolve({}) };
const at = (id: string) => ({ params: Promise.resolve({ id }) });
const ask = (key: string, method = "GET", body?: unknown, headers: Record<string, string> = {}) =>
  new Request(`${HOST}/v1/keys`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body !== undefined && { "content-type": "application/json" }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
const input = { name: "Telephone system", role: "builder", environment: "live" };

test("a secret is in the answer of a creation and of a rotation, and in no other, a repeated request's included", async () => {
  const w = await makeWorkspace();
  const admin = await w.key("admin");
  const repeat = { "idempotency-key": "one" };
  const created = await POST(ask(admin, "POST", input, repeat), none);
  expect(created.status).toBe(201);
  const { secret, ...key } = await created.json();
  expect(secret).toMatch(/^prl_live_/);
  expect(created.headers.get("location")).toBe(`/v1/keys/${key.id}`);

  const repeated = await POST(ask(admin, "POST", input, repeat), none);
  expect(repeated.headers.get("idempotent-replayed")).toBe("true");
  expect(await repeated.json()).toEqual(key);
  expect(await (await GET(ask(admin), none)).json()).toMatchObject({
    data: [key, { role: "admin" }],
    next_cursor: null,
  });

  const rotated = await (await ROTATE(ask(admin, "POST"), at(key.id))).json();
  expect(rotated.secret).toMatch(/^prl_live_/);
  expect(rotated.secret).not.toBe(secret);
  expect((await DELETE(ask(admin, "DELETE"), at(key.id))).status).toBe(204);
  expect((await DELETE(ask(admin, "DELETE"), at(key.id))).status).toBe(204);
});

test("keys are for admins with live keys, and none gives more than it has", async () => {
  const w = await makeWorkspace();
  const [builder, test, admin] = await Promise.all([
    w.key("builder"),
    w.key("owner", "test"),
    w.key("admin"),
  ]);
  for (const key of [builder, test]) {
    expect((await GET(ask(key), none)).status).toBe(403);
    expect((await POST(ask(key, "POST", input), none)).status).toBe(403);
  }
  expect((await POST(ask(admin, "POST", { ...input, role: "owner" }), none)).status).toBe(403);
  const otherWorkspace = await makeWorkspace();
  const id = (await (await POST(ask(await otherWorkspace.key(), "POST", input), none)).json()).id;
  expect((await DELETE(ask(admin, "DELETE"), at(id))).status).toBe(404);
  expect((await ROTATE(ask(admin, "POST", { overlap_minutes: 5 }), at("nonsense"))).status).toBe(404);
});
