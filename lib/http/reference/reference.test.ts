import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { RESOURCE_SCHEMAS, WEBHOOK_EVENTS } from "@/lib/data/webhooks";
import { METHODS } from "@/lib/http";
import { BODY_EXAMPLES, exampleId } from "@/lib/http/openapi/examples";
import { everyRoute } from "@/test/fixtures/every-route";
import { document } from "./document";
import { EVENTS } from "./events";
import { fieldsOf } from "./fields";
import { type Operation, objectsOf, RESOURCES } from "./resources";
import { responseExampleOf } from "./responses";
import { samplesOf } from "./samples";
import { searchIndex } from "./search-index";

const OPERATIONS = RESOURCES.flatMap(({ operations }) => operations);
const BASE = "https://parley.example.com";

function operation(id: string): Operation {
  const match = OPERATIONS.find((candidate) => candidate.id === id);
  if (match === undefined) throw new Error(`The reference has no ${id}.`);
  return match;
}

/** The route behind an operation of the reference. */
function specOf({ method, path }: Operation) {
  const pattern = `/v1${path.replace(/\{(\w+)\}/g, ":$1")}`;
  const route = everyRoute.find((candidate) => candidate.method === method && candidate.path === pattern);
  if (route === undefined) throw new Error(`No route ${method} ${pattern}.`);
  return route.spec;
}
const problemsOf = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues ?? [];

test("the reference has every public operation, event and object", () => {
  const ids = Object.values(document.paths).flatMap((methods) =>
    METHODS.flatMap((method) => methods[method.toLowerCase()]?.operationId ?? []),
  );
  expect(OPERATIONS.map(({ id }) => id).sort()).toEqual(ids.sort());
  expect(EVENTS.map(({ type }) => type)).toEqual(Object.keys(WEBHOOK_EVENTS));
  expect(objectsOf(operation("listAgents") ? [operation("listAgents")] : [])).toEqual(["Agent"]);
});

describe("the example body", () => {
  const withBody = OPERATIONS.filter((candidate) => specOf(candidate).body !== undefined);
  test.each(withBody.map((op) => [op.id, op] as const))("of %s is accepted by its route", (id, op) => {
    const { body } = specOf(op);
    expect(BODY_EXAMPLES[id], "an example in lib/http/openapi/examples.ts").toBeDefined();
    expect(op.body?.example).toEqual(BODY_EXAMPLES[id]);
    expect(body && problemsOf(body, BODY_EXAMPLES[id])).toEqual([]);
  });

  test("belongs to an operation", () => {
    const ids = OPERATIONS.map(({ id }) => id);
    expect(Object.keys(BODY_EXAMPLES).filter((id) => !ids.includes(id))).toEqual([]);
  });
});

describe("the example response", () => {
  const withJson = OPERATIONS.filter((candidate) => specOf(candidate).response !== undefined);
  test.each(withJson.map((op) => [op.id, op] as const))("of %s conforms to its schema", (_, op) => {
    const { response } = specOf(op);
    expect(response && problemsOf(response, responseExampleOf(op))).toEqual([]);
  });

  test("shows the values that its request sets", () => {
    expect(responseExampleOf(operation("createAgent"))).toMatchObject({
      name: "Front desk",
      voice_id: "builtin:slt",
    });
    expect(responseExampleOf(operation("listAgents"))).toMatchObject({ data: [{ name: "Front desk" }] });
  });
});

test("an example call has the values of its state", () => {
  expect(responseExampleOf(operation("createCall"))).toMatchObject({
    status: "in_progress",
    reasons: [],
    outcome: null,
    transcript: [{ index: 0, role: "agent" }],
  });
  expect(responseExampleOf(operation("createCall"))).not.toHaveProperty("connect");
  expect(responseExampleOf(operation("createCallMessage"))).toMatchObject({ call: { reasons: [] } });
  expect(responseExampleOf(operation("endCall"))).toMatchObject({ status: "completed", reasons: [] });
  const exampleOfEvent = (type: string) => EVENTS.find((event) => event.type === type)?.example;
  expect(exampleOfEvent("call.blocked")).toMatchObject({
    data: { status: "blocked", reasons: [{ code: "no_consent" }] },
  });
  expect(exampleOfEvent("recording.suppressed")).toMatchObject({
    data: { channel: "phone", recording: { state: "suppressed" } },
  });
  expect(exampleOfEvent("call.settled")).toMatchObject({ data: { outcome: { tag: "booked" }, reasons: [] } });
});

