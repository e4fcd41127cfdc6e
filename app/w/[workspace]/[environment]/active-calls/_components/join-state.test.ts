import { expect, test } from "vitest";
import { isJoining, type JoinEvent, NOT_JOINED, nextJoinState } from "./join-state";

const after = (...events: JoinEvent[]) => events.reduce(nextJoinState, NOT_JOINED);
const messageEvent = (message: Extract<JoinEvent, { type: "told" }>["message"]): JoinEvent => ({
  type: "told",
  message,
});
const CONNECTED = messageEvent({ type: "member", state: "connected", is_recorded: true });

test("a takeover asks for the microphone, waits for the announcement, and is connected", () => {
  const started: JoinEvent = { type: "started", kind: "take_over" };
  expect(after(started).phase).toBe("microphone");
  expect(after(started, { type: "microphone_opened" }).phase).toBe("connecting");
  const waiting = messageEvent({ type: "member", state: "waiting", is_recorded: false });
  expect(after(started, waiting)).toMatchObject({ phase: "waiting", isRecorded: false });
  expect(after(started, waiting, CONNECTED)).toMatchObject({ phase: "connected", isRecorded: true });
});

test("the first end counts, and one that is not listed is the end of the call", () => {
  const started: JoinEvent = { type: "started", kind: "listen" };
  const revoked = after(started, CONNECTED, messageEvent({ type: "ended", reason: "revoked" }));
  expect(revoked).toMatchObject({ phase: "ended", end: "revoked" });
  expect(nextJoinState(revoked, { type: "ended", end: "lost" }).end).toBe("revoked");
  expect(after(started, messageEvent({ type: "ended", reason: "carrier_error" })).end).toBe("call_ended");
  const refused = after(started, messageEvent({ type: "refused", reason: "call_join_not_ready" }));
  expect(refused).toMatchObject({ phase: "ended", end: "refused" });
});

test("a failure shows its problem, and the member can try again", () => {
  const failed = after({ type: "started", kind: "take_over" }, { type: "failed", problem: "refused" });
  expect(failed).toMatchObject({ phase: "idle", problem: "refused" });
  expect(isJoining(failed)).toBe(false);
  expect(nextJoinState(failed, { type: "started", kind: "take_over" }).problem).toBeNull();
});
