import type { Turn, Values } from "@/lib/masking";
import type { EngineLine } from "./engine-lines";
import type { Wishes } from "./understand";

/** A tool call of the model that has no result yet. `engine`: the engine requested it. */
export type ToolCall = { id: string; name: string; arguments: unknown; engine?: true };

/** Why a conversation ended: the values of the API's `end_reason` that the engine can set. */
export type EndReason =
  | "agent_ended"
  | "caller_hung_up"
  | "carrier_error"
  | "cost_limit"
  | "declined"
  | "inactivity"
  | "interrupted_by_restart"
  | "max_duration"
  | "model_error"
  | "opted_out"
  | "transferred"
  | "voicemail_reached";

/**
 * Delays of a spoken answer in whole milliseconds, from the caller's last sound to the first sound of the
 * answer (`total_ms`): until the end of speech was detected, until the transcript was ready, until the
 * model's first words, until the synthesizer's first sound, and the remaining processing (storing, tools).
 * `transport_ms` is additional: the network delay until it is heard.
 */
export type AnswerDelays = Record<
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
 * A turn of the line itself, outside of the conversation. No model reads it. Settling detects a declined
 * recording by `kind`, without reading words.
 */
export type Notice = TimedText & {
  kind:
    | "recording_announced"
    | "recording_asked"
    | "recording_declined"
    | "recording_acknowledged"
    /** An uncertain answer was read back to the caller. */
    | "read_back"
    /** The caller was asked to hold while a tool was running. */
    | "holding"
    /** The agent answered a screening service. */
    | "screening_answered"
    /** The agent spoke a message into a mailbox. */
    | "voicemail_left"
    /** The connection broke, and the call continues on a new one. */
    | "reconnected"
    /** The caller was told that a member takes over the call. */
    | "member_joined"
    /** The member who had taken over the call lost the connection, and the agent continues. */
    | "member_lost"
    /** The caller was told that a member listens. */
    | "listening_announced";
  interrupted?: boolean;
};

/** A turn as stored during the call. It includes the model step that it came from, for the history. */
export type StoredTurn = Turn & {
  /** Agent and tool turns: the model's step. It groups the text and the tool calls of one step. */
  step?: number;
  /** Tool turns: the model's id of this tool call. */
  callId?: string;
  /** Agent turns: milliseconds from the caller's last word to the first word of the answer. */
  latency_ms?: number;
  delays?: AnswerDelays;
  /** The turn concerns the engine, and is no input that the model has to answer. */
  engineTopic?: "opt_out" | "human";
  /** System turns: their kind. */
  notice?: Notice["kind"];
};

/**
 * The state of an opt-out request. `asking`: the caller is being asked whether they mean it. `declined`: they
 * do not. `standing`: their number is suppressed. `undone`: it was suppressed, and the caller took that back.
 * `still_suppressed`: the caller took it back, and an earlier request keeps the number suppressed.
 * `no_number`: there is no number.
 * `asked` counts the questions.
 */
export type OptOut = {
  at: "asking" | "declined" | "standing" | "undone" | "still_suppressed" | "no_number";
  askCount: number;
};

/** The engine's next line, and what follows it. */
export type EngineSpeech = { line: EngineLine; next: "listen" | "think" | "end" };

/**
 * The expected next words of the caller. They determine what a transcriber listens for and how long a pause
 * can be. If a model does not state it, it follows from the variable that the model asks for.
 */
export type ExpectedAnswer = {
  kind: "yes_no" | "digits" | "number" | "date" | "time" | "phone" | "email" | "choice" | "text" | "open";
  choices?: readonly string[] | undefined;
};

/** The state of a conversation, stored as JSON. Its turns are stored separately. */
export type ConversationState = {
  /**
   * A spoken call. The process that holds the line holds the call's lease, and no other process can continue
   * the call.
   */
  isSpoken?: true;
  /** A chat that a member types in the dashboard. Reading and thinking take longer than silence in a call. */
  isTypedTest?: true;
  phase: "new" | "thinking" | "listening" | "ended";
  nextIndex: number;
  /** The number of model steps so far (`step`), and since the caller last spoke (`round`). */
  step: number;
  round: number;
  /** Tool calls of this step without a result, in order. */
  pending: readonly ToolCall[];
  /** The variable that the last agent turn asked for. Undefined if the model does not state it. */
  asking: string | null | undefined;
  values: Values;
  /** The outcome that the model chose with `end_call`. */
  outcome: string | null;
  /** How often the disclosure was started and interrupted. Missing after it was heard. */
  undisclosed?: number | undefined;
  optOut?: OptOut | undefined;
  /** The caller was told that no person is available. */
  noHuman?: true;
  say?: EngineSpeech | undefined;
  /** The end reason of a conversation that ends after the pending tool results. */
  ending: EndReason | null;
  /**
   * The model has failed. `offered`: the caller was offered a person. `transferring`: the caller accepted.
   */
  failure?: "offered" | "transferring" | undefined;
  endReason: EndReason | null;
};

