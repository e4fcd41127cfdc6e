import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CAPABILITY_NAMES, type Capability, hasCapability, minimumRoleOf } from "@/lib/identity/access";
import { ROLES, type Role } from "@/lib/platform/context";
import { newId } from "@/lib/platform/ids";
import { closeHub } from "@/lib/platform/live";
import { type Ask, apiOf, pathWith, type Send } from "./fixtures/api";
import { type ApiRoute, everyRoute, parametersOf } from "./fixtures/every-route";
import { takesBody } from "./fixtures/resources";
import { makeWorkspace, type TestWorkspace } from "./fixtures/workspace";

/** Rules inside a verb, which no route asks for as a whole; the rooms' own tests show that they hold. */
const INSIDE: readonly Capability[] = [
  "agents.override_suites",
  "agents.policy",
  "contacts.unsuppress",
  "views.share",
  "views.manage",
];

const guarded = everyRoute.filter(({ spec }) => spec.capability !== null);
const isPersonal = ({ spec }: ApiRoute) => spec.person === true;

let space: TestWorkspace;
let ask: Send;
const cookies = new Map<Role, string>();
beforeAll(async () => {
  space = await makeWorkspace();
  ask = apiOf(space);
  for (const role of ROLES)
    cookies.set(role, await space.cookie(role === "owner" ? undefined : (await space.member(role)).userId));
});
afterAll(closeHub);

/** Sends as this role: with an API key if the route accepts one, else with a dashboard session. */
const as = (route: ApiRoute, role: Role): Ask =>
  isPersonal(route)
    ? { key: null, headers: { cookie: cookies.get(role) ?? "", origin: "http://localhost" } }
    : { role };

/** A request that is refused at latest when it is parsed: what it names is not there, and a parameter is of no route. */
function harmless(route: ApiRoute, { headers, ...sender }: Ask): [path: string, ask: Ask] {
  const values = parametersOf(route).map(({ name, prefix }) => [name, prefix === null ? "1" : newId(prefix)]);
  const path = pathWith(route.path, Object.fromEntries(values));
  const body = takesBody(route) ? { raw: "no JSON" } : {};
  return [
    `${path}?of_no_route=1`,
    { ...sender, ...body, headers: { ...headers, "content-type": "text/plain" } },
  ];
}

/** The table of product.md, "Roles": what each role may that the ones before it may not. */
test("each role may what product.md says", () => {
  const by = (role: Role) => CAPABILITY_NAMES.filter((name) => minimumRoleOf(name) === role);
  expect({ viewer: by("viewer"), builder: by("builder"), admin: by("admin"), owner: by("owner") }).toEqual({
    viewer: [
      "agents.read",
      "tools.read",
      "integrations.read",
      "calls.read",
      "contacts.read",
      "campaigns.read",
      "numbers.read",
      "webhooks.read",
      "analytics.read",
      "workspace.read",
      "members.names",
      "members.read",
      "staff_access.see",
      "views.use",
      "self.manage",
    ],
    builder: [
      "agents.write",
      "tools.write",
      "calls.write",
      "calls.take_over",
      "contacts.write",
      "campaigns.write",
      "analytics.export",
      "views.share",
    ],
    admin: [
      "agents.deploy",
      "agents.policy",
      "integrations.manage",
      "calls.listen",
      "calls.delete",
      "contacts.unsuppress",
      "contacts.delete",
      "contacts.erase",
      "holds.place",
      "numbers.manage",
      "webhooks.manage",
      "exports.manage",
      "workspace.write",
      "members.manage",
      "keys.manage",
      "encryption.rotate",
      "audit.read",
      "views.manage",
    ],
    owner: [
      "agents.override_suites",
      "holds.release",
      "plan.read",
      "workspace.delete",
      "members.owners",
      "encryption.customer_key",
      "staff_access.manage",
      "sso.manage",
    ],
  });
});

test("nothing stands in the table that no route and no rule asks for", () => {
  const capabilities = new Set<Capability | null>([...guarded.map(({ spec }) => spec.capability), ...INSIDE]);
  expect(CAPABILITY_NAMES.filter((name) => !capabilities.has(name))).toEqual([]);
});

describe.each(ROLES)("as %s", (role) => {
  const mayOf = ({ spec }: ApiRoute) => spec.capability !== null && hasCapability(role, spec.capability);
  const named = (routes: readonly ApiRoute[]) => routes.map((route) => [route.name, route] as const);
  const closed = named(guarded.filter((route) => !mayOf(route)));
  const open = named(guarded.filter(mayOf));

  test.runIf(closed.length > 0).each(closed)("%s is refused before any other error", async (_, route) => {
    const [path, asked] = harmless(route, as(route, role));
    const { status, json } = await ask(route.method, path, asked);
    const needed = minimumRoleOf(route.spec.capability ?? "self.manage");
    expect([status, json.code]).toEqual([403, "forbidden"]);
    const helper = needed === "owner" ? "owner" : "admin";
    expect(json.detail).toMatch(
      new RegExp(
        `requires the ${needed} role.*\\. (Use a key that has it|Ask an ${helper} of this workspace)\\.$`,
      ),
    );
  });

  test.each(open)("%s is let through to the checks of the request", async (_, route) => {
    const [path, asked] = harmless(route, as(route, role));
    const { status, json } = await ask(route.method, path, asked);
    expect([400, 404, 415], JSON.stringify(json)).toContain(status);
  });
});
