import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAgent, deployAgent } from "@/lib/agents/agents";
import { CreateAgent } from "@/lib/agents/agents/schema";
import { mintParticipantToken, parseParticipantToken } from "@/lib/calls/calls";
import { variable } from "@/lib/calls/calls/testing/call-fixture";
import { createKey, revokeKey } from "@/lib/identity/keys";
import { db } from "@/lib/platform/db";
import { closeHub } from "@/lib/platform/live";
import { type Answer, apiOf, handle, type Json, requestFor, type Send } from "@/test/fixtures/api";
import { readEvents } from "@/test/fixtures/events";
import { makeWorkspace, type TestWorkspace } from "@/test/fixtures/workspace";

const ACCOUNT = "48151623";
const GIVEN = "99887766";

let space: TestWorkspace;
let ask: Send;
let agentId: string;
beforeAll(async () => {
  space = await makeWorkspace();
  ask = apiOf(space);
  const owner = space.ctx("owner");
  const agent = await createAgent(
    owner,
    CreateAgent.parse({
      name: "Desk",
      type: "voice",
      voice_id: "builtin:slt",
      prompt: "You book tables.",
      variables: [
        variable("account_number", { sensitive: true }),
        variable("loyalty_number", { sensitive: true, required: false }),
        variable("smoker", { type: "boolean", sensitive: true, description: "whether you smoke" }),
        variable("guests", { type: "number" }),
      ],
    }),
  );
  await deployAgent(owner, agent.id);
  agentId = agent.id;
});
afterAll(closeHub);

type VisibleExchange = { turns: { role: string; text: string }[]; call: Json };

async function start(extra: object = {}): Promise<string> {
  const body = { agent_id: agentId, channel: "chat", ...extra };
  return (await ask("POST", "/v1/calls", { body })).json.id as string;
}
const mint = (id: string, headers: Record<string, string> = {}) =>
  ask("POST", `/v1/calls/${id}/participant-token`, { role: "builder", headers });
const tokenOf = async (id: string): Promise<string> => (await mint(id)).json.token as string;
const say = async (id: string, key: string, text: string, headers = {}): Promise<Answer> =>
  ask("POST", `/v1/calls/${id}/messages`, { key, body: { text }, headers });
const toExchange = ({ json }: Answer): VisibleExchange => json as VisibleExchange;
const agentsWords = (answer: Answer): string =>
  toExchange(answer)
    .turns.filter(({ role }) => role === "agent")
    .map(({ text }) => text)
    .join(" ");

