import { NextRequest } from "next/server";
import { beforeAll, expect, test } from "vitest";
import { POST as nextAuth } from "@/app/api/auth/[...nextauth]/route";
import { readCurrentPrincipal } from "@/lib/identity/auth";
import { proxy } from "@/proxy";
import { handle, pathWith, requestFor } from "@/test/fixtures/api";
import { everyRoute } from "@/test/fixtures/every-route";
import { makeWorkspace, type TestWorkspace } from "@/test/fixtures/workspace";

/** Names that an attacker's DNS can point at this machine, and an address of it that is not in HOST. */
const FOREIGN = [
  "evil.example",
  "evil.example:3000",
  "127.0.0.1.nip.io",
  "192.168.1.5:3000",
  "localhost.evil.example",
];
const LOOPBACK = ["localhost", "LOCALHOST:3000", "127.0.0.1:3000", "[::1]:3000", "127.1"];

let space: TestWorkspace;
beforeAll(async () => {
  space = await makeWorkspace();
});

/** Headers of a request from that host's own page. */
const sent = (host: string, headers: Record<string, string> = {}) => ({
  headers: { host, origin: `http://${host.toLowerCase()}`, ...headers },
});
const problemOf = async (response: Response) => ({ status: response.status, ...(await response.json()) });
const REFUSAL = { status: 403, code: "forbidden", detail: expect.stringContaining("Set PARLEY_BASE_URL") };

test.each(FOREIGN)(
  "a session's cookie opens nothing at %s, and the error names the setting",
  async (host) => {
    const cookie = await space.cookie();
    expect(
      await problemOf(await handle(requestFor("GET", "/v1/agents", sent(host, { cookie })))),
    ).toMatchObject(REFUSAL);
    const staff = sent(host, { cookie: "parley.staff=x" });
    expect(await problemOf(await handle(requestFor("GET", "/v1/agents", staff)))).toMatchObject(REFUSAL);
    expect(await readCurrentPrincipal({ headers: new Headers({ cookie, host }) })).toBeNull();
  },
);

test.each(LOOPBACK)("the same cookie opens its workspace at %s", async (host) => {
  const cookie = await space.cookie();
  expect((await handle(requestFor("GET", "/v1/agents", sent(host, { cookie })))).status).toBe(200);
  expect(await readCurrentPrincipal({ headers: new Headers({ cookie, host }) })).toMatchObject({
    workspaceId: space.workspaceId,
  });
});

test.each(FOREIGN)("a key works at %s, and an unauthenticated request is rejected", async (host) => {
  const key = await space.key();
  expect((await handle(requestFor("GET", "/v1/agents", { key, headers: { host } }))).status).toBe(200);
  expect((await handle(requestFor("GET", "/v1/agents", { headers: { host } }))).status).toBe(401);
});

const pageRoutes = everyRoute.filter(({ spec }) => spec.guest === true || spec.staff === true);
test.each(pageRoutes.map((route) => [route.name, route] as const))(
  "%s, which signs people in or changes their access, answers at no foreign host",
  async (_, { method, path }) => {
    const body = method === "GET" ? {} : { body: {} };
    for (const host of FOREIGN)
      expect(
        await problemOf(
          await handle(requestFor(method, pathWith(path, { id: "x" }), { ...body, ...sent(host) })),
        ),
      ).toMatchObject(REFUSAL);
  },
);

test("every page names the setting instead, and sets no cookie; the API's paths still work", async () => {
  for (const host of FOREIGN) {
    for (const path of ["/", "/sign-in", "/calls", "/api/auth/csrf", "/api/sso/authorize"]) {
      const response = await proxy(new NextRequest(`http://localhost${path}`, sent(host)));
      expect([host, path, response.status]).toEqual([host, path, 403]);
      expect(await response.text()).toContain("Set PARLEY_BASE_URL");
      expect(response.headers.get("set-cookie")).toBeNull();
    }
    expect((await proxy(new NextRequest("http://localhost/v1/agents", sent(host)))).status).toBe(200);
  }
  for (const host of LOOPBACK)
    expect((await proxy(new NextRequest("http://localhost/sign-in", sent(host)))).status).toBe(200);
});

test("next-auth is not called for a foreign host", async () => {
  for (const host of FOREIGN) {
    const request = new NextRequest("http://localhost/api/auth/callback/credentials", {
      method: "POST",
      body: "email=a",
      ...sent(host),
    });
    const response = await nextAuth(request, {
      params: Promise.resolve({ nextauth: ["callback", "credentials"] }),
    });
    expect(response.status).toBe(403);
    expect(response.headers.get("set-cookie")).toBeNull();
  }
});
