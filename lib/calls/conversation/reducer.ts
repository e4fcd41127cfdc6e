import {
  confirmSuppression,
  correctOptOutClaim,
  type EngineReaction,
  endOptedOut,
  isOptOutAtHangup,
  reactToCaller,
  reportMissingNumber,
} from "./caller-reaction";
import { MAX_DISCLOSURE_ATTEMPTS } from "./disclosure";
import { END_CALL, OPT_OUT, SAVE_VARIABLES, TRANSFER_TO_HUMAN } from "./model-contract";
import { continueAfterBreak, MEMBER_LOST_TEXT, RECONNECTED_TEXT } from "./reconnect";
import type {
  AgentEvent,
  AgentUtterance,
  ConversationEvent,
  ConversationState,
  Effect,
  EndReason,
  Notice,
  StoredTurn,
  TimedText,
  ToolCall,
} from "./state";
import { intentOf } from "./understand";

/**
 * A model that still calls tools after this many steps of one turn is in a loop. The caller gets the turn.
 */
export const MAX_ROUNDS = 8;
/**
 * The result of a tool that was running when its process died. It is unknown whether the tool acted, so it is
 * not repeated.
 */
const INTERRUPTED = { error: { code: "interrupted", message: "It is not known whether this happened." } };

/** The result of a tool that was not run because the caller opted out first. */
const NOT_RUN = { error: { code: "not_run", message: "The caller asked to be removed; this was not done." } };

/** Tools whose success ends the conversation, with the end reason. */
const END_REASON_BY_TOOL: Readonly<Record<string, EndReason>> = {
  [END_CALL]: "agent_ended",
  // A person has the caller now, so the agent's conversation is over.
  [TRANSFER_TO_HUMAN]: "transferred",
  transfer_to_payment_ivr: "transferred",
};

type StateChange = [ConversationState, Effect[]];

const unchanged = (state: ConversationState): StateChange => [state, []];

function storeTurn(state: ConversationState, turn: Omit<StoredTurn, "index">): StateChange {
  return [
    { ...state, nextIndex: state.nextIndex + 1 },
    [{ type: "keep", turn: { ...turn, index: state.nextIndex } }],
  ];
}

/** Applies `next` to the state so far, and joins the effects. */
function chain([state, effects]: StateChange, next: (state: ConversationState) => StateChange): StateChange {
  const [nextState, nextEffects] = next(state);
  return [nextState, [...effects, ...nextEffects]];
}

/**
 * Whether the agent must say the disclosure first: it has not been heard, and was not interrupted too often.
 */
const mustDisclose = ({ undisclosed = MAX_DISCLOSURE_ATTEMPTS }: ConversationState): boolean =>
  undisclosed < MAX_DISCLOSURE_ATTEMPTS;
const disclosureOption = (state: ConversationState) => mustDisclose(state) && { disclose: true as const };
const startThinking = (state: ConversationState, silent?: true): StateChange => [
  { ...state, phase: "thinking" },
  [
    {
      type: "think",
      ...(silent && { silent }),
      ...disclosureOption(state),
      ...(state.say !== undefined && { lead: state.say.line }),
    },
  ],
];
/** Says the engine's line before anything of the model. */
const startSpeaking = (state: ConversationState): StateChange =>
  state.say === undefined || state.say.next === "think"
    ? startThinking(state)
    : [{ ...state, phase: "thinking" }, [{ type: "say", line: state.say.line, ...disclosureOption(state) }]];

/** Silence does not undo a suppression, and is no yes. */
function reactToSilence(state: ConversationState): StateChange {
  if (state.optOut?.at === "standing") return startSpeaking(endOptedOut(state));
  const { optOut } = state;
  const continued: ConversationState =
    optOut?.at === "asking" ? { ...state, optOut: { ...optOut, at: "declined" } } : state;
  return startThinking({ ...continued, round: 0 }, true);
}
const endConversation = (state: ConversationState, reason: EndReason): StateChange => [
  { ...state, phase: "ended", endReason: reason },
  [{ type: "end", reason }],
];
const startListening = (state: ConversationState): StateChange =>
  state.ending === null ? unchanged({ ...state, phase: "listening" }) : endConversation(state, state.ending);

/**
 * The model failed and the caller was told. The conversation ends, unless the caller accepts the offered
 * person.
 */
function handleModelFailure(
  previous: ConversationState,
  { utterance, offersHuman, reason }: ConversationEvent & { type: "model_failed" },
): StateChange {
  const state: ConversationState = {
    ...previous,
    step: previous.step + 1,
    pending: [],
    asking: undefined,
    undisclosed: undefined,
    say: undefined,
  };
  return chain(storeTurn(state, buildAgentTurn(state, utterance)), (s) =>
    offersHuman
      ? unchanged({ ...s, phase: "listening", failure: "offered" })
      : endConversation(s, reason === undefined ? "model_error" : endReasonFor(s, reason)),
  );
}