describe("a participant", () => {
  it("sees their own words and the agent's replies about them unmasked, and nothing else of the call", async () => {
    const id = await start({ metadata: { order: "A-1" } });
    const token = await tokenOf(id);
    const first = await say(id, token, "It is four eight one five, sixteen, 23");
    expect(first.status).toBe(200);
    expect(toExchange(first).turns[0]).toMatchObject({
      role: "caller",
      text: "It is four eight one five, sixteen, 23",
    });
    await say(id, token, "No, I never smoke");
    const readBack = await say(id, token, "There will be two of us");
    expect(agentsWords(readBack).replaceAll(/\D/g, "")).toContain(ACCOUNT);
    expect(agentsWords(readBack)).not.toMatch(/\[|withheld/);
    expect(Object.keys(toExchange(readBack).call).sort()).toEqual(
      ["ended_at", "end_reason", "id", "status"].sort(),
    );
    expect(toExchange(readBack).turns.some(({ role }) => role === "tool")).toBe(false);
  });

  it("gets unmasked responses where a key sees masks in the same call", async () => {
    const id = await start();
    const token = await tokenOf(id);
    await say(id, token, "It is 48151623");
    const masked = await ask("GET", `/v1/calls/${id}`);
    expect(masked.text.replaceAll(/\D/g, "")).not.toContain(ACCOUNT);
    expect(masked.text).toContain("[withheld]");
  });

  it("does not see values of the contact, the campaign or the customer's system", async () => {
    const id = await start({ variables: { loyalty_number: GIVEN, smoker: true } });
    const token = await tokenOf(id);
    let words = "";
    for (const text of ["It is 48151623", "There will be two of us", "no", "Please repeat all of it"])
      words += agentsWords(await say(id, token, text));
    expect(words.replaceAll(/\D/g, "")).not.toContain(GIVEN);
    expect(words).toContain("[smoker]");
    expect(words).not.toMatch(/\bsmoke\b.*\byes\b/i);
  });

  it("streams their own words unmasked, also in pieces", async () => {
    const id = await start();
    const token = await tokenOf(id);
    await say(id, token, "It is 48151623");
    await say(id, token, "No");
    const streamed = await say(id, token, "Two", { Accept: "text/event-stream" });
    const events = readEvents(streamed.text);
    const joined = events
      .filter(({ event }) => event === "turn.delta")
      .map(({ data }) => (data as { text: string }).text)
      .join("");
    expect(joined.replaceAll(/\D/g, "")).toContain(ACCOUNT);
    expect(events.some(({ event }) => event === "turn.completed")).toBe(true);
  });

  it("follows the events of their call, which end with it", async () => {
    const id = await start();
    const token = await tokenOf(id);
    await say(id, token, "It is 48151623");
    // The token ends with the call, so the stream must be open before.
    const stream = await handle(requestFor("GET", `/v1/calls/${id}/events`, { key: token }));
    const ended = await ask("POST", `/v1/calls/${id}/end`, { key: token });
    expect(ended.json).toMatchObject({ id, status: "completed", end_reason: "caller_hung_up" });
    const events = readEvents(await stream.text());
    expect(JSON.stringify(events)).toContain("It is 48151623");
    expect(events.at(-1)).toMatchObject({ event: "call.ended", data: { id } });
    expect(events.map(({ event }) => event)).not.toContain("call.settled");
  });

  it("repeats a message under an Idempotency-Key without sending it twice", async () => {
    const id = await start();
    const token = await tokenOf(id);
    const headers = { "Idempotency-Key": "say-1" };
    const first = await say(id, token, "It is 48151623", headers);
    const repeated = await say(id, token, "It is 48151623", headers);
    expect(repeated.headers.get("idempotent-replayed")).toBe("true");
    expect(toExchange(repeated).turns).toEqual(toExchange(first).turns);
  });
});

describe("a participant token", () => {
  it("opens only the messages, events and end of its call", async () => {
    const [id, other] = [await start(), await start()];
    const token = await tokenOf(id);
    for (const [method, path] of [
      ["GET", `/v1/calls/${id}`],
      ["GET", "/v1/calls"],
      ["DELETE", `/v1/calls/${id}`],
      ["PATCH", `/v1/calls/${id}`],
      ["POST", `/v1/calls/${id}/participant-token`],
      ["GET", `/v1/calls/${id}/recording`],
      ["GET", "/v1/contacts"],
      ["POST", "/v1/keys"],
    ] as const) {
      const answer = await ask(method, path, { key: token, ...(method !== "GET" && { body: {} }) });
      expect([method, path, answer.status, answer.json.code]).toEqual([method, path, 401, "invalid_api_key"]);
    }
    expect((await say(other, token, "Hello")).status).toBe(404);
    expect((await ask("POST", `/v1/calls/${other}/end`, { key: token })).status).toBe(404);
  });

  it("cannot be forged, changed, or used after the call's end", async () => {
    const id = await start();
    const otherCallId = await start();
    const token = await tokenOf(id);
    for (const forged of [
      `${token}x`,
      token.slice(0, -1),
      token.replace(id, otherCallId),
      "prp_",
      "prp_a.b.c.d.e",
    ])
      expect((await say(id, forged, "Hello")).status).toBe(401);
    const expiry = Date.now() + 15 * 60_000;
    expect(parseParticipantToken(token, new Date(expiry - 60_000).toISOString())?.callId).toBe(id);
    expect(parseParticipantToken(token, new Date(expiry + 1_000).toISOString())).toBeNull();
    await ask("POST", `/v1/calls/${id}/end`, {});
    expect((await say(id, token, "Hello")).status).toBe(401);
    expect((await mint(id)).json).toMatchObject({ status: 409, code: "invalid_state" });
  });

  it("ends when the API key that created it is revoked", async () => {
    const id = await start();
    const owner = space.ctx("owner");
    const key = await createKey(owner, { name: "Chat", role: "builder", environment: "live" });
    const minted = await ask("POST", `/v1/calls/${id}/participant-token`, { key: key.secret ?? "" });
    const token = minted.json.token as string;
    expect((await say(id, token, "Hello")).status).toBe(200);
    await revokeKey(owner, key.id);
    expect((await say(id, token, "Hello")).status).toBe(401);
  });

  it("is created once under an Idempotency-Key, returned only in the first response, and audited without its value", async () => {
    const id = await start();
    const headers = { "Idempotency-Key": "mint-1" };
    const first = await mint(id, headers);
    expect(first.json).toEqual({ token: expect.stringMatching(/^prp_/), expires_at: expect.any(String) });
    expect((await mint(id, headers)).json).toEqual({ expires_at: first.json.expires_at });
    const events = await space
      .ctx("owner")
      .db.all(
        db
          .selectFrom("audit_events")
          .select(["action", "actor_type", "after"])
          .where("target", "=", id)
          .where("action", "=", "call.participant_token_minted"),
      );
    expect(events).toEqual([
      {
        action: "call.participant_token_minted",
        actor_type: "key",
        after: { expires_at: first.json.expires_at },
      },
    ]);
  });

  it("is for keys, and for members only in test conversations without contact data", async () => {
    const member = (environment: "live" | "test" = "live") => {
      const ctx = space.ctx("builder", environment);
      return { ...ctx, actor: { ...ctx.actor, type: "member" as const } };
    };
    const live = await start();
    await expect(mintParticipantToken(member(), live)).rejects.toMatchObject({ code: "forbidden" });
    const startWith = (
      await ask("POST", "/v1/calls", {
        environment: "test",
        body: { agent_id: agentId, channel: "chat", variables: { loyalty_number: GIVEN } },
      })
    ).json.id as string;
    await expect(mintParticipantToken(member("test"), startWith)).rejects.toMatchObject({
      code: "forbidden",
    });
    const test = (
      await ask("POST", "/v1/calls", {
        environment: "test",
        body: { agent_id: agentId, channel: "chat" },
      })
    ).json.id as string;
    expect((await mintParticipantToken(member("test"), test)).token).toMatch(/^prp_/);
  });
});
