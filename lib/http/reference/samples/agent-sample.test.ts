import { expect, test } from "vitest";
import { CreateCall } from "@/lib/calls/calls/schema";
import { newId } from "@/lib/platform/ids";
import { agentSample } from "./agent-sample";

const id = newId("agt");
const bodyOf = (command: string): unknown => JSON.parse(/--data '(.*)'/s.exec(command)?.[1] ?? "null");

test("the command of an agent starts a call with it, with the key from the environment", () => {
  const command = agentSample({ id, type: "voice" }, "https://parley.example.com");
  expect(command).toMatch(/^curl --request POST "https:\/\/parley\.example\.com\/v1\/calls" \\\n/);
  expect(command).toContain('--header "Authorization: Bearer $PARLEY_API_KEY"');
  expect(CreateCall.parse(bodyOf(command))).toMatchObject({ agent_id: id, channel: "phone", draft: false });
});

test("the command of a messaging agent starts a chat", () => {
  const body = CreateCall.parse(bodyOf(agentSample({ id, type: "messaging" }, "http://localhost:3000")));
  expect(body).toMatchObject({ agent_id: id, channel: "chat" });
  expect(body.to).toBeUndefined();
});