test.each(EVENTS.map((event) => [event.type, event] as const))(
  "the example of %s has the resource as the product renders it",
  (type, { example, description }) => {
    const resource = WEBHOOK_EVENTS[type as keyof typeof WEBHOOK_EVENTS];
    const message = example as { type: string; data: unknown };
    expect(message.type).toBe(type);
    expect(problemsOf(RESOURCE_SCHEMAS[resource], message.data)).toEqual([]);
    expect(description).not.toBe("");
  },
);

describe("fields", () => {
  const schema = document.components.schemas;
  test("have their types, constraints and inner fields", () => {
    const fields = fieldsOf(schema.CreateAgent ?? {});
    expect(fields.find(({ name }) => name === "name")).toMatchObject({ isRequired: true, type: "string" });
    expect(fields.find(({ name }) => name === "type")?.values).toEqual(["voice", "messaging"]);
    expect(fields.find(({ name }) => name === "voice_id")).toMatchObject({
      isNullable: true,
      isRequired: false,
    });
    const variables = fields.find(({ name }) => name === "variables");
    expect(variables?.type).toMatch(/^array of /);
    expect(variables?.fields.map(({ name }) => name)).toContain("sensitive");
  });

  test("of alternatives are separate", () => {
    const credential = fieldsOf(schema.CreateIntegration ?? {}).find(({ name }) => name === "credential");
    expect(credential?.fields.map(({ name }) => name)).toContain("kind: bearer");
  });
});

describe("samples", () => {
  test("contain the address, the method, the key's variable and the body", () => {
    const { curl, typescript, python } = samplesOf(operation("createAgent"), BASE);
    for (const sample of [curl, typescript, python]) {
      expect(sample).toContain(`"${BASE}/v1/agents"`);
      expect(sample).toContain("POST");
      expect(sample).toContain("PARLEY_API_KEY");
      expect(sample).toContain("Front desk");
    }
    expect(python).toContain('"required": False');
  });

  test("contain the reader's identifiers instead of the examples", () => {
    const ownId = `agt_${"7".repeat(26)}`;
    const samples = samplesOf(operation("createCall"), BASE, { [exampleId("agt")]: ownId });
    for (const sample of Object.values(samples)) {
      expect(sample).toContain(ownId);
      expect(sample).not.toContain(exampleId("agt"));
    }
  });

  test("read a created identifier from a variable", () => {
    const variables = { [exampleId("agt")]: "AGENT_ID" };
    const deploy = samplesOf(operation("deployAgent"), BASE, {}, variables);
    expect(deploy.curl).toContain(`"${BASE}/v1/agents/$AGENT_ID/deploy"`);
    expect(deploy.typescript).toContain(`${BASE}/v1/agents/\${process.env.AGENT_ID}/deploy\``);
    expect(deploy.python).toContain(`f"${BASE}/v1/agents/{os.environ['AGENT_ID']}/deploy"`);
    const call = samplesOf(operation("createCall"), BASE, {}, variables);
    expect(call.curl).toContain(`"agent_id": "'"$AGENT_ID"'"`);
    expect(call.typescript).toContain("agent_id: process.env.AGENT_ID");
    expect(call.python).toContain(`"agent_id": os.environ["AGENT_ID"]`);
  });

  test("of a public operation need no key", () => {
    for (const sample of Object.values(samplesOf(operation("getOpenapi"), BASE)))
      expect(sample).not.toContain("PARLEY_API_KEY");
  });

  test("end a text with a quote safely in a shell", () => {
    const quoted = {
      ...operation("createAgent"),
      body: { ...operation("createAgent").body, example: { name: "It's" } },
    };
    expect(samplesOf(quoted as Operation, BASE).curl).toContain(`It'\\''s`);
  });
});

test("the search finds operations, fields, events and errors, each on its page", () => {
  const entries = searchIndex();
  const hrefOf = (title: string) => entries.find((entry) => entry.title === title)?.href;
  expect(hrefOf("Create an agent")).toBe("/docs/agents#createAgent");
  expect(hrefOf("call.settled")).toBe("/docs/events#call.settled");
  expect(hrefOf("rate_limited")).toBe("/docs/errors#rate_limited");
  expect(hrefOf("recording.announced_at")).toMatch(/^\/docs\/calls#Call(Item)?-object$/);
});
