import type { Turn, Values } from "@/lib/masking";
import type { EngineLine } from "./engine-lines";
import type { Wishes } from "./understand";

/** A tool that the model asked for, not answered yet. `engine`: the engine itself asks for it. */
export type ToolCall = { id: string; name: string; arguments: unknown; engine?: true };

/** Why a conversation ended (the contract's `end_reason`, as far as the engine decides it). */
export type EndReason =
  | "agent_ended"
  | "caller_hung_up"
  | "carrier_error"
  | "declined"
  | "inactivity"
  | "interrupted_by_restart"
  | "max_duration"
  | "model_error"
  | "opted_out"
  | "transferred";

/**
 * Where the time of a spoken answer went, in whole milliseconds, from the caller's last sound to the first of the answer
 * (`total_ms`): until it was clear that they had finished, until their words were known, until the model's first words,
 * until the voice's first sound, and what this product took besides (storing, tools). `transport_ms` comes on top: how
 * much later it is heard.
 */
export type Delays = Record<
  | "total_ms"
  | "endpointing_ms"
  | "transcriber_ms"
  | "model_ms"
  | "voice_ms"
  | "processing_ms"
  | "transport_ms",
  number
>;

/**
 * A turn of the line itself, outside of the conversation: no model reads it. `kind` lets settling see a refusal without
 * reading words.
 */
export type Notice = Part & {
  kind:
    | "recording_announced"
    | "recording_asked"
    | "recording_declined"
    | "recording_acknowledged"
    /** The caller was asked to hold while a tool was running. */
    | "holding";
  interrupted?: boolean;
};

/** A turn as it is kept while the call runs: with the step of the model that it came from, for the history. */
export type KeptTurn = Turn & {
  /** Agent and tool turns: counts the model's steps, so that what one step said and called stays together. */
  step?: number;
  /** Tool turns: the model's own name of this use. */
  callId?: string;
  /** Agent turns: from the caller's last word to the first of the answer. */
  latency_ms?: number;
  delays?: Delays;
  /** The engine's matter, and no part of what the model has to answer. */
  aside?: "opt_out" | "human";
  /** System turns: what they are about. */
  notice?: Notice["kind"];
};

/**
 * Where a wish to be contacted no more stands. `asking`: the caller is being asked whether they mean it. `declined`: they
 * do not. `standing`: their number is suppressed. `undone`: it was, until they took that back. `still_suppressed`: they
 * took that back, and an earlier request keeps the number suppressed. `no_number`: there is none.
 */
export type OptOut = {
  at: "asking" | "declined" | "standing" | "undone" | "still_suppressed" | "no_number";
  asked: number;
};

/** What the engine says next in its own words, and what follows upon that. */
export type Saying = { line: EngineLine; next: "listen" | "think" | "end" };

/**
 * What the next words of the caller are likely to be: what a transcriber listens for, and how long a pause may be. A
 * model that does not say it is known by the variable that it asks for.
 */
export type Expects = {
  kind: "yes_no" | "digits" | "number" | "date" | "time" | "phone" | "email" | "choice" | "text" | "open";
  choices?: readonly string[] | undefined;
};

/** Where a conversation stands. The turns lie beside it. */
export type State = {
  /** It is spoken: whoever holds the line holds the call, and nobody else can go on with it. */
  spoken?: true;
  phase: "new" | "thinking" | "listening" | "ended";
  nextIndex: number;
  /** The model's steps so far, and those since the caller last spoke. */
  step: number;
  round: number;
  /** Tools asked for in this step and not answered yet, in order. */
  pending: readonly ToolCall[];
  /** What the last agent turn asked for; undefined where the model does not say. */
  asking: string | null | undefined;
  values: Values;
  /** The outcome that the model chose with `end_call`. */
  outcome: string | null;
  /** How often the disclosure was begun and cut off; missing once it has been heard. */
  undisclosed?: number | undefined;
  optOut?: OptOut | undefined;
  /** The caller has been told that nobody can take over. */
  noHuman?: true;
  say?: Saying | undefined;
  /** Set when the conversation ends once the pending tools are answered. */
  ending: EndReason | null;
  /** The model has failed: `offered` a human, who is being put through (`transferring`) where the caller wants that. */
  failure?: "offered" | "transferring" | undefined;
  endReason: EndReason | null;
};

