import {
  type AgentUtterance,
  advanceConversation,
  type Conversation,
  type ConversationEvent,
  initialState,
  NOT_UNDERSTOOD_TEXT,
  type Ports,
  type TurnContext,
} from "@/lib/calls/conversation";
import type { Values } from "@/lib/masking";
import type { CaseHearing } from "../lines";
import type { CaseCallerPlayer } from "./callers/case-caller";
import { mockTools, type RecordedToolCall } from "./mock-tools";
import { MAX_CALLER_TURNS, type MockedAnswer } from "./schema";

/** A conversation that was held in memory: nothing of it is stored, and no tool was called. */
export type HeldConversation = Conversation & {
  toolCalls: readonly RecordedToolCall[];
  /** Whether the conversation suppressed the caller's number at its end. */
  isSuppressed: boolean;
  /** Milliseconds from each of the caller's turns to the agent's first words. */
  replyMs: readonly number[];
  /** Number of the model's failures. */
  modelFailures: number;
  /** Number of failures of the transcriber and the caller's voice. */
  speechFailures: number;
};

type Options = {
  context: TurnContext;
  /** Values that are given before the conversation. */
  values: Values;
  caller: CaseCallerPlayer;
  /** The line over which the agent hears the caller; null: it reads the words. The conversation does not close it. */
  hearing: CaseHearing | null;
  tools: readonly MockedAnswer[];
  /** Ends the conversation as `max_duration`. */
  signal: AbortSignal;
  /** Milliseconds of a monotonic clock. */
  now(): number;
};

/** A caller who was not understood this often in a row hangs up. */
const MAX_MISUNDERSTOOD = 3;

/**
 * The agent's texts, one for each turn of the caller, the first before it. Turns that were not understood do not count: the
 * caller repeats them.
 */
function collectAgentTexts({ turns }: Conversation): string[] {
  const texts = [""];
  for (const { role, text } of turns) {
    if (role === "caller") {
      if (text !== NOT_UNDERSTOOD_TEXT) texts.push("");
    } else if (role === "agent" && text !== null) texts[texts.length - 1] = `${texts.at(-1)} ${text}`.trim();
  }
  return texts;
}

/**
 * Holds a conversation between an agent and a case's caller with the engine of calls, in memory. It ends when a side ends it,
 * when the caller has had MAX_CALLER_TURNS turns, or by the signal. Rejects if the caller's model fails.
 */
export async function holdConversation({
  context,
  values,
  caller,
  hearing,
  tools,
  signal,
  now,
}: Options): Promise<HeldConversation> {
  const mocked = mockTools(tools);
  const startedAtMs = now();
  const elapsed = () => Math.max(0, Math.round(now() - startedAtMs));
  const replyMs: number[] = [];
  let waitsSince: number | null = null;
  let isSuppressed = false;
  let modelFailures = 0;
  let speech = { words: "", utterance: null as AgentUtterance | null };
  const ports: Ports = {
    storeTurns: async (_turns, _state, _endReason, actions) => {
      for (const action of actions) isSuppressed = action === "suppress";
    },
    onTurn: () => {
      speech = { ...speech, words: "" };
    },
    onText: (delta) => {
      speech = { ...speech, words: speech.words + delta };
      if (waitsSince !== null) replyMs.push(elapsed() - waitsSince);
      waitsSince = null;
    },
    ...(hearing !== null && {
      waitForPlayback: async (utterance) => {
        speech = { ...speech, utterance };
        const atMs = elapsed();
        return { text: speech.words, startMs: atMs, endMs: atMs, isComplete: true, latencyMs: null };
      },
    }),
    runTool: mocked.run,
    isSuppressedElsewhere: async () => false,
    onModelError: () => {
      modelFailures++;
    },
    now: elapsed,
    signal,
  };
  let conversation: Conversation = { state: initialState(values), turns: [] };
  const advance = async (event: ConversationEvent): Promise<void> => {
    waitsSince = event.type === "caller_said" ? elapsed() : null;
    conversation = await advanceConversation(context, conversation, event, ports);
  };
  const hasEnded = () => conversation.state.phase === "ended";

  let misunderstood = 0;
  /** Says words until the agent understands them, or the caller is not understood too often. */
  const say = async (words: string): Promise<void> => {
    const text = hearing === null ? words : await hearing.hear(words, speech.utterance, signal);
    misunderstood = text === null || text === NOT_UNDERSTOOD_TEXT ? misunderstood + 1 : 0;
    await advance(text === null ? { type: "stayed_silent" } : { type: "caller_said", text, atMs: elapsed() });
    if (misunderstood === 0 || hasEnded() || signal.aborted) return;
    if (misunderstood < MAX_MISUNDERSTOOD) return say(words);
    await advance({ type: "hung_up", atMs: elapsed() });
  };

  await advance({ type: "opened" });
  while (!hasEnded()) {
    const agentTexts = collectAgentTexts(conversation);
    if (signal.aborted) {
      await advance({ type: "ran_out", atMs: elapsed() });
      break;
    }
    const act =
      agentTexts.length > MAX_CALLER_TURNS
        ? ({ type: "hang_up" } as const)
        : await caller(agentTexts, signal);
    if (act.type === "say") await say(act.text);
    else if (act.type === "hang_up") await advance({ type: "hung_up", atMs: elapsed() });
    else {
      await advance({ type: "stayed_silent" });
      if (!hasEnded()) await advance({ type: "fell_silent" });
    }
  }
  const speechFailures = hearing?.failures() ?? 0;
  return { ...conversation, toolCalls: mocked.calls, isSuppressed, replyMs, modelFailures, speechFailures };
}
