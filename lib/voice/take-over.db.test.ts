import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { endCall } from "@/lib/calls/calls";
import { listConnectedJoins, requestJoin } from "@/lib/calls/joins";
import { endSession } from "@/lib/identity/auth";
import { db, writeUnaudited } from "@/lib/platform/db";
import { closeHub } from "@/lib/platform/live";
import { makeWorkspace } from "@/test/fixtures/workspace";
import { makeGateway } from "./gateway";
import { SUBPROTOCOL } from "./schema";
import { handshake, type TestBrowser } from "./testing/browser";
import { joinCall, signInMember } from "./testing/member-fixture";
import { scripted, silence, speech } from "./testing/providers";
import { openVoiceDesk, type VoiceDesk } from "./testing/voice-fixture";

const PATIENCE = { timeout: 20_000, interval: 20 };
const LINES = ["never mind", "please stop recording"];
/** Lines that the transcriber is never told: they mark whose audio it is. */
const CALLER = 40;
const MEMBER = 41;
const RECORDED = { recording: { enabled: true, announce: true, announcement: "This call is recorded." } };
const JOINED = "You are now connected to a person.";

let fixture: VoiceDesk;
beforeAll(async () => {
  fixture = await openVoiceDesk();
});
afterAll(async () => {
  await fixture.close();
  await closeHub();
});

const settled = (id: string) =>
  vi.waitFor(async () => {
    const call = await fixture.read(id);
    expect(call.settled_at).not.toBeNull();
    return call;
  }, PATIENCE);
const agentTurns = (browser: TestBrowser) => browser.turns().filter(({ role }) => role === "agent").length;
async function begin(extra: object = {}, charMs = 10) {
  const agentId = await fixture.agent({ lines: LINES, charMs }, extra);
  const { call, browser } = await fixture.call(agentId);
  await browser.until(() => agentTurns(browser) > 0);
  await browser.state("listening");
  return { call, browser };
}
const connected = (browser: TestBrowser) =>
  browser.until(() => browser.of("member").some(({ state }) => state === "connected"));
const hears = (browser: TestBrowser, line: number) =>
  browser.until(() => browser.played.some(({ level }) => level === line), PATIENCE.timeout);
const takeOver = async (callId: string, acceptsRecording = false) => {
  const ctx = await signInMember(fixture.space);
  const member = await joinCall(ctx, fixture.joinUrl, { callId, kind: "take_over", acceptsRecording });
  return { ctx, member };
};
const events = (call: { recording: { trace: unknown[] } }) =>
  call.recording.trace.map((entry) => (entry as { event: string }).event);
const auditOf = (callId: string) =>
  fixture.space
    .ctx("owner")
    .db.all(
      db
        .selectFrom("audit_events")
        .select(["action", "actor_id"])
        .where("workspace_id", "=", fixture.space.workspaceId)
        .where("target", "=", callId)
        .where("action", "like", "call.%ed")
        .orderBy("seq"),
    );

/** The end is stored after the member's connection is closed. */
const expectAudit = (callId: string, part: "takeover" | "listening", memberId: string) =>
  vi.waitFor(
    async () =>
      expect(await auditOf(callId)).toMatchObject([
        { action: `call.${part}_started`, actor_id: memberId },
        { action: `call.${part}_ended`, actor_id: memberId },
      ]),
    PATIENCE,
  );

