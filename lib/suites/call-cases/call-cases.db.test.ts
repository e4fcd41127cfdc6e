import { beforeAll, expect, test } from "vitest";
import { createAgent, deployAgent } from "@/lib/agents/agents";
import { CreateAgent } from "@/lib/agents/agents/schema";
import { type CallContact, createCall, endCall, findOrCreateContact, sendMessage } from "@/lib/calls/calls";
import { CreateCall } from "@/lib/calls/calls/schema";
import { parseNumber, updateContact } from "@/lib/contacts/contacts";
import type { Ctx } from "@/lib/platform/context";
import { makeWorkspace } from "@/test/fixtures/workspace";
import { createSuite } from "../suites";
import { CreateSuite } from "../suites/schema";
import { readCaseFromCall } from "./index";

let ctx: Ctx;
let agentId: string;
beforeAll(async () => {
  ctx = (await makeWorkspace()).ctx();
  const body = {
    name: "Table",
    type: "messaging",
    prompt: "Book a table.",
    greeting: "Welcome to Fox Tables.",
    variables: [
      { name: "account_number", type: "string", description: "your account number", sensitive: true },
      { name: "full_name", type: "string", description: "your full name" },
      { name: "email", type: "email", description: "your e-mail address" },
      { name: "terrace", type: "boolean", description: "whether you want the terrace" },
      { name: "shop", type: "string", description: "the shop", required: false },
    ],
    // Masks are lifted for readers, but not for cases.
    recording: { redact_sensitive_fields: false },
  };
  agentId = (await createAgent(ctx, CreateAgent.parse(body))).id;
  await deployAgent(ctx, agentId);
});

const ACCOUNT = "48152342";
const SECRETS = [
  ACCOUNT,
  "Quenby",
  "Zacharias",
  "quenby",
  "zacharias",
  "acme",
  "5550199",
  "Northgate",
  "Ottoline",
];

async function holdCall(lines: readonly string[], contact?: CallContact): Promise<string> {
  const { id } = await createCall(
    ctx,
    CreateCall.parse({
      agent_id: agentId,
      channel: "chat",
      variables: { shop: "Northgate" },
    }),
    contact === undefined ? {} : { contact },
  );
  for (const text of lines) await sendMessage(ctx, id, { text });
  await endCall(ctx, id);
  return id;
}

test("a case of a call has no value, name, number or address of a person, and can be stored", async () => {
  const parsed = parseNumber("+12125550187");
  if (!parsed.ok) throw new Error(parsed.code);
  const contact = await findOrCreateContact(ctx, parsed.number);
  await updateContact(ctx, contact.id, { name: "Ottoline Zacharias" });
  const id = await holdCall(
    [
      `It is ${ACCOUNT}`,
      "Quenby Zacharias",
      "quenby.z@acme.example",
      "yes",
      "call me at 555 0199, I am Ottoline",
    ],
    contact,
  );
  const { case: testCase, omitted, agent_id } = await readCaseFromCall(ctx, id);
  const text = JSON.stringify({ testCase, omitted });
  for (const secret of SECRETS) expect(text.replaceAll(" ", "")).not.toContain(secret);
  expect(agent_id).toBe(agentId);
  expect(testCase.caller).toEqual({
    type: "script",
    lines: [
      "It is 10000000",
      "Alex Sample",
      "alex.sample@example.com",
      "yes",
      "call me at 10000000, I am Alex Sample",
    ],
  });
  expect(testCase.variables).toEqual({ shop: "sample value" });
  const checks = testCase.checks.filter(({ type }) => type === "variable");
  expect(checks).toContainEqual({
    type: "variable",
    name: "account_number",
    equals: "10000000",
    tolerance: 0,
  });
  expect(testCase.checks[0]?.type).toBe("outcome");
  const suite = await createSuite(
    ctx,
    CreateSuite.parse({ agent_id: agentId, name: "From calls", cases: [testCase] }),
  );
  expect(suite.cases).toEqual([testCase]);
});

test("a call in progress is refused", async () => {
  const { id } = await createCall(ctx, CreateCall.parse({ agent_id: agentId, channel: "chat" }));
  await expect(readCaseFromCall(ctx, id)).rejects.toMatchObject({ reason: "call_not_settled" });
});

test("a call of another workspace is not there", async () => {
  const id = await holdCall(["It is 4815"]);
  const stranger = (await makeWorkspace()).ctx();
  await expect(readCaseFromCall(stranger, id)).rejects.toMatchObject({ code: "not_found" });
});