/** Handles the caller's answer to the offer of a person. */
function handleOfferAnswer(state: ConversationState, text: string): StateChange {
  if (intentOf(text) !== "yes") return endConversation(state, "model_error");
  const call: ToolCall = {
    id: `h${String(state.nextIndex).padStart(8, "0")}`,
    name: TRANSFER_TO_HUMAN,
    arguments: {},
    engine: true,
  };
  const transferring: ConversationState = {
    ...state,
    phase: "thinking",
    failure: "transferring",
    pending: [call],
  };
  return [transferring, [{ type: "run_tool", call }]];
}

/**
 * Continues after a step's words are said: first its tools in order, then the end, another step, or the
 * caller's turn.
 */
function continueConversation(state: ConversationState): StateChange {
  const [next] = state.pending;
  if (next !== undefined) return [{ ...state, phase: "thinking" }, [{ type: "run_tool", call: next }]];
  if (state.failure === "transferring") return endConversation(state, state.ending ?? "model_error");
  if (state.say !== undefined) return startSpeaking(state);
  return state.ending !== null || state.round >= MAX_ROUNDS ? startListening(state) : startThinking(state);
}

/** Stores a result for each pending tool call: its result is unknown, or it was not run. */
function abandonPendingTools(
  state: ConversationState,
  atMs: number,
  result: unknown = INTERRUPTED,
): StateChange {
  return state.pending.reduce<StateChange>(
    (step, call) =>
      chain(step, (s) => storeToolTurn(s, { call, ok: false, result, startMs: atMs, endMs: atMs })),
    unchanged(state),
  );
}

/**
 * Stores the caller's turn. Tool calls can still be pending only if a process died during the agent's turn;
 * they are abandoned.
 */
function storeCallerTurn(
  state: ConversationState,
  { text, startMs, endMs }: TimedText,
  reaction: EngineReaction | null = null,
): StateChange {
  const answeredVariable = reaction?.isReply === true ? null : state.asking;
  const turn = {
    role: "caller" as const,
    text,
    start_ms: startMs,
    end_ms: endMs,
    interrupted: false,
    ...(answeredVariable !== undefined && { answers: answeredVariable }),
    ...(reaction?.engineTopic !== undefined && { engineTopic: reaction.engineTopic }),
  };
  return storeTurn({ ...state, round: 0 }, turn);
}

/**
 * Stores the caller's words and the engine's reaction in one state change. Without a reaction the model
 * answers.
 */
function handleCallerWords(
  previous: ConversationState,
  event: ConversationEvent & { type: "caller_said" },
): StateChange {
  const { text, atMs, startMs = atMs, understanding } = event;
  return chain(abandonPendingTools({ ...previous, say: undefined }, atMs), (state) => {
    const reaction = understanding === undefined ? null : reactToCaller(state, understanding);
    const callerChange = storeCallerTurn(reaction?.state ?? state, { text, startMs, endMs: atMs }, reaction);
    const suppressionEffects: Effect[] =
      reaction?.suppressionAction === undefined ? [] : [{ type: reaction.suppressionAction }];
    return chain([callerChange[0], [...callerChange[1], ...suppressionEffects]], (s) => {
      if (s.failure !== "offered") return continueConversation(s);
      if (reaction === null) return handleOfferAnswer(s, text);
      // A request for a person accepts the offer. Any other reaction replaces the offer.
      const asksForHuman = s.pending.some(({ engine }) => engine === true);
      return continueConversation({ ...s, failure: asksForHuman ? "transferring" : undefined });
    });
  });
}

/** Stores a turn outside of the conversation. The phase does not change. */
const storeNotice = (
  state: ConversationState,
  { text, startMs, endMs, kind, interrupted = false }: Notice,
): StateChange =>
  storeTurn(state, { role: "system", text, start_ms: startMs, end_ms: endMs, interrupted, notice: kind });

/** Stores the caller's last words before hanging up. They can suppress the number, but get no answer. */
function handleHangup(
  previous: ConversationState,
  { atMs, reason, lastWords, understanding }: ConversationEvent & { type: "hung_up" },
): StateChange {
  return chain(abandonPendingTools(previous, atMs), (state) => {
    const isOptOut = understanding !== undefined && isOptOutAtHangup(state, understanding);
    const stateAfterWords: ConversationState = isOptOut
      ? { ...state, optOut: { at: "standing", askCount: 0 } }
      : state;
    const reaction: EngineReaction | null = isOptOut
      ? { state: stateAfterWords, engineTopic: "opt_out" }
      : null;
    const callerChange: StateChange =
      lastWords === undefined
        ? unchanged(stateAfterWords)
        : storeCallerTurn(stateAfterWords, lastWords, reaction);
    const suppressionEffects: Effect[] = isOptOut ? [{ type: "suppress" }] : [];
    return chain([callerChange[0], [...callerChange[1], ...suppressionEffects]], (s) =>
      endConversation(s, reason ?? endReasonFor(s, s.ending ?? "caller_hung_up")),
    );
  });
}

