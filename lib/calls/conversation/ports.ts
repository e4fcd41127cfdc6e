import type { Deed, Delays, EndReason, KeptTurn, Part, Said, State, ToolCall } from "./state";

export type ToolAnswer = { ok: boolean; result: unknown };

/** What a channel hears while a conversation moves. */
export type Listener = {
  /** The agent begins a turn behind what there is of the conversation. */
  onTurn?(before: Conversation): void;
  onText?(delta: string): void;
  /** The turn is complete. */
  onEnd?(): void;
};

/**
 * How much of a step's words came to the caller: all (`whole`), or what had been heard when the agent was cut off.
 * `latencyMs`: from the caller's last word to the first of these.
 */
export type Played = Part & { whole: boolean; latencyMs: number | null; delays?: Delays };

/**
 * What the engine needs from outside. `keep` must have stored what it was given before it resolves, and done its deeds in
 * the same transaction; it is asked for one write at a time.
 */
export type Ports = Listener & {
  keep(
    changed: readonly KeptTurn[],
    state: State,
    ended: EndReason | null,
    deeds: readonly Deed[],
  ): Promise<void>;
  runTool(call: ToolCall, signal: AbortSignal): Promise<ToolAnswer>;
  /**
   * Where words take time to be said: resolves once those of this step have been, or the signal cut them off. `said` is
   * null where the model broke off in between. Asked only where there were words.
   */
  played?(said: Said | null): Promise<Played>;
  /** Where silence is noticed: says something of the engine's; resolves to whether it was heard to its end. */
  hold?(text: string): Promise<boolean>;
  failed(error: unknown): void;
  /** Whether something other than this conversation suppresses the number. Asked only before an undo. */
  isSuppressedElsewhere?(): Promise<boolean>;
  /** Milliseconds since the call began. */
  now(): number;
  /** Aborting cuts the agent off: what it has said so far is kept, marked as interrupted. */
  signal: AbortSignal;
};

/** A conversation in memory: where it stands and all its turns. */
export type Conversation = { state: State; turns: KeptTurn[] };