describe("a member who takes over a call", () => {
  it("is heard after the announcement and not before, hears the caller, and hangs up as after a transfer", async () => {
    const { call, browser } = await begin();
    const atRequest = browser.played.length;
    const { ctx, member } = await takeOver(call.id);
    // The member speaks from the first moment.
    const talking = member.say(speech(MEMBER, 4_000), 0);
    await connected(member);
    await hears(browser, MEMBER);
    const first = browser.played.findIndex(({ level }) => level === MEMBER);
    const announced = browser.played.slice(atRequest, first);
    expect(announced.filter(({ level }) => level >= 1_000).length).toBeGreaterThanOrEqual(
      Math.floor((JOINED.length * 10) / 20),
    );
    await browser.say(speech(CALLER, 600), 0);
    await hears(member, CALLER);
    await talking;
    expect(await listConnectedJoins(fixture.ctx)).toMatchObject({
      data: [{ call_id: call.id, kind: "take_over", member_id: ctx.actor.id, member_name: "Some One" }],
    });
    member.send({ type: "hang_up" });
    await member.over();
    await browser.over();
    const done = await settled(call.id);
    expect(done).toMatchObject({ status: "completed", end_reason: "transferred" });
    // Nothing of either side is transcribed behind the bridge.
    expect(done.transcript.map(({ role, text }) => ({ role, text })).slice(1)).toEqual([
      { role: "system", text: JOINED },
    ]);
    await expectAudit(call.id, "takeover", ctx.actor.id);
    expect(await listConnectedJoins(fixture.ctx)).toEqual({ data: [] });
  });

  it("interrupts an agent that speaks", async () => {
    const { call, browser } = await begin({}, 30);
    const talking = browser.say(speech(0, 600));
    await browser.state("speaking");
    const { member } = await takeOver(call.id);
    await connected(member);
    await talking;
    const turns = agentTurns(browser);
    await member.say(speech(MEMBER, 400), 0);
    await hears(browser, MEMBER);
    expect(agentTurns(browser)).toBe(turns);
    browser.send({ type: "hang_up" });
    await member.over();
    expect(member.of("ended")).toEqual([{ type: "ended", reason: "call_ended" }]);
    expect(await settled(call.id)).toMatchObject({ end_reason: "transferred" });
  });

  it("is the only one: a second member is refused, also before the first is connected", async () => {
    const { call, browser } = await begin();
    const ctx = await signInMember(fixture.space);
    const request = { callId: call.id, kind: "take_over", acceptsRecording: false } as const;
    const { token } = await requestJoin(ctx, request);
    const second = await signInMember(fixture.space);
    await expect(requestJoin(second, request)).rejects.toMatchObject({ reason: "call_already_taken_over" });
    const socket = await joinCall(ctx, fixture.joinUrl, { callId: call.id, kind: "listen" }).catch(
      () => null,
    );
    expect(await handshake(fixture.joinUrl, [SUBPROTOCOL, `${token}x`])).toBe(401);
    expect(await handshake(fixture.joinUrl, [SUBPROTOCOL, token])).toBe(101);
    // A token opens one connection.
    expect(await handshake(fixture.joinUrl, [SUBPROTOCOL, token])).toBe(401);
    socket?.drop();
    browser.send({ type: "hang_up" });
    await browser.over();
  });

  it("returns the caller to the agent, which is told, when the connection is lost", async () => {
    const { call, browser } = await begin();
    const { member } = await takeOver(call.id);
    await connected(member);
    const turns = agentTurns(browser);
    member.drop();
    await browser.until(() => agentTurns(browser) > turns, PATIENCE.timeout);
    const last = browser.turns().at(-1);
    expect(last?.text).toContain("the person was disconnected");
    await browser.state("listening");
    await browser.say(speech(0, 600));
    await browser.until(() => browser.turns().some(({ role }) => role === "caller"), PATIENCE.timeout);
    browser.send({ type: "hang_up" });
    await browser.over();
    const done = await settled(call.id);
    expect(done.transcript.map(({ text }) => text)).toContain(
      "The person who took over the call lost the connection. The agent continues.",
    );
    expect(done.end_reason).not.toBe("transferred");
  });

  it("loses the call at once when the session is revoked", async () => {
    const { call, browser } = await begin();
    const { ctx, member } = await takeOver(call.id);
    await connected(member);
    await endSession(ctx.session?.userId ?? "", ctx.session?.id ?? "", new Date().toISOString());
    await member.over();
    expect(member.of("ended")).toEqual([{ type: "ended", reason: "revoked" }]);
    const turns = agentTurns(browser);
    await browser.until(() => agentTurns(browser) > turns || turns > 1, PATIENCE.timeout);
    browser.send({ type: "hang_up" });
    await browser.over();
  });

  it("keeps the recording only where the consent and the member allow it", async () => {
    const recorded = { ...RECORDED, recording: { ...RECORDED.recording, announce_on_transfer: true } };
    const first = await begin(recorded);
    const { member } = await takeOver(first.call.id, true);
    await connected(member);
    expect(member.of("member").at(-1)).toMatchObject({ state: "connected", is_recorded: true });
    await member.say(speech(MEMBER, 400), 0);
    await hears(first.browser, MEMBER);
    // The caller declines behind the bridge: all of it is destroyed.
    await first.browser.say(speech(1, 600));
    await member.until(() => member.of("member").at(-1)?.is_recorded === false, PATIENCE.timeout);
    member.send({ type: "hang_up" });
    await first.browser.over();
    const declined = await settled(first.call.id);
    expect(events(declined)).toEqual(expect.arrayContaining(["announced_on_bridge", "declined_by_words"]));
    expect(declined.recording.state).toBe("suppressed");

    const second = await begin(recorded);
    const refusing = await takeOver(second.call.id, false);
    await connected(refusing.member);
    expect(refusing.member.of("member").at(-1)).toMatchObject({ is_recorded: false });
    refusing.member.send({ type: "hang_up" });
    await second.browser.over();
    expect(events(await settled(second.call.id))).toContain("declined_on_bridge");
  });

  it("ends with a call that is ended by the API", async () => {
    const { call, browser } = await begin();
    const { member } = await takeOver(call.id);
    await connected(member);
    await endCall(fixture.ctx, call.id);
    await member.over();
    expect(member.of("ended")).toEqual([{ type: "ended", reason: "call_ended" }]);
    await browser.over();
    await settled(call.id);
  });
});

