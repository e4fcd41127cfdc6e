import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { archiveAgent, createAgent } from "@/lib/agents/agents";
import { CreateAgent } from "@/lib/agents/agents/schema";
import { subjectSealer } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { closeHub } from "@/lib/platform/live";
import { createCall, listCalls } from ".";
import { placeOf } from "./row";
import { CreateCall, ListCalls } from "./schema";
import { type Desk, openDesk, VARIABLES } from "./testing/desk";

const NUMBER = "+12125550123";
const CARD = "4111 1111 1111 1111";

let desk: Desk;
let agentId: string;
beforeAll(async () => {
  desk = await openDesk();
  agentId = await desk.agent({ variables: VARIABLES });
});
afterAll(closeHub);

const refusal = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof AppError)) throw error ?? new Error("nothing was refused");
  return { code: error.code, details: error.details?.map(({ pointer, code }) => [pointer, code]) };
};
const calls = async () => (await listCalls(desk.ctx, ListCalls.parse({ include_total: "true" }))).total;

describe("values given beforehand", () => {
  it("are known from the first word, masked where they are sensitive, and sealed", async () => {
    const variables = { account_number: "48151623", day: "24 November 2026" };
    const call = await desk.start(agentId, { variables });
    expect(call.variables).toEqual({ account_number: { masked: true }, day: "2026-11-24" });
    const asked = call.transcript[0]?.text ?? "";
    expect(asked).not.toContain("account number?");
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
    expect(await refusal(desk.start(agentId, { variables }))).toEqual({ code: "validation_error", details });
    expect(await calls()).toBe(before);
  });

  it("may not be named like what every object has", () => {
    const input = JSON.parse('{"__proto__": "x", "constructor": "y"}') as object;
    return expect(refusal(desk.start(agentId, { variables: input }))).resolves.toMatchObject({
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
    const id = await desk.agent({ type, voice_id: type === "voice" ? "builtin:slt" : null });
    expect((await refusal(desk.start(id, { channel }))).code).toBe(code);
  });

  it("chat is for both", async () => {
    const id = await desk.agent({ type: "messaging", voice_id: null });
    expect(await desk.start(id)).toMatchObject({ channel: "chat", status: "in_progress", agent_version: 1 });
  });
});

describe("the agent's state", () => {
  it("must be live; an archived one takes no calls, not even rehearsals", async () => {
    const owner = desk.space.ctx("owner");
    const draft = await createAgent(
      owner,
      CreateAgent.parse({ name: "New", type: "messaging", prompt: "Hi." }),
    );
    expect(await refusal(desk.start(draft.id))).toEqual({ code: "invalid_state", details: undefined });
    const archived = await desk.agent();
    await archiveAgent(owner, archived);
    expect((await refusal(desk.start(archived))).code).toBe("invalid_state");
    expect((await refusal(desk.start(archived, { draft: true }))).code).toBe("invalid_state");
    expect((await refusal(desk.start("agt_00000000000000000000000000"))).code).toBe("not_found");
  });
});

describe("a rehearsal of the draft", () => {
  const rehearse = (type: "key" | "member", environment: "live" | "test", id: string) =>
    createCall(
      desk.space.ctxAs({ type, id: "someone", role: "builder" }, environment),
      CreateCall.parse({ agent_id: id, channel: "chat", draft: true }),
    );

  it("is for sessions, and for keys of the test environment", async () => {
    const made = await createAgent(
      desk.space.ctx("owner"),
      CreateAgent.parse({ name: "New", type: "messaging", prompt: "Hi.", greeting: "Welcome." }),
    );
    expect((await refusal(rehearse("key", "live", made.id))).code).toBe("forbidden");
    for (const [type, environment] of [
      ["key", "test"],
      ["member", "live"],
      ["member", "test"],
    ] as const) {
      const call = await rehearse(type, environment, made.id);
      expect(call).toMatchObject({ agent_version: null, environment });
      expect(call.transcript[0]?.text).toContain("Welcome.");
    }
  });
});

describe("what is kept of a new call", () => {
  it("the number as a keyed hash and sealed, metadata sealed and without cards", async () => {
    const call = await desk.start(agentId, { to: NUMBER, metadata: { order: "A-1", card: CARD } });
    expect(call).toMatchObject({ to: NUMBER, metadata: { order: "A-1", card: "[payment_card]" } });
    const row = await desk.rows.one(
      db.selectFrom("calls").select(["to_number", "contact_hash"]).where("id", "=", call.id),
    );
    const sealer = await subjectSealer(desk.space.workspaceId, call.id);
    expect(sealer.openText(placeOf(call.id, "to_number"), row?.to_number ?? Buffer.of())).toBe(NUMBER);
    const found = await listCalls(desk.ctx, ListCalls.parse({ contact: NUMBER }));
    expect(found.data.map(({ id }) => id)).toEqual([call.id]);
  });

  it("takes no contact yet", async () => {
    const contact = { contact_id: "ctc_00000000000000000000000000" };
    expect(await refusal(desk.start(agentId, contact))).toEqual({
      code: "validation_error",
      details: [["/contact_id", "unknown_contact"]],
    });
  });
});
