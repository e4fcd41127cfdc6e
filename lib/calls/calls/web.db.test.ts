import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Ctx } from "@/lib/platform/context";
import { closeHub } from "@/lib/platform/live";
import { answerSpoken, createCall, holdSpoken, readTicket, type SpokenCall } from ".";
import { CONNECT_MS } from "./connect";
import { CreateCall } from "./schema";
import { LEASE_MS } from "./session";
import { type Desk, dueOf, openDesk, VARIABLES } from "./testing/desk";

let desk: Desk;
let agentId: string;
beforeAll(async () => {
  desk = await openDesk();
  agentId = await desk.agent();
});
afterAll(closeHub);

const start = () => desk.start(agentId, { channel: "web" });
/** A line that says everything at once and stays up. */
const line = () => ({
  signal: new AbortController().signal,
  shown: () => undefined,
  played: async (said: { text: string; startMs: number; endMs: number } | null) => ({
    text: said?.text ?? "",
    startMs: said?.startMs ?? 0,
    endMs: said?.endMs ?? 0,
    whole: true,
    latencyMs: null,
  }),
});
/** A call that is answered, whose agent has greeted. */
async function answered(): Promise<SpokenCall> {
  const { id } = await start();
  const call = await answerSpoken(desk.ctx, id);
  if (call === null) throw new Error("Nobody could answer.");
  await call.happen({ type: "opened" }, line());
  return call;
}

describe("a call by browser", () => {
  it("waits to be connected to, and says how, once", async () => {
    const call = await start();
    expect(call).toMatchObject({ status: "queued", answered_at: null, transcript: [] });
    const { connect } = call;
    expect(connect).toEqual({ url: "/voice/web", token: expect.any(String), expires_at: expect.any(String) });
    expect(Date.parse(connect?.expires_at ?? "") - Date.parse(desk.now())).toBe(CONNECT_MS);
    // What makes a WebSocket's subprotocol (RFC 9110, token).
    expect(connect?.token).toMatch(/^[\w.-]{40,300}$/);
    expect(await desk.read(call.id)).not.toHaveProperty("connect");
  });

  it("shows the person who speaks their own words, and a member only in a test without contact data", async () => {
    const asMember = (environment: "live" | "test") => {
      const ctx = desk.space.ctx("builder", environment);
      return { ...ctx, actor: { ...ctx.actor, type: "member" as const } };
    };
    const viewOf = async (ctx: Ctx, extra: object = {}) => {
      const input = CreateCall.parse({ agent_id: agentId, channel: "web", ...extra });
      const { connect } = await createCall(ctx, input);
      return readTicket(connect?.token ?? "", desk.now())?.view;
    };
    const key = { ...desk.ctx, actor: { ...desk.ctx.actor, type: "key" as const } };
    expect(await viewOf(key)).toBe("participant");
    expect(await viewOf(asMember("live"))).toBe("masked");
    expect(await viewOf(asMember("live"), { draft: true })).toBe("participant");
    expect(await viewOf(asMember("test"))).toBe("participant");
  });

  it("captions what is said by the view of its line", async () => {
    const secret = await desk.agent({ variables: VARIABLES });
    for (const [view, caption] of [
      ["participant", "it is 4815"],
      ["masked", "[withheld]"],
    ] as const) {
      const { id } = await desk.start(secret, { channel: "web" });
      const call = await answerSpoken(desk.ctx, id, view);
      await call?.happen({ type: "opened" }, line());
      expect(call?.caption("it is 4815")).toBe(caption);
      await call?.release();
    }
  });

  it("has a token that opens this call, until it expires, and cannot be made up", async () => {
    const { id, connect } = await start();
    const token = connect?.token ?? "";
    const before = new Date(Date.parse(connect?.expires_at ?? "") - 1).toISOString();
    expect(readTicket(token, before)).toMatchObject({ callId: id, environment: "live" });
    expect(readTicket(token, connect?.expires_at ?? "")).toBeNull();
    const other = (await start()).id;
    for (const forged of ["", ".", "x", token.slice(0, -1), `${token}x`, token.replace(id, other)])
      expect(readTicket(forged, desk.now()), forged).toBeNull();
  });

  it("is answered once, however many try", async () => {
    const { id } = await start();
    const tries = await Promise.all(Array.from({ length: 5 }, () => answerSpoken(desk.ctx, id)));
    const held = tries.filter((one) => one !== null);
    expect(held).toHaveLength(1);
    await held[0]?.release();
  });

  it("ends by itself where nobody connects", async () => {
    const { id } = await start();
    expect(Date.parse((await dueOf(id)) ?? "")).toBeGreaterThanOrEqual(Date.parse(desk.now()) + CONNECT_MS);
    await desk.tick(id);
    expect((await desk.read(id)).status).toBe("queued");
    desk.wait(CONNECT_MS / 1_000 + 1);
    await desk.tick(id);
    expect(await desk.read(id)).toMatchObject({ status: "no_answer", end_reason: "no_answer" });
    expect(await answerSpoken(desk.ctx, id)).toBeNull();
  });

  it("can be canceled while nobody has connected", async () => {
    const { id } = await start();
    expect(await desk.end(id)).toMatchObject({ status: "canceled" });
    expect(await answerSpoken(desk.ctx, id)).toBeNull();
  });
});

describe("a line that somebody holds", () => {
  it("is nobody else's to speak in, and is ended by whoever asks for it", async () => {
    const call = await answered();
    await expect(desk.say(call.id, "Hello?")).rejects.toMatchObject({ code: "in_progress" });
    call.signal.addEventListener("abort", () => void call.release());
    expect(await desk.end(call.id)).toMatchObject({ status: "completed", end_reason: "caller_hung_up" });
    expect(await holdSpoken(desk.ctx, call.id)).toBeNull();
  });

  it("can be taken again where it was let go and nobody has ended it", async () => {
    const call = await answered();
    await call.release();
    const again = await holdSpoken(desk.ctx, call.id);
    expect(again?.conversation().turns).toEqual(call.conversation().turns);
    await again?.release();
  });

  it("that dies with its process ends the call, in a state that says so; what was said stays", async () => {
    const call = await answered();
    // Its lease runs out as nobody renews it: the clock of this test is far ahead of the timer that would.
    desk.wait(LEASE_MS / 1_000 - 1);
    await desk.tick(call.id);
    expect((await desk.read(call.id)).status).toBe("in_progress");
    desk.wait(2);
    await desk.tick(call.id);
    const ended = await desk.read(call.id);
    expect(ended).toMatchObject({ status: "failed", end_reason: "interrupted_by_restart" });
    expect(ended.transcript).toHaveLength(1);
    expect(ended.settled_at).not.toBeNull();
    await call.release();
  });

  it("hears the last words of whoever hangs up", async () => {
    const call = await answered();
    const last = { text: "Bye then.", startMs: 10, endMs: 900 };
    await call.happen({ type: "hung_up", atMs: 950, last }, line());
    await call.settled();
    const { transcript, end_reason } = await desk.read(call.id);
    expect(end_reason).toBe("caller_hung_up");
    expect(transcript.at(-1)).toMatchObject({ role: "caller", text: "Bye then.", start_ms: 10, end_ms: 900 });
  });
});