describe("a member who listens", () => {
  const listening = async (callId: string) => {
    const ctx = await signInMember(fixture.space);
    return { ctx, member: await joinCall(ctx, fixture.joinUrl, { callId, kind: "listen" }) };
  };

  it("hears both sides after the caller was told, and is not heard", async () => {
    const { call, browser } = await begin({ recording: { enabled: false, announce: true } });
    const { ctx, member } = await listening(call.id);
    await connected(member);
    expect(fixture.providersOf(call.id)?.synthesizedTexts).toContain(
      "A person from our team is listening to this call from now on.",
    );
    await browser.say(speech(CALLER, 400), 0);
    await hears(member, CALLER);
    await browser.state("listening");
    const before = member.played.length;
    const talking = member.say(speech(MEMBER, 1_500), 0);
    await browser.say(speech(0, 600));
    await browser.until(() => browser.turns().some(({ role }) => role === "caller"), PATIENCE.timeout);
    await talking;
    const levels = member.played.slice(before).map(({ level }) => level);
    expect(levels.filter((level) => level >= 1_000).length, "the agent").toBeGreaterThan(0);
    expect(browser.played.some(({ level }) => level === MEMBER)).toBe(false);
    browser.send({ type: "hang_up" });
    await member.over();
    expect(member.of("ended")).toEqual([{ type: "ended", reason: "call_ended" }]);
    await expectAudit(call.id, "listening", ctx.actor.id);
  });

  it("hears nothing of the call before the announcement, and nothing after the caller declines", async () => {
    const { call, browser } = await begin(RECORDED);
    const { member } = await listening(call.id);
    // Counted when the message arrives: frames follow it at once.
    const { frames } = await member.until(() => {
      const isConnected = member.of("member").some(({ state }) => state === "connected");
      return isConnected && { frames: member.played.length };
    }, PATIENCE.timeout);
    expect(frames).toBe(0);
    expect(member.of("member").map(({ state }) => state)).toEqual(["waiting", "connected"]);
    await browser.say(speech(1, 600));
    await member.over();
    expect(member.of("ended")).toEqual([{ type: "ended", reason: "declined" }]);
    const listener = await signInMember(fixture.space);
    await expect(
      requestJoin(listener, { callId: call.id, kind: "listen", acceptsRecording: false }),
    ).rejects.toMatchObject({ reason: "listening_declined_by_caller" });
    browser.send({ type: "hang_up" });
    await browser.over();
  });

  it("is refused for sensitive variables, without a transcript, beyond three, and from another workspace", async () => {
    const sensitive = await begin({
      variables: [{ name: "pin", type: "string", description: "the PIN", sensitive: true }],
    });
    const ctx = await signInMember(fixture.space);
    const listen = (callId: string, as = ctx) =>
      requestJoin(as, { callId, kind: "listen", acceptsRecording: false });
    await expect(listen(sensitive.call.id)).rejects.toMatchObject({ reason: "listening_to_sensitive_agent" });
    const unkept = await begin({ transcript: { enabled: false } });
    await expect(listen(unkept.call.id)).rejects.toMatchObject({ reason: "listening_to_unmasked_call" });

    const open = await begin({ recording: { enabled: false, announce: false } });
    const members = [];
    for (let n = 0; n < 3; n++) {
      const { member } = await listening(open.call.id);
      await connected(member);
      members.push(member);
    }
    await expect(listen(open.call.id)).rejects.toMatchObject({ reason: "listening_limit_reached" });
    const foreign = await signInMember(await makeWorkspace());
    await expect(listen(open.call.id, foreign)).rejects.toMatchObject({ code: "not_found" });
    for (const { browser } of [sensitive, unkept, open]) {
      browser.send({ type: "hang_up" });
      await browser.over();
    }
    for (const member of members) await member.over();
    await settled(open.call.id);
    await expect(listen(open.call.id)).rejects.toMatchObject({ reason: "call_has_ended" });
  });

  it("loses the call when the role is taken away", async () => {
    const { call, browser } = await begin({ recording: { enabled: false, announce: false } });
    const { ctx, member } = await listening(call.id);
    await connected(member);
    await writeUnaudited(fixture.space, {
      run: [
        db
          .updateTable("members")
          .set({ role: "viewer" })
          .where("workspace_id", "=", fixture.space.workspaceId)
          .where("id", "=", ctx.actor.id),
      ],
    });
    await member.over();
    expect(member.of("ended")).toEqual([{ type: "ended", reason: "revoked" }]);
    browser.send({ type: "hang_up" });
    await browser.over();
  });
});

describe("a member whose connection reaches another gateway", () => {
  it("is passed on to the gateway of the call", async () => {
    const server = createServer();
    const voices = { of: async () => scripted(), close: async () => undefined };
    const second = makeGateway(voices, { maxCalls: 1, sip: null, gatewayUrl: null });
    server.on("upgrade", (request, socket, head) => {
      second.upgrade(request, socket, head, new URL(request.url ?? "/", "http://localhost").pathname);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    await second.announce();
    try {
      const { call, browser } = await begin();
      const ctx = await signInMember(fixture.space);
      const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/voice/join`;
      const member = await joinCall(ctx, url, { callId: call.id, kind: "take_over" });
      await connected(member);
      await member.say(speech(MEMBER, 400), 0);
      await hears(browser, MEMBER);
      await browser.say([...speech(CALLER, 400), ...silence(200)], 0);
      await hears(member, CALLER);
      browser.send({ type: "hang_up" });
      await member.over();
      await settled(call.id);
    } finally {
      await second.stop();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });
});
