import type {
  AgentUtterance,
  AnswerDelays,
  ConversationState,
  EndReason,
  StoredTurn,
  SuppressionAction,
  TimedText,
  ToolCall,
} from "./state";

export type ToolAnswer = { ok: boolean; result: unknown };

/** Callbacks of a channel while a conversation advances. */
export type Listener = {
  /** The agent begins a turn after `conversation`. */
  onTurn?(conversation: Conversation): void;
  onText?(delta: string): void;
  /** The turn is complete. */
  onEnd?(): void;
};

/**
 * The part of a step's words that the caller heard: everything (`isComplete`), or the part before an
 * interruption. `latencyMs` is the time from the caller's last word to the first of these words.
 */
export type Playback = TimedText & { isComplete: boolean; latencyMs: number | null; delays?: AnswerDelays };

/**
 * The engine's outside dependencies. `storeTurns` must store its arguments and apply `suppressionActions` in
 * one transaction before it resolves. It is called for one write at a time.
 */
export type Ports = Listener & {
  storeTurns(
    changed: readonly StoredTurn[],
    state: ConversationState,
    endReason: EndReason | null,
    suppressionActions: readonly SuppressionAction[],
  ): Promise<void>;
  runTool(call: ToolCall, signal: AbortSignal): Promise<ToolAnswer>;
  /**
   * Only on channels with speech. Resolves when the words of this step have been played, or the signal
   * interrupted them. `utterance` is null if the model failed before its end. Called only if there were
   * words.
   */
  waitForPlayback?(utterance: AgentUtterance | null): Promise<Playback>;
  /**
   * Only on channels with speech. Says a hold phrase of the engine. Resolves to whether it was heard
   * completely.
   */
  sayHold?(text: string): Promise<boolean>;
  onModelError(error: unknown): void;
  /** Whether something other than this conversation suppresses the number. Called only before an undo. */
  isSuppressedElsewhere?(): Promise<boolean>;
  /** Milliseconds since the call began. */
  now(): number;
  /** Aborting interrupts the agent. The part that it has said so far is stored as interrupted. */
  signal: AbortSignal;
};

/** A conversation in memory: its state and all its turns. */
export type Conversation = { state: ConversationState; turns: StoredTurn[] };
