import { beforeAll, describe, expect, it } from "vitest";
import { createAgent, deployAgent } from "@/lib/agents/agents";
import { db, reader } from "@/lib/platform/db";
import { makeWorkspace, type TestWorkspace } from "@/test/fixtures/workspace";
import { createCall, endCall, listCalls, readCall, sendMessage, updateCall } from ".";
import { CreateCall, ListCalls } from "./schema";

const ACCOUNT = "48151623";

let space: TestWorkspace;
let agentId: string;

beforeAll(async () => {
  space = await makeWorkspace();
  const ctx = space.ctx("owner");
  const agent = await createAgent(ctx, {
    name: "Front desk",
    type: "voice",
    voice_id: "builtin:slt",
    prompt: "You book tables.",
    variables: [
      {
        name: "account_number",
        type: "string",
        description: "your account number",
        required: true,
        sensitive: true,
        category: "general",
        choices: null,
        digits: null,
      },
      {
        name: "day",
        type: "date",
        description: "the day you want to come",
        required: true,
        sensitive: false,
        category: "general",
        choices: null,
        digits: null,
      },
    ],
    outcomes: [
      { tag: "booked", description: "A table is booked." },
      { tag: "not_booked", description: "No table is booked." },
    ],
  });
  agentId = agent.id;
  await deployAgent(ctx, agentId, {});
});

const start = (extra: object = {}) =>
  createCall(space.ctx("builder"), CreateCall.parse({ agent_id: agentId, channel: "chat", ...extra }));
const say = (id: string, text: string) => sendMessage(space.ctx("builder"), id, { text });

describe("a conversation by text", () => {
  it("leaves a call with masked turns, variables and an outcome", async () => {
    const call = await start({ metadata: { order: "A-1" } });
    expect(call.status).toBe("in_progress");
    expect(call.transcript[0]?.role).toBe("agent");
    const first = await say(call.id, `it is ${ACCOUNT.split("").join(" ")}`);
    expect(JSON.stringify(first)).not.toContain("4 8 1 5");
    await say(call.id, "the 24th of November 2026");
    const last = await say(call.id, "yes");
    expect(last.call.status).toBe("completed");
    const read = await readCall(space.ctx("viewer"), call.id);
    expect(read).toMatchObject({
      end_reason: "agent_ended",
      variables: { account_number: { masked: true }, day: "2026-11-24" },
      outcome: { tag: "booked", successful: true },
      metadata: { order: "A-1" },
    });
    expect(read.settled_at).not.toBeNull();
    const text = JSON.stringify(read);
    expect(text.replaceAll(/[\s-]/g, "")).not.toContain(ACCOUNT);
    expect(text).toContain("[account_number]");
    const left = await reader(space.workspaceId).all(
      db.selectFrom("call_turns").select("index").where("call_id", "=", call.id),
    );
    expect(left).toEqual([]);
  });

  it("ends on request, keeps its turns, and returns the same when ended again", async () => {
    const call = await start();
    await say(call.id, "hello there");
    const ended = await endCall(space.ctx("builder"), call.id);
    expect(ended).toMatchObject({ status: "completed", end_reason: "caller_hung_up" });
    expect(await endCall(space.ctx("builder"), call.id)).toEqual(ended);
    await expect(say(call.id, "still there?")).rejects.toMatchObject({ code: "invalid_state" });
  });

  it("is found by words of its masked transcript, never by masked values", async () => {
    const call = await start();
    await say(call.id, `${ACCOUNT} walrus`);
    await endCall(space.ctx("builder"), call.id);
    const search = async (q: string) =>
      (await listCalls(space.ctx(), ListCalls.parse({ q }))).data.map(({ id }) => id);
    expect(await search(ACCOUNT)).toEqual([]);
    expect(await search("assistant")).toContain(call.id);
  });

  it("accepts tags and notes", async () => {
    const call = await start();
    const changed = await updateCall(space.ctx("builder"), call.id, { tags: ["vip"], notes: "Nice 🙂" });
    expect(changed).toMatchObject({ tags: ["vip"], notes: "Nice 🙂" });
    const listed = await listCalls(space.ctx(), ListCalls.parse({ tag: "vip", include_total: "true" }));
    expect(listed).toMatchObject({ total: 1, data: [{ id: call.id }] });
  });
});
