import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Ctx } from "@/lib/platform/context";
import { closeHub } from "@/lib/platform/live";
import {
  acceptTransfer,
  answerSpokenCall,
  createCall,
  keepTransferringCall,
  readConnectTicket,
  readTransferredCall,
  resumeSpokenCall,
  type SpokenCall,
} from ".";
import { CONNECT_TIMEOUT_MS } from "./connect-ticket";
import { CreateCall } from "./schema";
import { LEASE_MS } from "./session";
import { SETTLE_LIMITS } from "./settle-limits";
import { type CallFixture, createCallFixture, readTickTime, VARIABLES } from "./testing/call-fixture";

/** How long a call waits for the next report about its transfer. */
const TRANSFER_STEP_S = 90;

let fixture: CallFixture;
let agentId: string;
beforeAll(async () => {
  fixture = await createCallFixture();
  agentId = await fixture.agent();
});
afterAll(closeHub);

const start = () => fixture.startCall(agentId, { channel: "web" });
/** A line that plays everything immediately and stays open. */
const line = () => ({
  signal: new AbortController().signal,
  onTurns: () => undefined,
  waitForPlayback: async (speech: { text: string; startMs: number; endMs: number } | null) => ({
    text: speech?.text ?? "",
    startMs: speech?.startMs ?? 0,
    endMs: speech?.endMs ?? 0,
    isComplete: true,
    latencyMs: null,
  }),
});
/** An answered call whose agent has greeted. */
async function answered(): Promise<SpokenCall> {
  const { id } = await start();
  const call = await answerSpokenCall(fixture.ctx, id);
  if (call === null) throw new Error("Nobody could answer.");
  await call.dispatchEvent({ type: "opened" }, line());
  return call;
}

describe("a call by browser", () => {
  it("waits for a connection, and returns its details once", async () => {
    const call = await start();
    expect(call).toMatchObject({ status: "queued", answered_at: null, transcript: [] });
    const { connect } = call;
    expect(connect).toEqual({ url: "/voice/web", token: expect.any(String), expires_at: expect.any(String) });
    expect(Date.parse(connect?.expires_at ?? "") - Date.parse(fixture.now())).toBe(CONNECT_TIMEOUT_MS);
    // The characters of a WebSocket subprotocol (RFC 9110, token).
    expect(connect?.token).toMatch(/^[\w.-]{40,300}$/);
    expect(await fixture.read(call.id)).not.toHaveProperty("connect");
  });

  it("shows participants their own words, and members only in a test without contact data", async () => {
    const asMember = (environment: "live" | "test") => {
      const ctx = fixture.space.ctx("builder", environment);
      return { ...ctx, actor: { ...ctx.actor, type: "member" as const } };
    };
    const viewOf = async (ctx: Ctx, extra: object = {}) => {
      const input = CreateCall.parse({ agent_id: agentId, channel: "web", ...extra });
      const { connect } = await createCall(ctx, input);
      return readConnectTicket(connect?.token ?? "", fixture.now())?.view;
    };
    const key = { ...fixture.ctx, actor: { ...fixture.ctx.actor, type: "key" as const } };
    expect(await viewOf(key)).toBe("participant");
    expect(await viewOf(asMember("live"))).toBe("masked");
    expect(await viewOf(asMember("live"), { draft: true })).toBe("participant");
    expect(await viewOf(asMember("test"))).toBe("participant");
  });

  it("captions speech with the view of its line", async () => {
    const secret = await fixture.agent({ variables: VARIABLES });
    for (const [view, caption] of [
      ["participant", "it is 4815"],
      ["masked", "[withheld]"],
    ] as const) {
      const { id } = await fixture.startCall(secret, { channel: "web" });
      const call = await answerSpokenCall(fixture.ctx, id, view);
      await call?.dispatchEvent({ type: "opened" }, line());
      expect(call?.maskCaption("it is 4815")).toBe(caption);
      await call?.release();
    }
  });

  it("has a token that opens only this call, until it expires, and cannot be forged", async () => {
    const { id, connect } = await start();
    const token = connect?.token ?? "";
    const before = new Date(Date.parse(connect?.expires_at ?? "") - 1).toISOString();
    expect(readConnectTicket(token, before)).toMatchObject({ callId: id, environment: "live" });
    expect(readConnectTicket(token, connect?.expires_at ?? "")).toBeNull();
    const otherCallId = (await start()).id;
    for (const forged of ["", ".", "x", token.slice(0, -1), `${token}x`, token.replace(id, otherCallId)])
      expect(readConnectTicket(forged, fixture.now()), forged).toBeNull();
  });

  it("is answered once by concurrent connections", async () => {
    const { id } = await start();
    const tries = await Promise.all(Array.from({ length: 5 }, () => answerSpokenCall(fixture.ctx, id)));
    const acquired = tries.filter((attempt) => attempt !== null);
    expect(acquired).toHaveLength(1);
    await acquired[0]?.release();
  });

  it("ends automatically without a connection", async () => {
    const { id } = await start();
    expect(Date.parse((await readTickTime(id)) ?? "")).toBeGreaterThanOrEqual(
      Date.parse(fixture.now()) + CONNECT_TIMEOUT_MS,
    );
    await fixture.tick(id);
    expect((await fixture.read(id)).status).toBe("queued");
    fixture.advanceClock(CONNECT_TIMEOUT_MS / 1_000 + 1);
    await fixture.tick(id);
    expect(await fixture.read(id)).toMatchObject({ status: "no_answer", end_reason: "no_answer" });
    expect(await answerSpokenCall(fixture.ctx, id)).toBeNull();
  });

  it("can be canceled before a connection", async () => {
    const { id } = await start();
    expect(await fixture.end(id)).toMatchObject({ status: "canceled" });
    expect(await answerSpokenCall(fixture.ctx, id)).toBeNull();
  });
});

