import { END_CALL, SAVE_VARIABLES } from "./model-contract";
import type { Effect, EndReason, Event, KeptTurn, Said, State, ToolCall } from "./state";

/** A model that still calls tools after this many steps of one turn goes in circles; it is the caller's turn again. */
const MAX_ROUNDS = 8;
/** What a tool's turn says that was running when its process died: it may or may not have happened, so it is not repeated. */
const INTERRUPTED = { error: { code: "interrupted", message: "It is not known whether this happened." } };

/** Tools whose success ends the conversation, and why. */
const ENDING: Readonly<Record<string, EndReason>> = { [END_CALL]: "agent_ended", opt_out: "opted_out" };

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

const think = (state: State): Step => [{ ...state, phase: "thinking" }, [{ type: "think" }]];
const end = (state: State, reason: EndReason): Step => [
  { ...state, phase: "ended", pending: [], endReason: reason },
  [{ type: "end", reason }],
];

/** The next thing once a step's words are said: its tools in order, then the end, another step, or the caller's turn. */
function goOn(state: State): Step {
  const [next] = state.pending;
  if (next !== undefined) return [state, [{ type: "run_tool", call: next }]];
  if (state.ending !== null) return end(state, state.ending);
  return state.round >= MAX_ROUNDS ? still({ ...state, phase: "listening" }) : think(state);
}

function callerSaid(state: State, text: string, atMs: number): Step {
  const answers = state.asking === undefined ? {} : { answers: state.asking };
  const turn = {
    role: "caller" as const,
    text,
    start_ms: atMs,
    end_ms: atMs,
    interrupted: false,
    ...answers,
  };
  return then(keep({ ...state, round: 0 }, turn), think);
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
  };
}

function agentSaid(before: State, said: Said): Step {
  const state = { ...before, step: before.step + 1, round: before.round + 1, pending: said.calls };
  const spoken: Step =
    said.text === "" ? still(state) : keep({ ...state, asking: said.asking }, agentTurn(state, said));
  return then(spoken, (next) =>
    said.calls.length === 0 ? still({ ...next, phase: "listening" }) : goOn(next),
  );
}

function toolTurn(
  state: State,
  call: ToolCall,
  ok: boolean,
  result: unknown,
  startMs: number,
  endMs: number,
): Step {
  const { id, name } = call;
  return keep(
    { ...state, pending: state.pending.filter((other) => other.id !== id) },
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
  const { call, ok, result, values, startMs, endMs } = event;
  const ending = ok ? (ENDING[call.name] ?? null) : null;
  const learnt: State = {
    ...state,
    values: { ...state.values, ...values },
    outcome: outcomeIn(call) ?? state.outcome,
    // An opt-out is the stronger reason: it stays, also when the model ends the call in the same breath.
    ending: state.ending === "opted_out" ? state.ending : (ending ?? state.ending),
  };
  return then(toolTurn(learnt, call, ok, result, startMs, endMs), goOn);
}

/** A conversation whose process died: what was running is told as not known, and the agent's turn goes on. */
function resumed(state: State, atMs: number): Step {
  if (state.phase !== "thinking" && state.phase !== "new") return still(state);
  const told = state.pending.reduce<Step>(
    (step, call) => then(step, (s) => toolTurn(s, call, false, INTERRUPTED, atMs, atMs)),
    still(state),
  );
  return then(told, think);
}

function agentCut(state: State, event: Event & { type: "agent_cut" }): Step {
  const listening: State = { ...state, phase: "listening", pending: [], asking: undefined };
  if (event.text === "") return still(listening);
  const { text, startMs, endMs } = event;
  return keep(listening, {
    role: "agent",
    text,
    start_ms: startMs,
    end_ms: endMs,
    interrupted: true,
    step: state.step,
  });
}

/**
 * The dialogue engine's one rule book: where a conversation stands and what happened, to where it stands then and what
 * is to be done. Pure: channels translate bytes and messages to events, a session runs the effects. An event that
 * comes after the end changes nothing.
 */
export function turn(state: State, event: Event): Step {
  if (state.phase === "ended") return still(state);
  switch (event.type) {
    case "opened":
      return state.phase === "new" ? think(state) : still(state);
    case "caller_said":
      return callerSaid(state, event.text, event.atMs);
    case "agent_said":
      return agentSaid(state, event.said);
    case "agent_cut":
      return agentCut(state, event);
    case "tool_answered":
      return toolAnswered(state, event);
    case "model_failed":
      return end(state, "model_error");
    case "resumed":
      return resumed(state, event.atMs);
    case "fell_silent":
      return end(state, "inactivity");
    case "ran_out":
      return end(state, "max_duration");
    case "hung_up":
      return end(state, "caller_hung_up");
  }
}

/** The engine's own tools: part of the history, not of the transcript that is shown. */
export const isEngineTool = (name: string): boolean => name === SAVE_VARIABLES || name === END_CALL;