/** The model's text and tool calls of one step. Times are milliseconds since the call began. */
export type AgentUtterance = {
  text: string;
  asking?: string | null;
  speaks?: NonNullable<Turn["speaks"]>;
  calls: readonly ToolCall[];
  expects?: ExpectedAnswer;
  startMs: number;
  endMs: number;
  latencyMs: number | null;
  delays?: AnswerDelays;
  /** The engine's own words. They do not answer the caller and contain no question of the model. */
  engine?: true;
  /** The model falsely claimed that the caller is suppressed. The claim was not passed on to the caller. */
  optOutClaim?: { hasNumber: boolean };
};

/** A text with its start and end, in milliseconds since the call began. */
export type TimedText = { text: string; startMs: number; endMs: number };

/** An event of a conversation. `atMs` is in milliseconds since the call began. */
export type ConversationEvent =
  | { type: "opened" }
  /**
   * The line told the caller something, or heard something outside of the conversation (consent to a
   * recording).
   */
  | { type: "system_said"; notice: Notice }
  /** `startMs`: start of the first word, on channels with speech. */
  | { type: "caller_said"; text: string; atMs: number; startMs?: number; understanding?: CallerUnderstanding }
  | { type: "agent_said"; utterance: AgentUtterance }
  /** `undisclosed`: the disclosure has not been heard completely yet. */
  | ({ type: "agent_cut"; undisclosed?: boolean } & TimedText)
  /** The model failed, and the caller has heard `utterance`. `offersHuman`: it offered a person. `reason`: the model was not requested, as a
   * limit is reached. */
  | { type: "model_failed"; utterance: AgentUtterance; offersHuman: boolean; reason?: "cost_limit" }
  | {
      type: "tool_answered";
      call: ToolCall;
      ok: boolean;
      result: unknown;
      values: Values;
      startMs: number;
      endMs: number;
      /** The tool suppressed the caller's number, and the channel can no longer reach the caller. */
      isCallerUnreachable?: true;
      /** The hold phrase that the caller heard while the tool was running. */
      notice?: Notice;
    }
  /** The process died during the agent's turn, and another process resumes the call. */
  | { type: "resumed"; atMs: number }
  /**
   * The line of a spoken call broke, and the caller is connected again, maybe by another process. `isFromMember`: the caller talked
   * to a member who took over the call, and returns to the agent.
   */
  | { type: "reconnected"; atMs: number; isFromMember?: true }
  /** The caller has not answered for a while. The agent asks whether they are still there. */
  | { type: "stayed_silent" }
  | { type: "fell_silent" }
  | { type: "ran_out"; atMs: number }
  /**
   * The other side has left: it hung up, opted out, declined to be recorded, became unreachable for its
   * carrier, or the process that held the line has ended. `lastWords` is what it said last.
   */
  | {
      type: "hung_up";
      atMs: number;
      reason?:
        | "opted_out"
        | "declined"
        | "transferred"
        | "carrier_error"
        | "interrupted_by_restart"
        | "voicemail_reached";
      lastWords?: TimedText;
      /** The engine's understanding of `lastWords`. */
      understanding?: CallerUnderstanding;
    };

/** Events that only the agent's own turn can cause. */
export type AgentEvent = "agent_said" | "agent_cut" | "model_failed" | "tool_answered";

/** The effect of an opt-out request, or of taking it back. */
export type SuppressionAction = "suppress" | "lift";

export type Effect =
  | { type: "keep"; turn: StoredTurn }
  /**
   * `silent`: the caller has said nothing since the agent last spoke. `disclose`: the disclosure comes first.
   * `lead`: then this line. `reconnected`: the caller's turn was interrupted by a broken connection, or the caller returns from a
   * member (`member`).
   */
  | { type: "think"; silent?: true; reconnected?: true | "member"; disclose?: true; lead?: EngineLine }
  /** The engine says a fixed line, after `lead` if there is one. */
  | { type: "say"; line: EngineLine; disclose?: true; lead?: EngineLine }
  /**
   * Suppresses the caller's number, or lifts this call's suppression, in the transaction that stores the
   * turn.
   */
  | { type: SuppressionAction }
  | { type: "run_tool"; call: ToolCall }
  | { type: "end"; reason: EndReason };

export const initialState = (values: Values): ConversationState => ({
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

/** The engine's understanding of a caller's words, before any model reads them. */
export type CallerUnderstanding = Wishes & {
  isYes: boolean;
  /** No, and nothing else. */
  isNo: boolean;
  /** The caller takes a request back: "That is not what I meant." */
  isTakeBack: boolean;
  isNotUnderstood: boolean;
  /** Something other than this conversation suppresses the number, so an undo here cannot lift it. */
  isSuppressedElsewhere: boolean;
  /** Whether there is a number that can be suppressed. */
  hasNumber: boolean;
  /** Whether a person can take over this conversation. */
  hasHuman: boolean;
  /** Whether the channel reaches the caller after their number is suppressed. */
  canAnswer: boolean;
};
