import { MOST_DISCLOSED } from "./disclosure";
import { answerClaim, type Heeded, heed, leave, removed, removesAtEnd, withoutNumber } from "./heed";
import { END_CALL, OPT_OUT, SAVE_VARIABLES, TRANSFER_TO_HUMAN } from "./model-contract";
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
import { intentOf } from "./understand";

/** A model that still calls tools after this many steps of one turn goes in circles; it is the caller's turn again. */
export const MAX_ROUNDS = 8;
/** What a tool's turn says that was running when its process died: it may or may not have happened, so it is not repeated. */
const INTERRUPTED = { error: { code: "interrupted", message: "It is not known whether this happened." } };

/** The same of a tool that is not run, as the caller was removed first. */
const NOT_RUN = { error: { code: "not_run", message: "The caller asked to be removed; this was not done." } };

/** Tools whose success ends the conversation, and why. */
const ENDING: Readonly<Record<string, EndReason>> = {
  [END_CALL]: "agent_ended",
  // Somebody else has the caller now: there is nobody left to talk with.
  [TRANSFER_TO_HUMAN]: "transferred",
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

/** Whether the agent says what it is before anything else: nobody has heard that yet, and it was not cut off too often. */
const mustDisclose = ({ undisclosed = MOST_DISCLOSED }: State): boolean => undisclosed < MOST_DISCLOSED;
const disclosing = (state: State) => mustDisclose(state) && { disclose: true as const };
const think = (state: State, silent?: true): Step => [
  { ...state, phase: "thinking" },
  [
    {
      type: "think",
      ...(silent && { silent }),
      ...disclosing(state),
      ...(state.say !== undefined && { lead: state.say.line }),
    },
  ],
];
/** What the engine says itself comes before anything of a model's. */
const speak = (state: State): Step =>
  state.say === undefined || state.say.next === "think"
    ? think(state)
    : [{ ...state, phase: "thinking" }, [{ type: "say", line: state.say.line, ...disclosing(state) }]];

/** Silence takes nothing back, and is no yes. */
function thinkOfSilence(state: State): Step {
  if (state.optOut?.at === "standing") return speak(leave(state));
  const { optOut } = state;
  const on: State = optOut?.at === "asking" ? { ...state, optOut: { ...optOut, at: "declined" } } : state;
  return think({ ...on, round: 0 }, true);
}
const end = (state: State, reason: EndReason): Step => [
  { ...state, phase: "ended", endReason: reason },
  [{ type: "end", reason }],
];
const listen = (state: State): Step =>
  state.ending === null ? still({ ...state, phase: "listening" }) : end(state, state.ending);

/** The model has failed, and the caller was told: it is over, unless they want the human that they were offered. */
function modelFailed(before: State, { said, offersHuman }: Event & { type: "model_failed" }): Step {
  const state: State = {
    ...before,
    step: before.step + 1,
    pending: [],
    asking: undefined,
    undisclosed: undefined,
    say: undefined,
  };
  return then(keep(state, agentTurn(state, said)), (s) =>
    offersHuman ? still({ ...s, phase: "listening", failure: "offered" }) : end(s, "model_error"),
  );
}

/** What the caller says to the offer of a human. */
function answerOffer(state: State, text: string): Step {
  if (intentOf(text) !== "yes") return end(state, "model_error");
  const call: ToolCall = {
    id: `h${String(state.nextIndex).padStart(8, "0")}`,
    name: TRANSFER_TO_HUMAN,
    arguments: {},
    engine: true,
  };
  const transferring: State = { ...state, phase: "thinking", failure: "transferring", pending: [call] };
  return [transferring, [{ type: "run_tool", call }]];
}

/** The next thing once a step's words are said: its tools in order, then the end, another step, or the caller's turn. */
function goOn(state: State): Step {
  const [next] = state.pending;
  if (next !== undefined) return [{ ...state, phase: "thinking" }, [{ type: "run_tool", call: next }]];
  if (state.failure === "transferring") return end(state, state.ending ?? "model_error");
  if (state.say !== undefined) return speak(state);
  return state.ending !== null || state.round >= MAX_ROUNDS ? listen(state) : think(state);
}

/** Tells of each tool that was asked for and not answered that nobody knows what became of it, or that it was not run. */
function abandon(state: State, atMs: number, result: unknown = INTERRUPTED): Step {
  return state.pending.reduce<Step>(
    (step, call) => then(step, (s) => toolTurn(s, { call, ok: false, result, startMs: atMs, endMs: atMs })),
    still(state),
  );
}

/** The caller's turn. Only a process that died leaves the agent in the middle of its own; what it was about to do is then void. */
function callerTurn(state: State, { text, startMs, endMs }: Part, heeded: Heeded | null = null): Step {
  const answered = heeded?.isReply === true ? null : state.asking;
  const turn = {
    role: "caller" as const,
    text,
    start_ms: startMs,
    end_ms: endMs,
    interrupted: false,
    ...(answered !== undefined && { answers: answered }),
    ...(heeded?.aside !== undefined && { aside: heeded.aside }),
  };
  return keep({ ...state, round: 0 }, turn);
}

/** The caller's words are kept; the engine does what they ask of it, in the same breath, and else they are the model's. */
function callerSaid(before: State, event: Event & { type: "caller_said" }): Step {
  const { text, atMs, startMs = atMs, understood } = event;
  return then(abandon({ ...before, say: undefined }, atMs), (state) => {
    const heeded = understood === undefined ? null : heed(state, understood);
    const said = callerTurn(heeded?.state ?? state, { text, startMs, endMs: atMs }, heeded);
    const deed: Effect[] = heeded?.deed === undefined ? [] : [{ type: heeded.deed }];
    return then([said[0], [...said[1], ...deed]], (s) => {
      if (s.failure !== "offered") return goOn(s);
      if (heeded === null) return answerOffer(s, text);
      // Who asks for a person takes the offer; any other wish is answered instead of it.
      const asksForHuman = s.pending.some(({ engine }) => engine === true);
      return goOn({ ...s, failure: asksForHuman ? "transferring" : undefined });
    });
  });
}

/** A turn beside the conversation: it is kept, and whose turn it is stays as it was. */
const systemSaid = (state: State, { text, startMs, endMs, kind, interrupted = false }: Notice): Step =>
  keep(state, { role: "system", text, start_ms: startMs, end_ms: endMs, interrupted, notice: kind });

/** What somebody says as they hang up is heard, and answered by nobody. */
function hungUp(before: State, { atMs, reason, last, understood }: Event & { type: "hung_up" }): Step {
  return then(abandon(before, atMs), (state) => {
    const removes = understood !== undefined && removesAtEnd(state, understood);
    const gone: State = removes ? { ...state, optOut: { at: "standing", asked: 0 } } : state;
    const heeded: Heeded | null = removes ? { state: gone, aside: "opt_out" } : null;
    const heard: Step = last === undefined ? still(gone) : callerTurn(gone, last, heeded);
    const deed: Effect[] = removes ? [{ type: "suppress" }] : [];
    return then([heard[0], [...heard[1], ...deed]], (s) =>
      end(s, reason ?? leftBy(s, s.ending ?? "caller_hung_up")),
    );
  });
}

/** Whoever has been removed has left for that. */
const leftBy = ({ optOut }: State, reason: EndReason): EndReason =>
  optOut?.at === "standing" ? "opted_out" : reason;

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
    ...(said.engine === true && { aside: "opt_out" as const }),
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
  return then(agentBroke({ ...state, undisclosed, say: undefined }, event), listen);
}