/** After an opt-out, the end reason is the opt-out. */
const endReasonFor = ({ optOut }: ConversationState, reason: EndReason): EndReason =>
  optOut?.at === "standing" ? "opted_out" : reason;

/** Marks the interruption in the transcript, and continues where the conversation stopped. */
function handleReconnect(
  previous: ConversationState,
  { atMs, isFromMember }: ConversationEvent & { type: "reconnected" },
): StateChange {
  const mark: Notice =
    isFromMember === true
      ? { kind: "member_lost", text: MEMBER_LOST_TEXT, startMs: atMs, endMs: atMs }
      : { kind: "reconnected", text: RECONNECTED_TEXT, startMs: atMs, endMs: atMs };
  return chain(abandonPendingTools(previous, atMs), (state) =>
    chain(storeNotice(state, mark), (s) =>
      s.ending === null
        ? continueAfterBreak(s, disclosureOption(s), isFromMember)
        : endConversation(s, s.ending),
    ),
  );
}

function buildAgentTurn(state: ConversationState, utterance: AgentUtterance): Omit<StoredTurn, "index"> {
  return {
    role: "agent",
    text: utterance.text,
    start_ms: utterance.startMs,
    end_ms: utterance.endMs,
    interrupted: false,
    step: state.step,
    ...(utterance.asking !== undefined && { asking: utterance.asking }),
    ...(utterance.speaks !== undefined && { speaks: utterance.speaks }),
    ...(utterance.latencyMs !== null && { latency_ms: utterance.latencyMs }),
    ...(utterance.delays !== undefined && { delays: utterance.delays }),
    ...(utterance.engine === true && { engineTopic: "opt_out" as const }),
  };
}

/** Stores the part of an agent turn that was heard before it was interrupted or failed. */
function storeInterruptedTurn(state: ConversationState, { text, startMs, endMs }: TimedText): StateChange {
  const interruptedState: ConversationState = {
    ...state,
    step: state.step + 1,
    pending: [],
    asking: undefined,
  };
  if (text === "") return unchanged(interruptedState);
  return storeTurn(interruptedState, {
    role: "agent",
    text,
    start_ms: startMs,
    end_ms: endMs,
    interrupted: true,
    step: interruptedState.step,
  });
}

/** An interruption within the disclosure leaves the disclosure due. A later interruption does not. */
function handleAgentCut(
  state: ConversationState,
  event: ConversationEvent & { type: "agent_cut" },
): StateChange {
  const startedDisclosures = (state.undisclosed ?? 0) + (event.text === "" ? 0 : 1);
  const undisclosed = event.undisclosed === true ? startedDisclosures : undefined;
  return chain(storeInterruptedTurn({ ...state, undisclosed, say: undefined }, event), startListening);
}

/**
 * Continues after a step of the model. If the step contains a false opt-out claim, only its `opt_out` call is
 * run.
 */
function handleAgentSpeech(previous: ConversationState, utterance: AgentUtterance): StateChange {
  const { optOutClaim } = utterance;
  const pending =
    optOutClaim === undefined ? utterance.calls : utterance.calls.filter(({ name }) => name === OPT_OUT);
  const state: ConversationState = {
    ...previous,
    step: previous.step + 1,
    round: previous.round + 1,
    pending,
    failure: undefined,
  };
  // The engine's words contain no question of the model, so the model's last question stays open.
  const asking = utterance.engine === true ? state.asking : utterance.asking;
  const spokenChange: StateChange =
    utterance.text === ""
      ? unchanged(state)
      : storeTurn(
          { ...state, asking, undisclosed: undefined, say: undefined },
          buildAgentTurn(state, utterance),
        );
  return chain(spokenChange, (s) => {
    if (optOutClaim !== undefined && pending.length === 0)
      return startSpeaking(correctOptOutClaim(s, optOutClaim.hasNumber));
    return pending.length === 0 ? startListening(s) : continueConversation(s);
  });
}

type ToolOutcome = { call: ToolCall; ok: boolean; result: unknown; startMs: number; endMs: number };

/**
 * Stores the turn of the first pending tool call. Tool calls are run and stored in the order in which the
 * model requested them.
 */
