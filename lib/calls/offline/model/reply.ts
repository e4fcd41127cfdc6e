import {
  END_CALL,
  outcomeFor,
  type ParleyMetadata,
  SAVE_VARIABLES,
} from "@/lib/calls/conversation/model-contract";
import { expectsDigits, type Value } from "@/lib/calls/conversation/understand";
import { argumentsFor, callbackSlot, dueTool } from "./arguments";
import { greeting } from "./greeting";
import type { Line, Script } from "./phrases";
import { questionFor } from "./questions";
import { compose, fill, label, listed, type Part, type Speech, sayDate, sayTime, sayValue } from "./speech";
import { knownVariables, MAX_ASKS, type Phase, type State, toolOf, variableOf, type World } from "./state";

/** One step of the model: tools without words, or words, with `end_call` behind the last ones. */
export type Reply = ParleyMetadata & {
  text: string;
  calls: { name: string; input: Record<string, Value> }[];
};

type Sentence = Part[];
type Say = (state: State, world: World) => Sentence[];

const words = (text: string): Sentence[] => (text === "" ? [] : [[text]]);

function item(name: string, state: State, world: World): Sentence {
  const variable = variableOf(world, name);
  const value = state.known[name];
  if (!variable || value === undefined) return [];
  const said = sayValue(variable, value, world.now, world.script);
  return fill(world.script.readBack.item, { label: [label(name)], value: [{ variable: name, said }] });
}

const items = (names: readonly string[], state: State, world: World): Sentence =>
  names.flatMap((name, i) => [...(i > 0 ? [", "] : []), ...item(name, state, world)]);

/** The moment of a call back; each half is the value of a variable where it comes from one. */
function moment(state: State, world: World): Sentence {
  const slot = callbackSlot(state, world);
  const part = (type: "date" | "time", said: string): Part => {
    const own = world.agent.variables.filter((v) => v.type === type);
    const variable = state.callback[type] === null && own.length === 1 ? own[0] : undefined;
    return variable ? { variable: variable.name, said } : said;
  };
  return fill(world.script.values.moment, {
    day: slot.date ? [part("date", sayDate(slot.date, world.now, world.script))] : [],
    time: slot.time ? [part("time", sayTime(slot.time, world.script))] : [],
  });
}

const sayLine = (line: Line, state: State, world: World): Sentence =>
  fill(world.script.lines[line], { moment: moment(state, world) });

const which = (script: Script, state: State, world: World, form: number): Sentence =>
  fill(script.which[form - 1] ?? script.which.at(-1) ?? "", {
    labels: listed(
      knownVariables(state, world).map((v) => [label(v.name)]),
      script.questions.or,
    ),
  });

const formOf = (phase: Phase): number => ("form" in phase ? phase.form : 1);

/** What each phase says: its question, or the last words. */
const SAYS: Record<Phase["at"], Say> = {
  asking: (state, world) => {
    const variable = state.phase.at === "asking" ? variableOf(world, state.phase.variable) : undefined;
    return variable
      ? words(questionFor(variable, Math.min(formOf(state.phase), MAX_ASKS), world.script))
      : [];
  },
  confirming: (state, world) => {
    const { first, again } = world.script.readBack;
    if (formOf(state.phase) > 1) return [[again]];
    return [
      fill(first, {
        items: items(
          knownVariables(state, world).map((v) => v.name),
          state,
          world,
        ),
      }),
    ];
  },
  correcting: (state, world) => [which(world.script, state, world, formOf(state.phase))],
  callback: (state, world) => [
    [callbackSlot(state, world).date ? world.script.callback.time : world.script.callback.when],
  ],
  open: (state, world) => (state.opened ? [] : [[world.script.greeting.help]]),
  closing: (state, world) => {
    const done = state.phase.at === "closing" && state.phase.successful;
    const corrected =
      state.corrected.length > 0
        ? [fill(world.script.readBack.corrected, { items: items(state.corrected, state, world) })]
        : [];
    return [...corrected, [done ? world.script.closing.successful : world.script.closing.unsuccessful]];
  },
  ended: () => [],
};

/** The variable whose value the caller's next words may hold. At a read-back: the first sensitive one, to fail closed. */
function askingOf(state: State, world: World): string | null {
  const { phase } = state;
  if (phase.at === "asking") return phase.variable;
  if (phase.at === "callback") return world.agent.variables.find((v) => v.type === "time")?.name ?? null;
  if (phase.at !== "confirming" && phase.at !== "correcting") return null;
  return knownVariables(state, world).find((v) => v.sensitive)?.name ?? null;
}

type Expects = NonNullable<ParleyMetadata["expects"]>;

/** What kind of answer the question wants: for whoever has to hear it. */
function expectsOf(state: State, world: World): Expects {
  const { phase } = state;
  switch (phase.at) {
    case "confirming":
      return { kind: "yes_no" };
    case "correcting":
      return { kind: "choice", choices: knownVariables(state, world).map((v) => label(v.name)) };
    case "callback":
      return { kind: callbackSlot(state, world).date ? "time" : "date" };
    case "asking": {
      const asked = variableOf(world, phase.variable);
      if (asked === undefined) return { kind: "open" };
      if (asked.type === "string") return { kind: expectsDigits(asked) ? "digits" : "text" };
      if (asked.type === "choice") return { kind: "choice", choices: asked.choices ?? [] };
      return { kind: asked.type === "boolean" ? "yes_no" : asked.type };
    }
    default:
      return { kind: "open" };
  }
}

const toolsOnly = (name: string, input: Record<string, Value>): Reply => ({
  text: "",
  asking: null,
  speaks: [],
  calls: [{ name, input }],
});

function unsaved(state: State): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(state.known).filter(([name, value]) => state.saved[name] !== value),
  );
}

/** The tool that runs before anything is said: what was learnt is noted first, then what the caller or the end asks for. */
function pendingTool(state: State, world: World): { name: string; input: Record<string, Value> } | null {
  const news = unsaved(state);
  if (Object.keys(news).length > 0) return { name: SAVE_VARIABLES, input: news };
  const wanted = state.wanted === null ? undefined : toolOf(world, state.wanted);
  const input = wanted && argumentsFor(wanted, state, world);
  if (wanted && input) return { name: wanted.name, input };
  return state.phase.at === "closing" && state.phase.successful && state.confirmed
    ? dueTool(state, world)
    : null;
}

/** The words of a step. An agent that is asked again though it has the last word wonders who is there. */
function speak(state: State, world: World): Speech {
  const again = state.opened && state.spoken;
  // The last words were said already: what is left is to hang up.
  if (again && state.phase.at === "closing") return { text: "", speaks: [] };
  const lines: Line[] = again && state.phase.at !== "ended" ? ["stillThere"] : state.say;
  return compose([
    ...(state.opened ? [] : [[greeting(world)]]),
    ...lines.map((line) => sayLine(line, state, world)),
    ...SAYS[state.phase.at](state, world),
  ]);
}

function endCall({ phase }: State, world: World): Reply["calls"] {
  if (phase.at !== "closing") return [];
  return [{ name: END_CALL, input: { outcome: outcomeFor(world.agent, phase.successful) } }];
}

/** What the model does next in a state. */
export function reply(state: State, world: World): Reply {
  const tool = pendingTool(state, world);
  if (tool) return toolsOnly(tool.name, tool.input);
  return {
    ...speak(state, world),
    asking: askingOf(state, world),
    expects: expectsOf(state, world),
    calls: endCall(state, world),
  };
}
