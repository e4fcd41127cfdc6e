import { splitId } from "@/lib/agents/models/schema";
import type { ReplyDraft } from "@/lib/calls/conversation";
import { env } from "@/lib/platform/env";
import { createEventCounter } from "@/lib/platform/event-counter";
import { log } from "@/lib/platform/log";
import type { ActiveCall } from "./active-call";
import { draftReply } from "./run-event";

/**
 * Drafts of replies, by their result. `used`: the caller's final words were the draft's. `discarded`: they were
 * different, or the agent's next turn was no answer to them.
 */
export const replyDrafts = createEventCounter(["result"]);
for (const result of ["used", "discarded"]) replyDrafts.begin({ result });

/** Words of a caller that are probably complete. */
export type DraftWords = { text: string; startMs: number; endMs: number };

type Options = {
  active: ActiveCall;
  /** Milliseconds since the call began. */
  now(): number;
};

export type ReplyDrafts = {
  /** Starts a draft in the background. The previous one is discarded. */
  start(words: DraftWords, line: { hasTransfer: boolean }): void;
  discard(): void;
  /** Hands the draft over to the next turn, which calls `endDraft` afterwards. */
  take(): ReplyDraft | undefined;
  /** Discards the draft. No other starts: the call is released. */
  close(): void;
};

/** Ends a draft that was not used, and counts it. */
export function endDraft(draft: ReplyDraft): void {
  draft.discard();
  replyDrafts.count({ result: draft.isUsed() ? "used" : "discarded" });
}

const callerSaid = ({ text, startMs, endMs }: DraftWords) =>
  ({ type: "caller_said", text, startMs, atMs: endMs }) as const;

/**
 * Holds the draft of a spoken call's next reply: at most one. Models in this process answer at once and get none;
 * VOICE_REPLY_DRAFTS=0 turns drafts off.
 */
export function createReplyDrafts({ active, now }: Options): ReplyDrafts {
  const { row } = active;
  const isUseful = env.VOICE_REPLY_DRAFTS === "1" && splitId(row.config.model).provider !== "builtin";
  let isClosed = false;
  let starting = new AbortController();
  let draft: ReplyDraft | undefined;
  const take = () => {
    starting.abort();
    const current = draft;
    draft = undefined;
    return current;
  };
  const discard = () => {
    const discarded = take();
    if (discarded !== undefined) endDraft(discarded);
  };
  return {
    start(words, { hasTransfer }) {
      if (!isUseful || isClosed) return;
      discard();
      starting = new AbortController();
      const { signal } = starting;
      draftReply(active, callerSaid(words), { hasTransfer, now, signal }).then(
        (started) => {
          if (started === null) return;
          if (signal.aborted) endDraft(started);
          else draft = started;
        },
        // If the reason persists, the turn itself fails and reports it.
        (error: unknown) => log.debug({ callId: row.id, err: error }, "a reply could not be drafted"),
      );
    },
    discard,
    take,
    close() {
      isClosed = true;
      discard();
    },
  };
}