function storeToolTurn(
  state: ConversationState,
  { call, ok, result, startMs, endMs }: ToolOutcome,
): StateChange {
  const { id, name } = call;
  return storeTurn(
    { ...state, pending: state.pending.slice(1) },
    {
      role: "tool",
      text: null,
      start_ms: startMs,
      end_ms: endMs,
      interrupted: false,
      step: state.step,
      callId: id,
      tool: { name, arguments: call.arguments, result, ok },
      ...(call.engine === true && { engineTopic: "human" as const }),
    },
  );
}

const outcomeOfCall = (call: ToolCall): string | null => {
  const { outcome } = (call.arguments ?? {}) as { outcome?: unknown };
  return call.name === END_CALL && typeof outcome === "string" ? outcome : null;
};

function handleToolResult(
  state: ConversationState,
  event: ConversationEvent & { type: "tool_answered" },
): StateChange {
  const { call, ok, values, notice } = event;
  if (call.id !== state.pending[0]?.id) return unchanged(state);
  const ending = ok ? (END_REASON_BY_TOOL[call.name] ?? null) : null;
  const nextState: ConversationState = {
    ...state,
    values: { ...state.values, ...values },
    outcome: outcomeOfCall(call) ?? state.outcome,
    ending: ending ?? state.ending,
  };
  const noticeChange = notice === undefined ? unchanged(nextState) : storeNotice(nextState, notice);
  if (call.name === OPT_OUT) return chain(noticeChange, (s) => handleOptOutResult(s, event));
  const hasFailed = call.engine === true && !ok;
  return chain(noticeChange, (s) => {
    const next: ConversationState = hasFailed
      ? { ...s, noHuman: true, say: { line: "human_unreachable", next: "think" } }
      : s;
    return chain(storeToolTurn(next, event), continueConversation);
  });
}

/**
 * Handles a successful `opt_out` call of the model: suppresses the number and tells the caller. Other pending
 * tool calls are not run.
 */
function handleOptOutResult(
  state: ConversationState,
  event: ConversationEvent & { type: "tool_answered" },
): StateChange {
  const toolChange = storeToolTurn(state, event);
  if (!event.ok) return chain(toolChange, (s) => continueConversation(reportMissingNumber(s)));
  const abandonedChange = chain(toolChange, (s) => abandonPendingTools(s, event.endMs, NOT_RUN));
  return chain([abandonedChange[0], [...abandonedChange[1], { type: "suppress" }]], (s) => {
    const next = confirmSuppression({ ...s, ending: null }, event.isCallerUnreachable !== true);
    return next.say === undefined ? startListening(next) : startSpeaking(next);
  });
}

/** Handles an event of the agent's turn. Events of an agent turn that was interrupted before are ignored. */
function handleAgentEvent(
  state: ConversationState,
  event: ConversationEvent & { type: AgentEvent },
): StateChange {
  switch (event.type) {
    case "agent_said":
      return handleAgentSpeech(state, event.utterance);
    case "agent_cut":
      return handleAgentCut(state, event);
    case "model_failed":
      return handleModelFailure(state, event);
    case "tool_answered":
      return handleToolResult(state, event);
  }
}

/**
 * The reducer of the conversation engine. It maps a state and an event to the next state and effects, and is
 * pure. Channels translate bytes and messages to events. `advanceConversation` runs the effects; at most one
 * of them acts (`think`, `say`, `run_tool`, `end`). Events after the end change nothing.
 */
export function applyEvent(state: ConversationState, event: ConversationEvent): StateChange {
  if (state.phase === "ended") return unchanged(state);
  switch (event.type) {
    case "opened":
      return state.phase === "new" ? startThinking(state) : unchanged(state);
    case "system_said":
      return storeNotice(state, event.notice);
    case "caller_said":
      return handleCallerWords(state, event);
    case "agent_said":
    case "agent_cut":
    case "model_failed":
    case "tool_answered":
      return state.phase === "thinking" ? handleAgentEvent(state, event) : unchanged(state);
    case "resumed":
      return state.phase === "listening"
        ? unchanged(state)
        : chain(abandonPendingTools(state, event.atMs), continueConversation);
    case "reconnected":
      return handleReconnect(state, event);
    case "stayed_silent":
      return state.phase === "listening" ? reactToSilence(state) : unchanged(state);
    case "fell_silent":
      return state.phase === "listening"
        ? endConversation(state, endReasonFor(state, "inactivity"))
        : unchanged(state);
    case "ran_out":
      return chain(abandonPendingTools(state, event.atMs), (s) => endConversation(s, "max_duration"));
    case "hung_up":
      return handleHangup(state, event);
  }
}

/** The engine's own tools. They are part of the history, but not of the displayed transcript. */
export const isEngineTool = (name: string): boolean => name === SAVE_VARIABLES || name === END_CALL;
