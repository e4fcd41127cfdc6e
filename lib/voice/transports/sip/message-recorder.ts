import { MAX_SIP_MESSAGES, storeSipMessages } from "@/lib/calls/sip-messages";
import type { SipMessage } from "@/lib/calls/sip-messages/schema";
import type { Ctx } from "@/lib/platform/context";
import { ExpiringMap } from "@/lib/platform/expiring-map";
import { log } from "@/lib/platform/log";
import type { SipTrace } from "@/lib/platform/sip";

/** Messages are stored together, beside the call. */
const STORE_EVERY_MS = 2_000;
/** After this many failures in a row the messages are dropped: a call matters more than its trace. */
const MAX_TRIES = 3;
/** INVITEs that no call belongs to yet. A call is stored some milliseconds after its INVITE; a stranger's INVITE never has one. */
const EARLY = { ttlMs: 60_000, limit: 500 };
/** Messages before a call is stored: challenges, and provisional responses. */
const MAX_EARLY = 12;
/** Longer than a call of four hours and the bridge of four hours that follows it. */
const CALLS = { ttlMs: 10 * 3_600_000, limit: 20_000 };

/** The call that a SIP dialog belongs to. */
export type RecordedCall = { ctx: Ctx; callId: string; leg: SipMessage["leg"] };

/** Stores the messages of SIP calls, beside the calls. */
export type MessageRecorder = {
  /** Takes a message of any peer. Never throws, and never waits. */
  record(trace: SipTrace): void;
  /** Names the call of a Call-ID. Its messages so far are stored too. */
  bind(sipCallId: string, call: RecordedCall): void;
  /** Stores what is left, and records no further message. */
  stop(): Promise<void>;
};

type CallMessages = { ctx: Ctx; callId: string; pending: SipMessage[]; count: number; tries: number };
type Dialog = { call: CallMessages; leg: SipMessage["leg"] };

const toSipMessage = (trace: SipTrace, leg: SipMessage["leg"]): SipMessage => ({
  at: trace.at,
  leg,
  direction: trace.direction,
  transport: trace.transport,
  peer: trace.peer,
  start_line: trace.startLine,
  method: trace.method,
  headers: trace.headers.map(([name, value]) => ({ name, value })),
  omitted_headers: trace.omittedHeaders,
  sdp: [...trace.sdp],
});

/** Creates the recorder of a gateway. `store` is replaced by tests. */
export function createMessageRecorder(store: typeof storeSipMessages = storeSipMessages): MessageRecorder {
  const early = new ExpiringMap<string, SipTrace[]>(EARLY);
  const calls = new ExpiringMap<string, CallMessages>(CALLS);
  const dialogs = new ExpiringMap<string, Dialog>(CALLS);
  const changed = new Set<CallMessages>();
  let storing: Promise<void> | null = null;
  let isStopped = false;

  function add({ call, leg }: Dialog, trace: SipTrace): void {
    if (call.count >= MAX_SIP_MESSAGES) return;
    call.count++;
    call.pending.push(toSipMessage(trace, leg));
    changed.add(call);
  }

  async function storeCall(call: CallMessages): Promise<void> {
    const messages = call.pending.splice(0);
    try {
      // A call that was erased takes none, now and later.
      if (!(await store(call.ctx, call.callId, messages))) call.count = MAX_SIP_MESSAGES;
      call.tries = 0;
    } catch (error) {
      call.tries++;
      log.warn({ err: error, callId: call.callId }, "the SIP messages of a call were not stored");
      if (call.tries >= MAX_TRIES) return;
      call.pending.unshift(...messages);
      changed.add(call);
    }
  }

  async function storeChanged(): Promise<void> {
    const due = [...changed];
    changed.clear();
    for (const call of due) await storeCall(call);
  }
  const storeOnce = (): Promise<void> => {
    storing ??= storeChanged().finally(() => {
      storing = null;
    });
    return storing;
  };
  const timer = setInterval(() => void storeOnce(), STORE_EVERY_MS);
  timer.unref();

  return {
    record(trace) {
      if (isStopped) return;
      const dialog = dialogs.get(trace.callId);
      if (dialog) return add(dialog, trace);
      const messages = early.get(trace.callId);
      if (messages) {
        if (messages.length < MAX_EARLY) messages.push(trace);
      } else if (trace.method === "INVITE" && !trace.startLine.startsWith("SIP/")) {
        early.set(trace.callId, [trace]);
      }
    },
    bind(sipCallId, { ctx, callId, leg }) {
      const call = calls.get(callId) ?? { ctx, callId, pending: [], count: 0, tries: 0 };
      calls.set(callId, call);
      const dialog = { call, leg };
      dialogs.set(sipCallId, dialog);
      for (const trace of early.get(sipCallId) ?? []) add(dialog, trace);
      early.delete(sipCallId);
    },
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await storeOnce();
      // Messages that came while the former ones were stored, and those that failed.
      for (let round = 0; round < MAX_TRIES && changed.size > 0; round++) await storeOnce();
    },
  };
}
