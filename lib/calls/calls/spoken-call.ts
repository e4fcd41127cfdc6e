import type { AgentConfig, AgentPolicy } from "@/lib/agents/agents/schema";
import type { Conversation, ConversationEvent, StoredTurn } from "@/lib/calls/conversation";
import { isShortView, maskFairly, tryMaskInline, WITHHELD } from "@/lib/masking";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { log } from "@/lib/platform/log";
import type { ActiveCall } from "./active-call";
import { beginCall } from "./answer";
import type { CallView } from "./connect-ticket";
import { holdLine } from "./held-lines";
import { acquireCall, isCallBusy, type Lease } from "./lease";
import { sensitiveOf } from "./mask-facts";
import { participantFacts, presentToParticipant } from "./participant";
import { presentRunning } from "./present";
import { createReplyDrafts, type DraftWords, endDraft } from "./reply-drafts";
import { dispatchEvent, elapsedMs, type HeldLine, toActiveCall } from "./run-event";
import type { CallItem, Turn } from "./schema";
import { LEASE_MS } from "./session";
import { settleBesideLines, settleInline } from "./settle-inline";
import { credentialsOf } from "./turn-context";
import { createAgentTurnMask, createNextTurnMask } from "./turn-mask";
import { createModelWarmer } from "./warm-model";

/** Handlers of the process that holds a spoken call's line. */
export type SpokenLine = Omit<HeldLine, "onTurnsStored" | "now"> & {
  /** Receives stored turns, masked for the line's view. Undefined if the line has no display. */
  onTurns: ((turns: Turn[]) => void) | undefined;
};

/** A spoken call as seen by the process that holds its line. No other process can act in it until it is released. */
export type SpokenCall = {
  readonly id: string;
  readonly channel: CallItem["channel"];
  /** Whether the agent has called a telephone, so that a machine can have answered. */
  readonly isOutboundPhone: boolean;
  readonly config: AgentConfig;
  readonly policy: AgentPolicy;
  /** How the conversation is masked for the line. */
  readonly view: CallView;
  /** How often the call's line has been taken over by another process. */
  readonly resumptions: number;
  /** The environment whose credentials the call uses. A rehearsal of a draft never reaches a live provider. */
  readonly credentials: "live" | "test";
  /** Aborted when the call must be released: it is being ended, or its lease is lost. */
  readonly signal: AbortSignal;
  /** Milliseconds since the call began, from a monotonic clock. */
  nowMs(): number;
  /** The conversation so far, unmasked. For voice output only. */
  conversation(): Conversation;
  /** Dispatches an event. Call it sequentially. If the event ends the call, settling continues in the background. */
  dispatchEvent(event: ConversationEvent, line: SpokenLine): Promise<Conversation>;
  /**
   * Requests the model's answer to words that the caller has probably finished, without any effect. The next
   * `caller_said` with the same words uses it. Does nothing for models of this process.
   */
  draftReply(words: DraftWords, line: { hasTransfer: boolean }): void;
  /** Ends the current draft: the caller continues to speak. */
  discardDraft(): void;
  /** Opens a connection to the model's server, as the caller has begun to speak. Returns at once. */
  warmModel(): void;
  /** Masks an interim transcript of the caller's current speech. */
  maskCaption(text: string): string;
  /** The conversation so far, masked as for a reader of its transcript. Rejects if the masks cannot be decided in time. */
  maskedTurns(): Promise<readonly Turn[]>;
  /** Creates a mask for the text of the agent turn that follows `before`. */
  startMask(before: Conversation): ReturnType<typeof createAgentTurnMask>;
  /** Resolves when an ended call is settled or its settling is left to the queue. */
  waitUntilSettled(): Promise<void>;
  /** Releases the call's lease, so that another process can act. */
  release(): Promise<void>;
  /**
   * Releases the call after its line broke. The carrier connects the caller to a process again, this or another;
   * otherwise the queue ends the call when a lease would have expired.
   */
  park(): Promise<void>;
};

/** How a spoken call is acquired. */
type SpokenCallOptions = {
  /** The call's time is that of the context's clock, which a staged call sets. By default it is a monotonic clock. */
  followsContextClock?: boolean;
  /** Takes the call over from the process that had its line. */
  resumptions?: number;
};

/** Creates the call's clock. It starts at the elapsed wall-clock time and advances with the monotonic clock. */
function createCallClock(
  active: ActiveCall,
  { followsContextClock = false }: SpokenCallOptions,
): () => number {
  if (followsContextClock) return () => elapsedMs(active);
  const originMs = performance.now() - elapsedMs(active);
  return () => Math.max(0, Math.round(performance.now() - originMs));
}

