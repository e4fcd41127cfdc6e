import { MOST_DISCLOSED } from "./disclosure";
import { END_CALL, SAVE_VARIABLES } from "./model-contract";
import type {
  AgentEvent,
  Effect,
  EndReason,
  Event,
  KeptTurn,
  Notice,
  Part,
  Said,
  State,
  ToolCall,
} from "./state";

/** A model that still calls tools after this many steps of one turn goes in circles; it is the caller's turn again. */
export const MAX_ROUNDS = 8;
/** What a tool's turn says that was running when its process died: it may or may not have happened, so it is not repeated. */
const INTERRUPTED = { error: { code: "interrupted", message: "It is not known whether this happened." } };

/** Tools whose success ends the conversation, and why. */
const ENDING: Readonly<Record<string, EndReason>> = {
  [END_CALL]: "agent_ended",
  opt_out: "opted_out",
  // Somebody else has the caller now: there is nobody left to talk with.
  transfer_to_human: "transferred",
  transfer_to_payment_ivr: "transferred",
};

type Step = [State, Effect[]];

const still = (state: State): Step => [state, []];

function keep(state: State, turn: Omit<KeptTurn, "index">): Step {
  return [
    { ...state, nextIndex: state.nextIndex + 1 },
    [{ type: "keep", turn: { ...turn, index: state.nextIndex } }],
  ];
}

/** Runs `next` behind what has happened so far, and joins the effects. */
function then([state, effects]: Step, next: (state: State) => Step): Step {
  const [after, more] = next(state);
  return [after, [...effects, ...more]];
}

/** Whether the agent says what it is before anything else: it was cut off in that, and not too often. */
const mustDisclose = ({ undisclosed = 0 }: State): boolean => undisclosed > 0 && undisclosed < MOST_DISCLOSED;
const think = (state: State, silent?: true): Step => [
  { ...state, phase: "thinking" },
  [{ type: "think", ...(silent && { silent }), ...(mustDisclose(state) && { disclose: true }) }],
];
const thinkOfSilence = (state: State): Step => think({ ...state, round: 0 }, true);
const end = (state: State, reason: EndReason): Step => [
  { ...state, phase: "ended", endReason: reason },
  [{ type: "end", reason }],
];
const listen = (state: State): Step =>
  state.ending === null ? still({ ...state, phase: "listening" }) : end(state, state.ending);

/** The next thing once a step's words are said: its tools in order, then the end, another step, or the caller's turn. */
function goOn(state: State): Step {
  const [next] = state.pending;
  if (next !== undefined) return [state, [{ type: "run_tool", call: next }]];
  return state.ending !== null || state.round >= MAX_ROUNDS ? listen(state) : think(state);
}

/** Tells of each tool that was asked for and not answered that nobody knows what became of it. */
function abandon(state: State, atMs: number): Step {
  return state.pending.reduce<Step>(
    (step, call) =>
      then(step, (s) => toolTurn(s, { call, ok: false, result: INTERRUPTED, startMs: atMs, endMs: atMs })),
    still(state),
  );
}

/** The caller's turn. Only a process that died leaves the agent in the middle of its own; what it was about to do is then void. */
function callerTurn(state: State, { text, startMs, endMs }: Part): Step {
  const answers = state.asking === undefined ? {} : { answers: state.asking };
  const turn = {
    role: "caller" as const,
    text,
    start_ms: startMs,
    end_ms: endMs,
    interrupted: false,
    ...answers,
  };
  return then(abandon(state, endMs), (s) => keep({ ...s, round: 0 }, turn));
}

function callerSaid(state: State, { text, atMs, startMs = atMs }: Event & { type: "caller_said" }): Step {
  return then(callerTurn(state, { text, startMs, endMs: atMs }), goOn);
}

/** A turn beside the conversation: it is kept, and whose turn it is stays as it was. */
const systemSaid = (state: State, { text, startMs, endMs, kind, interrupted = false }: Notice): Step =>
  keep(state, { role: "system", text, start_ms: startMs, end_ms: endMs, interrupted, notice: kind });

/** What somebody says as they hang up is heard, and answered by nobody. */
function hungUp(state: State, { atMs, reason, last }: Event & { type: "hung_up" }): Step {
  const heard = last === undefined ? abandon(state, atMs) : callerTurn(state, last);
  return then(heard, (s) => end(s, reason ?? s.ending ?? "caller_hung_up"));
}

