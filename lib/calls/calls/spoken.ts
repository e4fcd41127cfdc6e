import type { AgentConfig, AgentPolicy } from "@/lib/agents/agents/schema";
import type { Conversation, Event, KeptTurn } from "@/lib/calls/conversation";
import { isShortView, maskAtOnce, maskFairly, WITHHELD } from "@/lib/masking";
import type { Ctx } from "@/lib/platform/context";
import { log } from "@/lib/platform/log";
import type { Active } from "./active";
import { beginCall } from "./answer";
import type { View } from "./connect";
import { activate, elapsed, happen, type Line } from "./converse";
import { sensitiveOf } from "./facts";
import { acquire, type Lease } from "./lease";
import { participantFacts, presentToParticipant } from "./participant";
import { presentRunning } from "./present";
import { credentialsOf } from "./scene";
import type { CallItem, Turn } from "./schema";
import { settleInline } from "./settle-inline";
import { maskedWords, maskNext } from "./words";

/** What whoever holds the line of a spoken call hears of an event, beside what the engine tells. */
export type SpokenLine = Omit<Line, "kept" | "now"> & {
  /** Turns have been stored: as they may be shown now. Undefined where nobody can be shown them. */
  shown: ((turns: Turn[]) => void) | undefined;
};

/** A spoken call in the hands of whoever holds its line. Nobody else acts in it until it is let go. */
export type SpokenCall = {
  readonly id: string;
  readonly channel: CallItem["channel"];
  readonly config: AgentConfig;
  readonly policy: AgentPolicy;
  /** What whoever holds the line is shown of the conversation. */
  readonly view: View;
  /** The environment whose credentials it uses: a rehearsal of a draft never reaches a live provider. */
  readonly credentials: "live" | "test";
  /** Aborted when the call must be let go: somebody ends it, or its lease is lost. */
  readonly signal: AbortSignal;
  /** Milliseconds since the call began, by a clock that never steps. */
  nowMs(): number;
  /** Where the conversation stands, unmasked: for the voice alone. */
  conversation(): Conversation;
  /** Lets an event happen. Events come one after the other. Where that ended the call, it is settled behind this. */
  happen(event: Event, line: SpokenLine): Promise<Conversation>;
  /** What the caller seems to say now, as it may be shown. */
  caption(text: string): string;
  /** Masks the agent's words of the turn that begins behind `before`, as they come. */
  mask(before: Conversation): ReturnType<typeof maskedWords>;
  /** Resolves once a call that has ended is settled, or the queue will do it. */
  settled(): Promise<void>;
  /** Lets the call go, so that whoever asked for it can act. */
  release(): Promise<void>;
};

/** The call's own clock: it begins where the wall clock says that the call is, and goes on by the monotonic one. */
function clockOf(active: Active): () => number {
  const began = performance.now() - elapsed(active);
  return () => Math.max(0, Math.round(performance.now() - began));
}

function spokenCall(active: Active, lease: Lease, view: View): SpokenCall {
  const { row, sealer } = active;
  const now = clockOf(active);
  let settling: Promise<void> = Promise.resolve();
  let acting = false;
  const take = (changed: readonly KeptTurn[]): void => {
    const turns = [...active.conversation.turns];
    for (const turn of changed) turns[turn.index] = turn;
    active.conversation = { ...active.conversation, turns };
  };
  /** Shows turns once they are masked, in order; a listener that leaves meanwhile misses them. */
  const show = async (changed: readonly KeptTurn[], shown: (turns: Turn[]) => void): Promise<void> => {
    const { conversation } = active;
    const indices = new Set(changed.map(({ index }) => index));
    const present = () => shownOf(conversation).filter(({ index }) => indices.has(index));
    const masking = maskFairly(active.ctx.workspaceId, present, "always");
    await showing;
    shown(await masking);
  };
  const shownOf = (conversation: Conversation): Turn[] =>
    view === "participant"
      ? presentToParticipant(row, sealer, conversation.turns, conversation.state.values)
      : presentRunning(row, conversation);
  let showing: Promise<void> = Promise.resolve();
  return {
    id: row.id,
    channel: row.channel,
    config: row.config,
    policy: row.policy,
    view,
    credentials: credentialsOf(row),
    signal: lease.signal,
    nowMs: now,
    conversation: () => active.conversation,
    async happen(event, line) {
      const { shown, ...rest } = line;
      const kept = (changed: readonly KeptTurn[]) => {
        if (changed.length === 0) return;
        take(changed);
        if (shown === undefined) return;
        showing = show(changed, shown).catch((error: unknown) =>
          log.warn({ callId: row.id, err: error }, "turns of a call could not be shown"),
        );
      };
      acting = true;
      try {
        active.conversation = await happen(active, lease, event, { line: { ...rest, now, kept } });
      } finally {
        acting = false;
        await showing;
      }
      if (active.conversation.state.phase === "ended") settling = settleInline(active, lease);
      return active.conversation;
    },
    caption(text) {
      const { state, turns } = active.conversation;
      if (!isShortView(turns, sensitiveOf(row))) return WITHHELD;
      // While the agent has its turn, nobody knows yet what it asks for: then as much is withheld as can be.
      const answers = acting || state.asking === undefined ? {} : { answers: state.asking };
      const turn: KeptTurn = {
        index: state.nextIndex,
        role: "caller",
        text,
        start_ms: 0,
        end_ms: 0,
        interrupted: false,
        ...answers,
      };
      const shown = maskAtOnce(() => shownOf({ state, turns: [...turns, turn] }));
      return shown === undefined ? WITHHELD : (shown.at(-1)?.text ?? "");
    },
    mask: (before) =>
      view === "participant"
        ? maskNext(before, participantFacts(row, sealer, before.state.values))
        : maskedWords(row, before),
    settled: () => settling,
    release: () => lease.release(),
  };
}

/**
 * Answers a call whose line somebody holds in this process, and takes it. Null where it has been answered before, or is
 * over. Throws 404. Of a process that dies the queue ends the call, as nobody else can go on with its line.
 */
export async function answerSpoken(ctx: Ctx, id: string, view: View = "masked"): Promise<SpokenCall | null> {
  if (!(await beginCall(ctx, id, { spoken: true }))) return null;
  return holdSpoken(ctx, id, view);
}

/** Takes a spoken call again that was let go; null where it has ended meanwhile. Throws 409 `in_progress` while somebody acts in it. */
export async function holdSpoken(ctx: Ctx, id: string, view: View = "masked"): Promise<SpokenCall | null> {
  const { lease, ...opened } = await acquire(ctx, id, { held: true });
  const active = activate(ctx, opened);
  if (lease === null || active === null || active.conversation.state.phase === "ended") {
    await lease?.release();
    return null;
  }
  log.debug({ callId: id }, "a spoken call is held");
  return spokenCall(active, lease, view);
}