function createSpokenCall(
  active: ActiveCall,
  lease: Lease,
  view: CallView,
  options: SpokenCallOptions,
): SpokenCall {
  const { row, sealer } = active;
  const now = createCallClock(active, options);
  let settling: Promise<void> = Promise.resolve();
  const { followsContextClock = false } = options;
  // A staged call has no line.
  const dropLine = followsContextClock ? () => undefined : holdLine();
  let isDispatching = false;
  const drafts = createReplyDrafts({ active, now });
  const applyTurns = (changed: readonly StoredTurn[]): void => {
    const turns = [...active.conversation.turns];
    for (const turn of changed) turns[turn.index] = turn;
    active.conversation = { ...active.conversation, turns };
  };
  /** Masks turns and passes them on in order. A listener that has left misses them. */
  const presentChangedTurns = async (
    changed: readonly StoredTurn[],
    onTurns: (turns: Turn[]) => void,
  ): Promise<void> => {
    const { conversation } = active;
    const indices = new Set(changed.map(({ index }) => index));
    const present = () => presentConversation(conversation).filter(({ index }) => indices.has(index));
    const masking = maskFairly(active.ctx.workspaceId, present, "always");
    await presentation;
    onTurns(await masking);
  };
  const presentConversation = (conversation: Conversation): Turn[] =>
    view === "participant"
      ? presentToParticipant(row, sealer, conversation.turns, conversation.state.values)
      : presentRunning(row, conversation);
  let presentation: Promise<void> = Promise.resolve();
  return {
    id: row.id,
    channel: row.channel,
    isOutboundPhone: row.channel === "phone" && row.direction === "outbound",
    config: row.config,
    policy: row.policy,
    view,
    resumptions: row.resumptions,
    credentials: credentialsOf(row),
    signal: lease.signal,
    nowMs: now,
    conversation: () => active.conversation,
    async dispatchEvent(event, line) {
      const { onTurns, ...lineHandlers } = line;
      const handleStoredTurns = (changed: readonly StoredTurn[]) => {
        if (changed.length === 0) return;
        applyTurns(changed);
        if (onTurns === undefined) return;
        presentation = presentChangedTurns(changed, onTurns).catch((error: unknown) =>
          log.warn({ callId: row.id, err: error }, "could not present the turns of a call"),
        );
      };
      isDispatching = true;
      // Other events are no answer to the caller's words.
      if (event.type !== "caller_said") drafts.discard();
      const draft = drafts.take();
      try {
        active.conversation = await dispatchEvent(active, lease, event, {
          line: { ...lineHandlers, now, onTurnsStored: handleStoredTurns },
          draft,
        });
      } finally {
        isDispatching = false;
        if (draft !== undefined) endDraft(draft);
        await presentation;
      }
      if (active.conversation.state.phase === "ended") {
        dropLine();
        settling = (followsContextClock ? settleInline : settleBesideLines)(active, lease);
      }
      return active.conversation;
    },
    draftReply(words, line) {
      if (!isDispatching) drafts.start(words, line);
    },
    discardDraft: drafts.discard,
    warmModel: createModelWarmer(active),
    maskCaption(text) {
      const { state, turns } = active.conversation;
      if (!isShortView(turns, sensitiveOf(row))) return WITHHELD;
      // During the agent's turn, its question is not known yet, so as much as possible is withheld.
      const answers = isDispatching || state.asking === undefined ? {} : { answers: state.asking };
      const turn: StoredTurn = {
        index: state.nextIndex,
        role: "caller",
        text,
        start_ms: 0,
        end_ms: 0,
        interrupted: false,
        ...answers,
      };
      const masked = tryMaskInline(() => presentConversation({ state, turns: [...turns, turn] }));
      return masked === undefined ? WITHHELD : (masked.at(-1)?.text ?? "");
    },
    maskedTurns: () =>
      maskFairly(active.ctx.workspaceId, () => presentRunning(row, active.conversation), "always"),
    startMask: (before) =>
      view === "participant"
        ? createNextTurnMask(before, participantFacts(row, sealer, before.state.values))
        : createAgentTurnMask(row, before),
    waitUntilSettled: () => settling,
    release() {
      dropLine();
      drafts.close();
      return lease.release();
    },
    park() {
      dropLine();
      drafts.close();
      return lease.release(plusMs(active.ctx.now(), LEASE_MS));
    },
  };
}

/**
 * Answers a call whose line this process holds, and acquires it. Null if the call was answered before or has ended.
 * Throws 404. If the process dies, the queue ends the call unless its carrier connects the caller again
 * (`takeOverSpokenCall`).
 */
export async function answerSpokenCall(
  ctx: Ctx,
  id: string,
  view: CallView = "masked",
  options: SpokenCallOptions = {},
): Promise<SpokenCall | null> {
  if (!(await beginCall(ctx, id, { isSpoken: true }))) return null;
  return resumeSpokenCall(ctx, id, view, options);
}

/**
 * Acquires a spoken call whose caller is connected to this process now, while the process that had the line is dead
 * or is about to notice its loss. Null if the call has ended, or was taken over since `resumptions` was read.
 */
export async function takeOverSpokenCall(
  ctx: Ctx,
  id: string,
  resumptions: number,
  view: CallView = "masked",
): Promise<SpokenCall | null> {
  try {
    return await resumeSpokenCall(ctx, id, view, { resumptions });
  } catch (error) {
    // The number is not the current one, and another process has the line.
    if (isCallBusy(error)) return null;
    throw error;
  }
}

/** Acquires a released spoken call again. Null if it has ended. Throws 409 `in_progress` while another process acts in it. */
export async function resumeSpokenCall(
  ctx: Ctx,
  id: string,
  view: CallView = "masked",
  options: SpokenCallOptions = {},
): Promise<SpokenCall | null> {
  const { resumptions } = options;
  const { lease, ...opened } = await acquireCall(ctx, id, {
    isLineHeld: true,
    ...(resumptions !== undefined && { resumptions }),
  });
  const active = toActiveCall(ctx, opened);
  if (lease === null || active === null || active.conversation.state.phase === "ended") {
    await lease?.release();
    return null;
  }
  log.debug({ callId: id }, "acquired a spoken call");
  return createSpokenCall(active, lease, view, options);
}
