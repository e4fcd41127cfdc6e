import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { archiveAgent, createAgent } from "@/lib/agents/agents";
import { CreateAgent } from "@/lib/agents/agents/schema";
import { subjectSealer } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { closeHub } from "@/lib/platform/live";
import { createCall, listCalls } from ".";
import { callFieldRef } from "./row";
import { CreateCall, ListCalls } from "./schema";
import { type CallFixture, createCallFixture, VARIABLES } from "./testing/call-fixture";

const NUMBER = "+12125550123";
const CARD = "4111 1111 1111 1111";

let fixture: CallFixture;
let agentId: string;
beforeAll(async () => {
  fixture = await createCallFixture();
  agentId = await fixture.agent({ variables: VARIABLES });
});
afterAll(closeHub);

const refusal = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => null,
    (rejection: unknown) => rejection,
  );
  if (!(error instanceof AppError)) throw error ?? new Error("nothing was refused");
  return { code: error.code, details: error.details?.map(({ pointer, code }) => [pointer, code]) };
};
const calls = async () => (await listCalls(fixture.ctx, ListCalls.parse({ include_total: "true" }))).total;

describe("initial values", () => {
  it("are known from the first turn, masked if they are sensitive, and sealed", async () => {
    const variables = { account_number: "48151623", day: "24 November 2026" };
    const call = await fixture.startCall(agentId, { variables });
    expect(call.variables).toEqual({ account_number: { masked: true }, day: "2026-11-24" });
    const greeting = call.transcript[0]?.text ?? "";
    expect(greeting).not.toContain("account number?");
  });

  it.each([
    [
      "of a variable that the agent does not have",
      { shoe_size: "42" },
      [["/variables/shoe_size", "unknown_variable"]],
    ],
    ["of another type", { day: "blue" }, [["/variables/day", "invalid_value"]]],
    ["that are a payment card", { account_number: CARD }, [["/variables/account_number", "invalid_value"]]],
    [
      "that are several such",
      { a: 1, day: true },
      [
        ["/variables/a", "unknown_variable"],
        ["/variables/day", "invalid_value"],
      ],
    ],
    ["whose name would break a pointer", { "a/b~c": 1 }, [["/variables/a~1b~0c", "unknown_variable"]]],
    ["that are nothing", { day: null }, [["/variables/day", "invalid_value"]]],
  ])("%s are refused, each with its pointer, and no call is made", async (_, variables, details) => {
    const before = await calls();
    expect(await refusal(fixture.startCall(agentId, { variables }))).toEqual({
      code: "validation_error",
      details,
    });
    expect(await calls()).toBe(before);
  });

  it("cannot have the names of object prototype properties", () => {
    const input = JSON.parse('{"__proto__": "x", "constructor": "y"}') as object;
    return expect(refusal(fixture.startCall(agentId, { variables: input }))).resolves.toMatchObject({
      code: "validation_error",
    });
  });
});

describe("the channel", () => {
  it.each([
    ["voice", "sms", "validation_error"],
    ["messaging", "phone", "validation_error"],
    ["messaging", "web", "validation_error"],
    ["voice", "phone", "unavailable"],
    ["messaging", "sms", "unavailable"],
  ])("of an agent of type %s on %s: %s", async (type, channel, code) => {
    const id = await fixture.agent({ type, voice_id: type === "voice" ? "builtin:slt" : null });
    expect((await refusal(fixture.startCall(id, { channel }))).code).toBe(code);
  });

  it("chat is for both", async () => {
    const id = await fixture.agent({ type: "messaging", voice_id: null });
    expect(await fixture.startCall(id)).toMatchObject({
      channel: "chat",
      status: "in_progress",
      agent_version: 1,
    });
  });
});

describe("the agent's state", () => {
  it("must be live; an archived agent rejects calls and rehearsals", async () => {
    const owner = fixture.space.ctx("owner");
    const draft = await createAgent(
      owner,
      CreateAgent.parse({ name: "New", type: "messaging", prompt: "Hi." }),
    );
    expect(await refusal(fixture.startCall(draft.id))).toEqual({ code: "invalid_state", details: undefined });
    const archived = await fixture.agent();
    await archiveAgent(owner, archived);
    expect((await refusal(fixture.startCall(archived))).code).toBe("invalid_state");
    expect((await refusal(fixture.startCall(archived, { draft: true }))).code).toBe("invalid_state");
    expect((await refusal(fixture.startCall("agt_00000000000000000000000000"))).code).toBe("not_found");
  });
});

describe("a rehearsal of the draft", () => {
  const rehearse = (type: "key" | "member", environment: "live" | "test", id: string) =>
    createCall(
      fixture.space.ctxAs({ type, id: "someone", role: "builder" }, environment),
      CreateCall.parse({ agent_id: id, channel: "chat", draft: true }),
    );

  it("is allowed for sessions, and for keys of the test environment", async () => {
    const agent = await createAgent(
      fixture.space.ctx("owner"),
      CreateAgent.parse({ name: "New", type: "messaging", prompt: "Hi.", greeting: "Welcome." }),
    );
    expect((await refusal(rehearse("key", "live", agent.id))).code).toBe("forbidden");
    for (const [type, environment] of [
      ["key", "test"],
      ["member", "live"],
      ["member", "test"],
    ] as const) {
      const call = await rehearse(type, environment, agent.id);
      expect(call).toMatchObject({ agent_version: null, environment });
      expect(call.transcript[0]?.text).toContain("Welcome.");
    }
  });
});

describe("the stored fields of a new call", () => {
  it("are the number as a keyed hash and sealed, and metadata sealed and without cards", async () => {
    const call = await fixture.startCall(agentId, { to: NUMBER, metadata: { order: "A-1", card: CARD } });
    expect(call).toMatchObject({ to: NUMBER, metadata: { order: "A-1", card: "[payment_card]" } });
    const row = await fixture.rows.first(
      db.selectFrom("calls").select(["to_number", "contact_hash"]).where("id", "=", call.id),
    );
    const sealer = await subjectSealer(fixture.space.workspaceId, call.id);
    expect(sealer.openText(callFieldRef(call.id, "to_number"), row?.to_number ?? Buffer.of())).toBe(NUMBER);
    const listed = await listCalls(fixture.ctx, ListCalls.parse({ contact: NUMBER }));
    expect(listed.data.map(({ id }) => id)).toEqual([call.id]);
  });

  it("reject an unknown contact", async () => {
    const contact = { contact_id: "ctc_00000000000000000000000000" };
    expect(await refusal(fixture.startCall(agentId, contact))).toEqual({
      code: "validation_error",
      details: [["/contact_id", "unknown_contact"]],
    });
  });
});
