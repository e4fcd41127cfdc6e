import { expect, test } from "vitest";
import { z } from "zod";
import type { Spec } from "@/lib/http";
import { pageOf, pageQuery, Time } from "@/lib/platform/schema";
import { nameSchemas, openApiDocument } from ".";
import { operationId } from "./operation";

const Part = z.strictObject({ size: z.number().int().default(3) });
const Widget = z.strictObject({ id: z.string(), made_at: Time, parts: z.array(Part) });
const CreateWidget = z.strictObject({ name: z.string().max(5), parts: z.array(Part).default([]) });
const WidgetPage = pageOf(Widget);
const Secret = z.strictObject({ code: z.string() });
nameSchemas([{ Part, Widget, CreateWidget, WidgetPage, Secret }]);

const handler = (spec: Spec) => Object.assign(async () => new Response(), { spec });
const params = z.strictObject({ id: z.string() });
const base = { summary: "Do", tags: ["Tools"], capability: "tools.read" } as const;
const routes = [
  [
    "/v1/widgets",
    {
      GET: handler({ ...base, query: z.strictObject(pageQuery), response: WidgetPage }),
      POST: handler({
        ...base,
        capability: "tools.write",
        body: CreateWidget,
        response: Widget,
        status: 201,
        location: () => "",
        replay: async () => undefined,
      }),
    },
  ],
  [
    "/v1/widgets/:id/spin",
    {
      POST: handler({
        ...base,
        params,
        body: z.strictObject({ fast: z.boolean().optional() }),
        response: Widget,
        events: { "spin.started": Part },
      }),
    },
  ],
  ["/v1/secrets", { GET: handler({ ...base, internal: true, response: Secret }) }],
  ["/v1/status", { GET: handler({ ...base, capability: null, response: Part }), dynamic: "force-dynamic" }],
] as const;

type Any = { [key: string]: Any };
const document = openApiDocument(routes) as unknown as Any;
const operation = (path: string, method: string) => document.paths?.[path]?.[method] as Any;

test("a dashboard route is not in the public document", () => {
  expect(Object.keys(document.paths as Any)).toEqual(["/widgets", "/widgets/{id}/spin", "/status"]);
  expect(JSON.stringify(document)).not.toMatch(/secret"|Secret/);
});

test("each named schema occurs once; if a request can omit fields of a response, it occurs twice", () => {
  const schemas = document.components?.schemas as Any;
  expect(Object.keys(schemas)).toEqual([
    "CreateWidget",
    "Part",
    "PartInput",
    "Widget",
    "WidgetPage",
    "Problem",
    "ProblemDetail",
  ]);
  expect(schemas.Part?.required).toEqual(["size"]);
  expect(schemas.PartInput?.required).toBeUndefined();
  expect(schemas.CreateWidget?.properties?.parts?.items).toEqual({ $ref: "#/components/schemas/PartInput" });
  expect(schemas.Widget?.properties?.parts?.items).toEqual({ $ref: "#/components/schemas/Part" });
});

test("a request rejects unknown fields, and a response can gain fields", () => {
  const schemas = document.components?.schemas as Any;
  expect(schemas.CreateWidget?.additionalProperties).toBe(false);
  expect(schemas.Widget).not.toHaveProperty("additionalProperties");
});

test("an operation has its role, parameters, headers and every possible error", () => {
  const create = operation("/widgets", "post");
  expect(create.description).toContain("`builder`");
  expect(create.parameters).toEqual([{ $ref: "#/components/parameters/IdempotencyKey" }]);
  expect(Object.keys(create.responses as Any)).toEqual([
    "201",
    "400",
    "401",
    "403",
    "409",
    "413",
    "415",
    "422",
    "423",
    "429",
    "500",
    "503",
  ]);
  expect(Object.keys(create.responses?.["201"]?.headers as Any)).toContain("Location");
  expect(operation("/widgets", "get").parameters).toContainEqual({
    name: "limit",
    in: "query",
    schema: { type: "integer", minimum: 1, maximum: 100, default: 50 },
  });
});

test("an open document needs no key", () => {
  const status = operation("/status", "get");
  expect(status.security).toEqual([]);
  expect(Object.keys(status.responses as Any)).toEqual(["200", "400", "429", "500", "503"]);
});

test("an optional body is optional, and a stream is described beside the JSON response", () => {
  const spin = operation("/widgets/{id}/spin", "post");
  expect(spin.requestBody?.required).toBe(false);
  expect(operation("/widgets", "post").requestBody?.required).toBe(true);
  expect(Object.keys(spin.responses?.["200"]?.content as Any)).toEqual([
    "application/json",
    "text/event-stream",
  ]);
});

test("every reference resolves, and every component is referenced", () => {
  const text = JSON.stringify(document);
  const refs = new Set([...text.matchAll(/"#\/components\/([^"]+)"/g)].map(([, ref]) => ref));
  const components = Object.entries(document.components as Any)
    .filter(([kind]) => kind !== "securitySchemes")
    .flatMap(([kind, all]) => Object.keys(all).map((name) => `${kind}/${name}`));
  expect(new Set(components)).toEqual(refs);
});

test.each([
  ["GET", "/agents", true, "listAgents"],
  ["POST", "/agents", false, "createAgent"],
  ["GET", "/agents/{id}", false, "getAgent"],
  ["PATCH", "/agents/{id}", false, "updateAgent"],
  ["DELETE", "/agents/{id}", false, "deleteAgent"],
  ["POST", "/agents/{id}/deploy", false, "deployAgent"],
  ["GET", "/agents/{id}/versions", true, "listAgentVersions"],
  ["GET", "/agents/{id}/versions/{version}", false, "getAgentVersion"],
  ["POST", "/calls/{id}/messages", false, "createCallMessage"],
  ["PUT", "/calls/{id}/legal-hold", false, "setCallLegalHold"],
  ["POST", "/webhooks/{id}/deliveries/{delivery}/replay", false, "replayWebhookDelivery"],
  ["GET", "/openapi.json", false, "getOpenapi"],
] as const)("%s %s is %s", (method, path, isList, name) => {
  expect(operationId(method, path, isList)).toBe(name);
});

test("two operations with the same name, or a group without a description, fail the build", () => {
  const GET = handler({ ...base, response: Part });
  expect(() =>
    openApiDocument([
      ["/v1/parts/:id", { GET }],
      ["/v1/part", { GET }],
    ]),
  ).toThrow(/share a name: getPart/);
  expect(() => openApiDocument([["/v1/parts", { GET: handler({ ...base, tags: ["Nonsense"] }) }]])).toThrow(
    /needs one tag/,
  );
  expect(() => nameSchemas([{ Double: z.object({}) }, { Double: z.object({}) }])).toThrow(/Double/);
});
