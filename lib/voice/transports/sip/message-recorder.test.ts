import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { SipMessage } from "@/lib/calls/sip-messages/schema";
import type { Ctx } from "@/lib/platform/context";
import { log } from "@/lib/platform/log";
import type { SipTrace } from "@/lib/platform/sip";
import { createMessageRecorder } from "./message-recorder";

const CTX = {} as Ctx;
const STORE_EVERY_MS = 2_000;
const trace = (callId: string, startLine: string, method = "INVITE"): SipTrace => ({
  callId,
  direction: "in",
  at: new Date(0).toISOString(),
  transport: "tls",
  peer: "192.0.2.7:5061",
  startLine,
  method,
  headers: [["cseq", "1 INVITE"]],
  omittedHeaders: 0,
  sdp: [],
});

let stored: Map<string, SipMessage[]>;
let answer: () => Promise<boolean>;
const store = async (_: Ctx, callId: string, messages: readonly SipMessage[]) => {
  const isStored = await answer();
  if (isStored) stored.set(callId, [...(stored.get(callId) ?? []), ...messages]);
  return isStored;
};
const linesOf = (callId: string) => (stored.get(callId) ?? []).map(({ start_line: line }) => line);
beforeEach(() => {
  vi.useFakeTimers();
  stored = new Map();
  answer = async () => true;
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it("stores the messages of a call together, also those before its call is stored", async () => {
  const recorder = createMessageRecorder(store);
  recorder.record(trace("a", "INVITE sip:x"));
  recorder.record(trace("a", "SIP/2.0 100 Trying"));
  recorder.bind("a", { ctx: CTX, callId: "call_1", leg: "caller" });
  recorder.record(trace("b", "INVITE sip:y"));
  recorder.bind("b", { ctx: CTX, callId: "call_1", leg: "transfer" });
  expect(stored.size).toBe(0);
  await vi.advanceTimersByTimeAsync(STORE_EVERY_MS);
  expect(linesOf("call_1")).toEqual(["INVITE sip:x", "SIP/2.0 100 Trying", "INVITE sip:y"]);
  expect(stored.get("call_1")?.map(({ leg }) => leg)).toEqual(["caller", "caller", "transfer"]);
  await recorder.stop();
});

it("keeps no message that belongs to no call, and few INVITEs of strangers", async () => {
  const recorder = createMessageRecorder(store);
  recorder.record(trace("a", "BYE sip:x", "BYE"));
  recorder.bind("a", { ctx: CTX, callId: "call_1", leg: "caller" });
  recorder.record(trace("first", "INVITE sip:x"));
  for (let n = 0; n < 1_000; n++) recorder.record(trace(`stranger-${n}`, "INVITE sip:x"));
  recorder.bind("first", { ctx: CTX, callId: "call_2", leg: "caller" });
  for (let n = 0; n < 1_000; n++) recorder.record(trace("stranger-999", "SIP/2.0 401 Unauthorized"));
  recorder.bind("stranger-999", { ctx: CTX, callId: "call_3", leg: "caller" });
  await recorder.stop();
  expect(linesOf("call_1")).toEqual([]);
  expect(linesOf("call_2")).toEqual([]);
  expect(linesOf("call_3")).toHaveLength(12);
});

it("stores at most 100 messages of a call, and none of an erased one", async () => {
  const recorder = createMessageRecorder(store);
  recorder.bind("a", { ctx: CTX, callId: "call_1", leg: "caller" });
  for (let n = 0; n < 500; n++) recorder.record(trace("a", `INVITE ${n}`));
  await vi.advanceTimersByTimeAsync(STORE_EVERY_MS);
  expect(stored.get("call_1")).toHaveLength(100);
  answer = async () => false;
  recorder.bind("b", { ctx: CTX, callId: "call_2", leg: "caller" });
  recorder.record(trace("b", "INVITE sip:x"));
  await vi.advanceTimersByTimeAsync(STORE_EVERY_MS);
  answer = async () => true;
  recorder.record(trace("b", "BYE sip:x", "BYE"));
  await recorder.stop();
  expect(stored.has("call_2")).toBe(false);
});

it("tries three times to store messages, without failing the call", async () => {
  const warnings = vi.spyOn(log, "warn").mockImplementation(() => undefined);
  const recorder = createMessageRecorder(store);
  recorder.bind("a", { ctx: CTX, callId: "call_1", leg: "caller" });
  recorder.record(trace("a", "INVITE sip:x"));
  answer = () => Promise.reject(new Error("The database is gone."));
  await vi.advanceTimersByTimeAsync(STORE_EVERY_MS);
  answer = async () => true;
  await vi.advanceTimersByTimeAsync(STORE_EVERY_MS);
  expect(linesOf("call_1")).toEqual(["INVITE sip:x"]);
  answer = () => Promise.reject(new Error("The database is gone."));
  recorder.record(trace("a", "BYE sip:x", "BYE"));
  await recorder.stop();
  expect(warnings).toHaveBeenCalledTimes(4);
  expect(linesOf("call_1")).toEqual(["INVITE sip:x"]);
});
