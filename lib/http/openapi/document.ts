import { type Handler, METHODS } from "@/lib/http";
import { LIMITS } from "@/lib/platform/limits";
import { operationOf } from "./operation";
import { type Json, Schemas } from "./schemas";
import { HEADERS, PARAMETERS, RESPONSES, SCHEMAS } from "./shared";

/** A path as the router writes it (`/v1/agents/:id`) and the module that answers it. */
export type Routes = readonly (readonly [path: string, module: Readonly<Record<string, unknown>>])[];

const BASE = "/v1";

/** What each group of operations is about, in the order of the document. */
const TAGS: Record<string, string> = {
  Agents: "What answers and calls: a draft that is edited, and versions that are frozen when it is deployed.",
  "Voices and models": "What an agent can speak with and think with.",
  Tools: "What an agent can do during a conversation: built in, or requests to the workspace's own services.",
  Integrations:
    "Credentials of the workspace, bound to the hosts that they may be sent to. A secret is never shown again.",
  Calls: "One record for every conversation, whatever its channel. Sensitive values come out masked.",
  Contacts:
    "Who may be called and texted, what they consented to, and who is to be left alone. A contact is named by id or number.",
  Deletions: "What was erased of a contact, with a signed receipt that anybody can check.",
  Campaigns:
    "Outreach to many contacts by one agent, within hours, caps and consent. What would happen is shown before the launch.",
  "Phone numbers": "Numbers of the workspace's own, and which agent answers on each.",
  Webhooks: "Signed events for the workspace's own systems, with a log of their deliveries, and replay.",
  Analytics: "Figures of calls, kept as they end and corrected as they change.",
  Exports: "Files of records, masked as the API masks, made by a job and kept for three days.",
  Workspace: "Defaults and settings of the workspace.",
  Members: "Who belongs to the workspace, with which role, and who is invited.",
  "Single sign-on":
    "The workspace's identity provider (SAML 2.0), whom it lets in, and whether it is the only way in.",
  Keys: "API keys: each has a role and an environment.",
  Encryption: "The workspace's encryption keys: their age, rotation, and a key of the customer's own.",
  "Staff access": "Who of the operator's staff asked to look at the workspace, and was let in.",
  Audit: "Who changed what, in a chain that shows where it was altered.",
  Documents: "Open to everybody.",
};

const DESCRIPTION = `
Everything is JSON in snake_case. Times are RFC 3339 in UTC with milliseconds.

**Authentication.** \`Authorization: Bearer <key>\`. A key belongs to an environment, \`live\` or \`test\`; a test key reaches nobody.

**Errors** are problem documents (RFC 9457) with a \`code\`, explained at \`/docs/errors\`. A 400 names each thing that is wrong in \`details\`.

**Lists** are newest first, \`limit\` rows to a page; \`next_cursor\` leads to the next one and is null on the last.

**Repeating a POST** is safe with an \`Idempotency-Key\`.

**Limits.** ${LIMITS.key} requests in any 60 seconds for each key; beyond it 429 with \`Retry-After\`. A body may have 1 MiB.

**Versions.** Within \`/v1\` changes only add: do not refuse fields that you do not know.
`.trim();

const isHandler = (value: unknown): value is Handler => typeof value === "function" && "spec" in value;

function pathsOf(routes: Routes, schemas: Schemas): Record<string, Record<string, Json>> {
  const paths: Record<string, Record<string, Json>> = {};
  for (const [pattern, module] of routes) {
    const path = pattern.slice(BASE.length).replace(/:(\w+)/g, "{$1}");
    for (const method of METHODS) {
      const handler = module[method];
      if (!isHandler(handler) || handler.spec.internal === true) continue;
      paths[path] = {
        ...paths[path],
        [method.toLowerCase()]: operationOf(method, path, handler.spec, schemas),
      };
    }
  }
  return paths;
}

const operationsOf = (paths: Record<string, Record<string, Json>>): Json[] =>
  Object.values(paths).flatMap((item) => Object.values(item));

/** Throws for what would make the document unclear: two operations of one name, a group that nothing tells about. */
function refuse(operations: readonly Json[]): void {
  const ids = operations.map((operation) => String(operation.operationId));
  const twice = ids.filter((id, i) => ids.indexOf(id) !== i);
  if (twice.length > 0) throw new Error(`Operations share a name: ${twice.join(", ")}.`);
  for (const { operationId, tags } of operations) {
    const [tag, ...more] = tags as string[];
    if (tag === undefined || more.length > 0 || TAGS[tag] === undefined)
      throw new Error(
        `${String(operationId)} needs one tag of ${Object.keys(TAGS).join(", ")} (lib/http/openapi).`,
      );
  }
}

/** The OpenAPI 3.1 document of the public routes. What is `internal` stays out. */
export function openApiDocument(routes: Routes): Json {
  const schemas = new Schemas();
  const paths = pathsOf(routes, schemas);
  const operations = operationsOf(paths);
  refuse(operations);
  const used = new Set(operations.flatMap((operation) => operation.tags as string[]));
  const own = schemas.settle(paths);
  return {
    openapi: "3.1.0",
    info: { title: "Parley", version: "1.0.0", description: DESCRIPTION },
    servers: [{ url: BASE, description: "This installation." }],
    security: [{ key: [] }],
    tags: Object.entries(TAGS)
      .filter(([name]) => used.has(name))
      .map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        key: { type: "http", scheme: "bearer", description: "An API key: `prl_live_…` or `prl_test_…`." },
        participant: {
          type: "http",
          scheme: "bearer",
          description:
            "A participant token (`prp_…`) of one call, minted by `POST /calls/{id}/participant-token`: it opens the messages, events and end of that call.",
        },
      },
      ...onlyUsed(
        { headers: HEADERS, parameters: PARAMETERS, responses: RESPONSES, schemas: { ...own, ...SCHEMAS } },
        paths,
      ),
    },
  };
}

/** Leaves out what nothing refers to, so that a reader meets only what can happen. */
function onlyUsed(
  components: Record<string, Record<string, Json>>,
  paths: unknown,
): Record<string, Record<string, Json>> {
  const used = new Set<string>();
  const visit = (value: unknown): void => {
    for (const [, kind, name] of JSON.stringify(value).matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)) {
      const found = components[kind ?? ""]?.[name ?? ""];
      if (found === undefined || used.has(`${kind}/${name}`)) continue;
      used.add(`${kind}/${name}`);
      visit(found);
    }
  };
  visit(paths);
  const kept = Object.entries(components).map(
    ([kind, all]) =>
      [
        kind,
        Object.fromEntries(Object.entries(all).filter(([name]) => used.has(`${kind}/${name}`))),
      ] as const,
  );
  return Object.fromEntries(kept.filter(([, all]) => Object.keys(all).length > 0));
}