describe("a held line", () => {
  it("excludes other processes, and ends on request", async () => {
    const call = await answered();
    await expect(fixture.say(call.id, "Hello?")).rejects.toMatchObject({ code: "in_progress" });
    call.signal.addEventListener("abort", () => void call.release());
    expect(await fixture.end(call.id)).toMatchObject({ status: "completed", end_reason: "caller_hung_up" });
    expect(await resumeSpokenCall(fixture.ctx, call.id)).toBeNull();
  });

  it("can be acquired again if it was released and the call has not ended", async () => {
    const call = await answered();
    await call.release();
    const resumed = await resumeSpokenCall(fixture.ctx, call.id);
    expect(resumed?.conversation().turns).toEqual(call.conversation().turns);
    await resumed?.release();
  });

  it("that dies with its process ends the call with an error; its turns are stored", async () => {
    const call = await answered();
    // Its lease expires without renewal, as the test's clock is far ahead of the renewal timer.
    fixture.advanceClock(LEASE_MS / 1_000 - 1);
    await fixture.tick(call.id);
    expect((await fixture.read(call.id)).status).toBe("in_progress");
    fixture.advanceClock(2);
    await fixture.tick(call.id);
    const ended = await fixture.read(call.id);
    expect(ended).toMatchObject({ status: "failed", end_reason: "interrupted_by_restart" });
    expect(ended.transcript).toHaveLength(1);
    expect(ended.settled_at).not.toBeNull();
    await call.release();
  });

  it("whose carrier transfers it outlives its process, and ends as transferred once a person has accepted", async () => {
    const call = await answered();
    const stage = async () => (await readTransferredCall(fixture.ctx, call.id))?.stage;
    await keepTransferringCall(fixture.ctx, call.id);
    fixture.advanceClock(LEASE_MS / 1_000 + 2);
    await fixture.tick(call.id);
    expect((await fixture.read(call.id)).status).toBe("in_progress");
    expect(await stage()).toBe("ringing");
    await acceptTransfer(fixture.ctx, call.id, "bridged");
    await acceptTransfer(fixture.ctx, call.id, "bridged");
    expect(await stage()).toBe("accepted");
    fixture.advanceClock(LEASE_MS / 1_000 + 1);
    await fixture.tick(call.id);
    expect(await fixture.read(call.id)).toMatchObject({ status: "completed", end_reason: "transferred" });
    expect(await stage()).toBe("accepted");
    await call.release();
  });

  it("whose carrier reports nothing more about a transfer ends when the next report is overdue", async () => {
    const call = await answered();
    await keepTransferringCall(fixture.ctx, call.id);
    fixture.advanceClock(TRANSFER_STEP_S + 1);
    await fixture.tick(call.id);
    expect(await fixture.read(call.id)).toMatchObject({ end_reason: "interrupted_by_restart" });
    await call.release();
  });

  it("transcribes the last words of a caller who hangs up", async () => {
    const call = await answered();
    const last = { text: "Bye then.", startMs: 10, endMs: 900 };
    await call.dispatchEvent({ type: "hung_up", atMs: 950, lastWords: last }, line());
    await call.waitUntilSettled();
    const { transcript, end_reason } = await fixture.read(call.id);
    expect(end_reason).toBe("caller_hung_up");
    expect(transcript.at(-1)).toMatchObject({ role: "caller", text: "Bye then.", start_ms: 10, end_ms: 900 });
  });

  it("is settled by a worker while its process holds another line, and by its process otherwise", async () => {
    SETTLE_LIMITS.isQueuedBesideLines = true;
    const [first, second] = [await answered(), await answered()];
    const hangUp = async (call: SpokenCall) => {
      await call.dispatchEvent({ type: "hung_up", atMs: 900 }, line());
      await call.waitUntilSettled();
      return fixture.read(call.id);
    };
    expect(await hangUp(first)).toMatchObject({ end_reason: "caller_hung_up", settled_at: null });
    expect(await readTickTime(first.id)).toBe(fixture.now());
    await fixture.tick(first.id);
    expect((await fixture.read(first.id)).settled_at).not.toBeNull();
    expect((await hangUp(second)).settled_at).not.toBeNull();
    SETTLE_LIMITS.isQueuedBesideLines = false;
  });
});