/** What the model said and wants in one step. Milliseconds since the call began. */
export type Said = {
  text: string;
  asking?: string | null;
  speaks?: NonNullable<Turn["speaks"]>;
  calls: readonly ToolCall[];
  expects?: Expects;
  startMs: number;
  endMs: number;
  latencyMs: number | null;
  delays?: Delays;
  /** The engine's own words: no answer to the caller's, and no question of the model's. */
  engine?: true;
  /** The model said that the caller is removed, which is not so; that was kept from the caller. */
  claimed?: { hasNumber: boolean };
};

/** What the agent had said of a turn that it did not finish. */
export type Part = { text: string; startMs: number; endMs: number };

/** What happened. `atMs` are milliseconds since the call began. */
export type Event =
  | { type: "opened" }
  /** The line itself told the caller something, or heard what is no part of the conversation (a recording's consent). */
  | { type: "system_said"; notice: Notice }
  /** `startMs`: when the first word was said, where words take time. */
  | { type: "caller_said"; text: string; atMs: number; startMs?: number; understood?: Understood }
  | { type: "agent_said"; said: Said }
  /** `undisclosed`: its disclosure has not been heard to the end yet. */
  | ({ type: "agent_cut"; undisclosed?: boolean } & Part)
  /** The caller has heard that (`said`). `offersHuman`: and was asked whether they want one. */
  | { type: "model_failed"; said: Said; offersHuman: boolean }
  | {
      type: "tool_answered";
      call: ToolCall;
      ok: boolean;
      result: unknown;
      values: Values;
      startMs: number;
      endMs: number;
      /** It has removed the caller, to whom nothing can be said any more. */
      ends?: true;
      /** What the caller heard meanwhile. */
      notice?: Notice;
    }
  /** Its process died while the agent was at work; another goes on. */
  | { type: "resumed"; atMs: number }
  /** The caller has not answered for a while: the agent asks whether they are still there. */
  | { type: "stayed_silent" }
  | { type: "fell_silent" }
  | { type: "ran_out"; atMs: number }
  /**
   * The other side is gone: it hung up, or asked to be left alone, or declined to be recorded, or its carrier does not reach it any more, or whoever
   * held the line has ended. `last` is what it said as it went.
   */
  | {
      type: "hung_up";
      atMs: number;
      reason?: "opted_out" | "declined" | "transferred" | "carrier_error" | "interrupted_by_restart";
      last?: Part;
      /** What the engine makes of `last`. */
      understood?: Understood;
    };

/** Events that only the agent's own turn brings about. */
export type AgentEvent = "agent_said" | "agent_cut" | "model_failed" | "tool_answered";

/** What the engine does about a wish to be contacted no more. */
export type Deed = "suppress" | "lift";

export type Effect =
  | { type: "keep"; turn: KeptTurn }
  /** `silent`: the caller has said nothing since the agent last spoke. `disclose`: the disclosure comes first. `lead`: then this. */
  | { type: "think"; silent?: true; disclose?: true; lead?: EngineLine }
  /** The engine says something itself. */
  | { type: "say"; line: EngineLine; disclose?: true }
  /** The caller's number is suppressed, or what this call suppressed is lifted, in the transaction that keeps the turn. */
  | { type: Deed }
  | { type: "run_tool"; call: ToolCall }
  | { type: "end"; reason: EndReason };

export const initialState = (values: Values): State => ({
  phase: "new",
  nextIndex: 0,
  step: 0,
  round: 0,
  pending: [],
  asking: null,
  values,
  outcome: null,
  undisclosed: 0,
  ending: null,
  endReason: null,
});

/** What the engine itself makes of a caller's words, before any model hears them. */
export type Understood = Wishes & {
  yes: boolean;
  /** No, and nothing else. */
  no: boolean;
  /** "That is not what I meant." */
  takesBack: boolean;
  unheard: boolean;
  /** Something other than this conversation suppresses the number, so that no undo here lifts it. */
  isSuppressedElsewhere: boolean;
  /** Whether there is a number that can be suppressed. */
  hasNumber: boolean;
  /** Whether a person can take this conversation over. */
  hasHuman: boolean;
  /** Whether the caller can be answered once their number is suppressed. */
  canAnswer: boolean;
};