/** What is left to be done behind a step: of one that claims what is not so, the opt-out alone. */
function agentSaid(before: State, said: Said): Step {
  const { claimed } = said;
  const pending = claimed === undefined ? said.calls : said.calls.filter(({ name }) => name === OPT_OUT);
  const state: State = {
    ...before,
    step: before.step + 1,
    round: before.round + 1,
    pending,
    failure: undefined,
  };
  // The engine's words put no question of the model's, and the one that stands still stands.
  const asking = said.engine === true ? state.asking : said.asking;
  const spoken: Step =
    said.text === ""
      ? still(state)
      : keep({ ...state, asking, undisclosed: undefined, say: undefined }, agentTurn(state, said));
  return then(spoken, (s) => {
    if (claimed !== undefined && pending.length === 0) return speak(answerClaim(s, claimed.hasNumber));
    return pending.length === 0 ? listen(s) : goOn(s);
  });
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
      ...(call.engine === true && { aside: "human" as const }),
    },
  );
}

const outcomeIn = (call: ToolCall): string | null => {
  const { outcome } = (call.arguments ?? {}) as { outcome?: unknown };
  return call.name === END_CALL && typeof outcome === "string" ? outcome : null;
};

function toolAnswered(state: State, event: Event & { type: "tool_answered" }): Step {
  const { call, ok, values, notice } = event;
  if (call.id !== state.pending[0]?.id) return still(state);
  const ending = ok ? (ENDING[call.name] ?? null) : null;
  const learnt: State = {
    ...state,
    values: { ...state.values, ...values },
    outcome: outcomeIn(call) ?? state.outcome,
    ending: ending ?? state.ending,
  };
  const noticed = notice === undefined ? still(learnt) : systemSaid(learnt, notice);
  if (call.name === OPT_OUT) return then(noticed, (s) => optedOut(s, event));
  const hasFailed = call.engine === true && !ok;
  return then(noticed, (s) => {
    const next: State = hasFailed
      ? { ...s, noHuman: true, say: { line: "human_unreachable", next: "think" } }
      : s;
    return then(toolTurn(next, event), goOn);
  });
}

/** The model has removed the caller: that is done here, and told to the caller; what else it wanted is void. */
function optedOut(state: State, event: Event & { type: "tool_answered" }): Step {
  const told = toolTurn(state, event);
  if (!event.ok) return then(told, (s) => goOn(withoutNumber(s)));
  const alone = then(told, (s) => abandon(s, event.endMs, NOT_RUN));
  return then([alone[0], [...alone[1], { type: "suppress" }]], (s) => {
    const next = removed({ ...s, ending: null }, event.ends !== true);
    return next.say === undefined ? listen(next) : speak(next);
  });
}

/** What the agent does counts while it is its turn. What comes from a turn that was cut off before is void. */
function agentActed(state: State, event: Event & { type: AgentEvent }): Step {
  switch (event.type) {
    case "agent_said":
      return agentSaid(state, event.said);
    case "agent_cut":
      return agentCut(state, event);
    case "model_failed":
      return modelFailed(state, event);
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
      return state.phase === "listening" ? end(state, leftBy(state, "inactivity")) : still(state);
    case "ran_out":
      return then(abandon(state, event.atMs), (s) => end(s, "max_duration"));
    case "hung_up":
      return hungUp(state, event);
  }
}

/** The engine's own tools: part of the history, not of the transcript that is shown. */
export const isEngineTool = (name: string): boolean => name === SAVE_VARIABLES || name === END_CALL;