function agentTurn(state: State, said: Said): Omit<KeptTurn, "index"> {
  return {
    role: "agent",
    text: said.text,
    start_ms: said.startMs,
    end_ms: said.endMs,
    interrupted: false,
    step: state.step,
    ...(said.asking !== undefined && { asking: said.asking }),
    ...(said.speaks !== undefined && { speaks: said.speaks }),
    ...(said.latencyMs !== null && { latency_ms: said.latencyMs }),
    ...(said.delays !== undefined && { delays: said.delays }),
  };
}

/** What the agent had said when it was cut off or failed: heard by then, so it stays. */
function agentBroke(state: State, { text, startMs, endMs }: Part): Step {
  const broken: State = { ...state, step: state.step + 1, pending: [], asking: undefined };
  if (text === "") return still(broken);
  return keep(broken, {
    role: "agent",
    text,
    start_ms: startMs,
    end_ms: endMs,
    interrupted: true,
    step: broken.step,
  });
}

/** Cut off in its disclosure it owes that still; cut off behind it, no more. */
function agentCut(state: State, event: Event & { type: "agent_cut" }): Step {
  const begun = (state.undisclosed ?? 0) + (event.text === "" ? 0 : 1);
  const undisclosed = event.undisclosed === true ? begun : undefined;
  return then(agentBroke({ ...state, undisclosed }, event), listen);
}

function agentSaid(before: State, said: Said): Step {
  const state = { ...before, step: before.step + 1, round: before.round + 1, pending: said.calls };
  const spoken: Step =
    said.text === ""
      ? still(state)
      : keep({ ...state, asking: said.asking, undisclosed: undefined }, agentTurn(state, said));
  return then(spoken, said.calls.length === 0 ? listen : goOn);
}

type Answered = { call: ToolCall; ok: boolean; result: unknown; startMs: number; endMs: number };

/** The turn of the first pending tool: they are run, and told of, in the order in which the model asked. */
function toolTurn(state: State, { call, ok, result, startMs, endMs }: Answered): Step {
  const { id, name } = call;
  return keep(
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
    },
  );
}

const outcomeIn = (call: ToolCall): string | null => {
  const { outcome } = (call.arguments ?? {}) as { outcome?: unknown };
  return call.name === END_CALL && typeof outcome === "string" ? outcome : null;
};

function toolAnswered(state: State, event: Event & { type: "tool_answered" }): Step {
  const { call, ok, values } = event;
  if (call.id !== state.pending[0]?.id) return still(state);
  const ending = ok ? (ENDING[call.name] ?? null) : null;
  const learnt: State = {
    ...state,
    values: { ...state.values, ...values },
    outcome: outcomeIn(call) ?? state.outcome,
    // An opt-out is the stronger reason: it stays, also when the model ends the call in the same breath.
    ending: state.ending === "opted_out" ? state.ending : (ending ?? state.ending),
  };
  return then(toolTurn(learnt, event), goOn);
}

/** What the agent does counts while it is its turn. What comes from a turn that was cut off before is void. */
function agentActed(state: State, event: Event & { type: AgentEvent }): Step {
  switch (event.type) {
    case "agent_said":
      return agentSaid(state, event.said);
    case "agent_cut":
      return agentCut(state, event);
    case "model_failed":
      return then(agentBroke(state, event), (s) => end(s, "model_error"));
    case "tool_answered":
      return toolAnswered(state, event);
  }
}

/**
 * The dialogue engine's one rule book: where a conversation stands and what happened, to where it stands then and what
 * is to be done. Pure: channels translate bytes and messages to events, a session runs the effects, of which at most
 * one acts (`think`, `run_tool`, `end`). An event that comes after the end changes nothing.
 */
export function turn(state: State, event: Event): Step {
  if (state.phase === "ended") return still(state);
  switch (event.type) {
    case "opened":
      return state.phase === "new" ? think(state) : still(state);
    case "system_said":
      return systemSaid(state, event.notice);
    case "caller_said":
      return callerSaid(state, event);
    case "agent_said":
    case "agent_cut":
    case "model_failed":
    case "tool_answered":
      return state.phase === "thinking" ? agentActed(state, event) : still(state);
    case "resumed":
      return state.phase === "listening" ? still(state) : then(abandon(state, event.atMs), goOn);
    case "stayed_silent":
      return state.phase === "listening" ? thinkOfSilence(state) : still(state);
    case "fell_silent":
      return state.phase === "listening" ? end(state, "inactivity") : still(state);
    case "ran_out":
      return then(abandon(state, event.atMs), (s) => end(s, "max_duration"));
    case "hung_up":
      return hungUp(state, event);
  }
}

/** The engine's own tools: part of the history, not of the transcript that is shown. */
export const isEngineTool = (name: string): boolean => name === SAVE_VARIABLES || name === END_CALL;
