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
import {
  type DialogContext,
  knownVariables,
  MAX_ASKS,
  type Phase,
  type State,
  toolOf,
  variableOf,
} from "./state";

/** One step of the model: tools without words, or words, with `end_call` behind the last ones. */
export type Reply = ParleyMetadata & {
  text: string;
  calls: { name: string; input: Record<string, Value> }[];
};

type Sentence = Part[];
type Say = (state: State, dialog: DialogContext) => Sentence[];

const words = (text: string): Sentence[] => (text === "" ? [] : [[text]]);

function item(name: string, state: State, dialog: DialogContext): Sentence {
  const variable = variableOf(dialog, name);
  const value = state.values[name];
  if (!variable || value === undefined) return [];
  const spokenValue = sayValue(variable, value, dialog.now, dialog.script);
  return fill(dialog.script.readBack.item, {
    label: [label(name)],
    value: [{ variable: name, spokenText: spokenValue }],
  });
}

const items = (names: readonly string[], state: State, dialog: DialogContext): Sentence =>
  names.flatMap((name, i) => [...(i > 0 ? [", "] : []), ...item(name, state, dialog)]);

/** The moment of a call back; each half is the value of a variable where it comes from one. */
function moment(state: State, dialog: DialogContext): Sentence {
  const slot = callbackSlot(state, dialog);
  const part = (type: "date" | "time", spokenValue: string): Part => {
    const ownVariables = dialog.agent.variables.filter((v) => v.type === type);
    const variable = state.callback[type] === null && ownVariables.length === 1 ? ownVariables[0] : undefined;
    return variable ? { variable: variable.name, spokenText: spokenValue } : spokenValue;
  };
  return fill(dialog.script.values.moment, {
    day: slot.date ? [part("date", sayDate(slot.date, dialog.now, dialog.script))] : [],
    time: slot.time ? [part("time", sayTime(slot.time, dialog.script))] : [],
  });
}

const sayLine = (line: Line, state: State, dialog: DialogContext): Sentence =>
  fill(dialog.script.lines[line], { moment: moment(state, dialog) });

const askWhich = (script: Script, state: State, dialog: DialogContext, form: number): Sentence =>
  fill(script.whichIsWrong[form - 1] ?? script.whichIsWrong.at(-1) ?? "", {
    labels: listed(
      knownVariables(state, dialog).map((v) => [label(v.name)]),
      script.questions.or,
    ),
  });

const formOf = (phase: Phase): number => ("form" in phase ? phase.form : 1);

/** The sentences of each phase: its question, or the last words. */
const SAYS: Record<Phase["at"], Say> = {
  asking: (state, dialog) => {
    const variable = state.phase.at === "asking" ? variableOf(dialog, state.phase.variable) : undefined;
    return variable
      ? words(questionFor(variable, Math.min(formOf(state.phase), MAX_ASKS), dialog.script))
      : [];
  },
  confirming: (state, dialog) => {
    const { first, repeated } = dialog.script.readBack;
    if (formOf(state.phase) > 1) return [[repeated]];
    return [
      fill(first, {
        items: items(
          knownVariables(state, dialog).map((v) => v.name),
          state,
          dialog,
        ),
      }),
    ];
  },
  correcting: (state, dialog) => [askWhich(dialog.script, state, dialog, formOf(state.phase))],
  callback: (state, dialog) => [
    [callbackSlot(state, dialog).date ? dialog.script.callback.time : dialog.script.callback.when],
  ],
  open: (state, dialog) => (state.opened ? [] : [[dialog.script.greeting.help]]),
  closing: (state, dialog) => {
    const done = state.phase.at === "closing" && state.phase.successful;
    const corrected =
      state.corrected.length > 0
        ? [fill(dialog.script.readBack.corrected, { items: items(state.corrected, state, dialog) })]
        : [];
    return [...corrected, [done ? dialog.script.closing.successful : dialog.script.closing.unsuccessful]];
  },
  ended: () => [],
};

/** The variable whose value the caller's next words may hold. At a read-back: the first sensitive one, to fail closed. */
function askingOf(state: State, dialog: DialogContext): string | null {
  const { phase } = state;
  if (phase.at === "asking") return phase.variable;
  if (phase.at === "callback") return dialog.agent.variables.find((v) => v.type === "time")?.name ?? null;
  if (phase.at !== "confirming" && phase.at !== "correcting") return null;
  return knownVariables(state, dialog).find((v) => v.sensitive)?.name ?? null;
}

type Expects = NonNullable<ParleyMetadata["expects"]>;

/** The expected kind of answer, for the transcriber. */
function expectsOf(state: State, dialog: DialogContext): Expects {
  const { phase } = state;
  switch (phase.at) {
    case "confirming":
      return { kind: "yes_no" };
    case "correcting":
      return { kind: "choice", choices: knownVariables(state, dialog).map((v) => label(v.name)) };
    case "callback":
      return { kind: callbackSlot(state, dialog).date ? "time" : "date" };
    case "asking": {
      const variable = variableOf(dialog, phase.variable);
      if (variable === undefined) return { kind: "open" };
      if (variable.type === "string") return { kind: expectsDigits(variable) ? "digits" : "text" };
      if (variable.type === "choice") return { kind: "choice", choices: variable.choices ?? [] };
      return { kind: variable.type === "boolean" ? "yes_no" : variable.type };
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
    Object.entries(state.values).filter(([name, value]) => state.saved[name] !== value),
  );
}

/** The tool that runs before anything is said: what was learnt is noted first, then what the caller or the end asks for. */
function pendingTool(
  state: State,
  dialog: DialogContext,
): { name: string; input: Record<string, Value> } | null {
  const news = unsaved(state);
  if (Object.keys(news).length > 0) return { name: SAVE_VARIABLES, input: news };
  const requestedTool = state.requestedTool === null ? undefined : toolOf(dialog, state.requestedTool);
  const input = requestedTool && argumentsFor(requestedTool, state, dialog);
  if (requestedTool && input) return { name: requestedTool.name, input };
  return state.phase.at === "closing" && state.phase.successful && state.confirmed
    ? dueTool(state, dialog)
    : null;
}

/** The words of a step. An agent that is asked again though it has the last word wonders who is there. */
function speak(state: State, dialog: DialogContext): Speech {
  const isAgain = state.opened && state.hasSpoken;
  // The last words were said already: what is left is to hang up.
  if (isAgain && state.phase.at === "closing") return { text: "", speaks: [] };
  const lines: Line[] = isAgain && state.phase.at !== "ended" ? ["stillThere"] : state.say;
  return compose([
    ...(state.opened ? [] : [[greeting(dialog)]]),
    ...lines.map((line) => sayLine(line, state, dialog)),
    ...SAYS[state.phase.at](state, dialog),
  ]);
}

function endCall({ phase }: State, dialog: DialogContext): Reply["calls"] {
  if (phase.at !== "closing") return [];
  return [{ name: END_CALL, input: { outcome: outcomeFor(dialog.agent, phase.successful) } }];
}

/** The model's next step in a state. */
export function reply(state: State, dialog: DialogContext): Reply {
  const tool = pendingTool(state, dialog);
  if (tool) return toolsOnly(tool.name, tool.input);
  return {
    ...speak(state, dialog),
    asking: askingOf(state, dialog),
    expects: expectsOf(state, dialog),
    calls: endCall(state, dialog),
  };
}
