import { type Handler, METHODS } from "@/lib/http";
import { LIMITS } from "@/lib/platform/limits";
import type { FieldComments } from "./field-comments";
import type { Json } from "./json";
import { operationOf } from "./operation";
import { Schemas } from "./schemas";
import { HEADERS, PARAMETERS, RESPONSES, SCHEMAS } from "./shared";
import { webhooksOf } from "./webhooks";

/** A path of the router (`/v1/agents/:id`) and its module. */
export type Routes = readonly (readonly [path: string, module: Readonly<Record<string, unknown>>])[];

const BASE = "/v1";

/** Description of each group of operations, in the order of the document. */
const TAGS: Record<string, string> = {
  Agents: "Configurations of conversations: each has an editable draft, and versions that a deploy freezes.",
  Scores:
    "Criteria by which an agent's live calls are judged after they have settled, the scores of each call, and members' marks.",
  Suites:
    "Test suites of agents: cases with checks, run as conversations in memory. A required suite keeps an agent from going live until it has passed.",
  "Voices and models": "Voices, transcribers and language models for agents.",
  Tools:
    "Functions that an agent can call during a conversation: built-in ones, and requests to the workspace's own services.",
  Integrations:
    "Credentials of the workspace, bound to the hosts that they can be sent to. A secret is never shown again.",
  Calls: "One record per conversation, on every channel. Sensitive values are masked.",
  Contacts:
    "People who can be called and texted, with their consents and suppressions. A contact is selected by ID or number.",
  Deletions: "Erasures of contacts' data, each with a signed receipt that can be verified independently.",
  Campaigns:
    "Outreach to many contacts by one agent, within hours, caps and consent. A preflight shows the effect before the launch.",
  "Phone numbers": "The workspace's own numbers, and the agent that answers each.",
  Webhooks: "Signed events for the workspace's own systems, with a log of their deliveries, and replay.",
  Analytics: "Metrics of calls, counted as calls end and corrected as they change.",
  Exports: "Files of records, masked like the API's responses, written by a job and kept for three days.",
  Workspace: "Defaults and settings of the workspace.",
  Members: "Members of the workspace with their roles, and invitations.",
  "Single sign-on":
    "The workspace's identity provider (SAML 2.0), its domains and roles, and whether it is required.",
  Keys: "API keys: each has a role and an environment.",
  Encryption: "The workspace's encryption keys: their age, rotation, and a customer-managed key.",
  "Staff access": "Requests of the operator's staff to view the workspace, and their approval.",
  Audit: "Every change with its actor, in a hash chain that reveals alterations.",
  Documents: "Public documents.",
};

const DESCRIPTION = `
Everything is JSON in snake_case. Times are RFC 3339 in UTC with milliseconds.

**Authentication.** \`Authorization: Bearer <key>\`. A key belongs to an environment, \`live\` or \`test\`; a test key reaches no real person.

**Errors** are problem documents (RFC 9457) with a \`code\`, explained at \`/docs/errors\`. A 400 lists every problem in \`details\`.

**Lists** are newest first, with \`limit\` rows per page. \`next_cursor\` selects the next page of the same list with the same filters, and is null on the last one.

**Repeating a POST** is safe with an \`Idempotency-Key\`.

**Limits.** ${LIMITS.key} requests per 60 seconds and key; beyond that, 429 with \`Retry-After\`. The maximum body is 1 MiB.

**Versions.** Within \`/v1\`, changes only add fields: accept unknown ones.
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

/** Throws if two operations share a name, or a group has no description. */
function assertUnambiguous(operations: readonly Json[]): void {
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

/**
 * The OpenAPI 3.1 document of the public routes, without `internal` ones. `commentsOf`: the comments of a named
 * schema's fields, for their descriptions.
 */
export function openApiDocument(routes: Routes, commentsOf?: (name: string) => FieldComments): Json {
  const schemas = new Schemas(commentsOf);
  const paths = pathsOf(routes, schemas);
  const operations = operationsOf(paths);
  assertUnambiguous(operations);
  const used = new Set(operations.flatMap((operation) => operation.tags as string[]));
  const webhooks = webhooksOf(schemas);
  const settledSchemas = schemas.settle({ paths, webhooks });
  return {
    openapi: "3.1.0",
    info: { title: "Parley", version: "1.0.0", description: DESCRIPTION },
    servers: [{ url: BASE, description: "This installation." }],
    security: [{ key: [] }],
    tags: Object.entries(TAGS)
      .filter(([name]) => used.has(name))
      .map(([name, description]) => ({ name, description })),
    paths,
    webhooks,
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
      ...removeUnused(
        {
          headers: HEADERS,
          parameters: PARAMETERS,
          responses: RESPONSES,
          schemas: { ...settledSchemas, ...SCHEMAS },
        },
        { paths, webhooks },
      ),
    },
  };
}

/** Removes unreferenced components, so that the document contains only what occurs. */
function removeUnused(
  components: Record<string, Record<string, Json>>,
  document: unknown,
): Record<string, Record<string, Json>> {
  const used = new Set<string>();
  const visit = (value: unknown): void => {
    for (const [, kind, name] of JSON.stringify(value).matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)) {
      const component = components[kind ?? ""]?.[name ?? ""];
      if (component === undefined || used.has(`${kind}/${name}`)) continue;
      used.add(`${kind}/${name}`);
      visit(component);
    }
  };
  visit(document);
  const usedComponents = Object.entries(components).map(
    ([kind, all]) =>
      [
        kind,
        Object.fromEntries(Object.entries(all).filter(([name]) => used.has(`${kind}/${name}`))),
      ] as const,
  );
  return Object.fromEntries(usedComponents.filter(([, all]) => Object.keys(all).length > 0));
}
