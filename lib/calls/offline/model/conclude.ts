import type { LanguageModelV3CallOptions } from "@ai-sdk/provider";
import {
  type Conclusion,
  END_CALL,
  outcomeFor,
  outcomeTags,
  type ParleyOptions,
} from "@/lib/calls/conversation/model-contract";
import { eventsIn, replay } from "./replay";
import { fill, label, listed } from "./speech";
import { isKnown, reached, required, type State, type Values, type World } from "./state";

/** Task `extract`: the values that the history gives, known ones included. */
export function extract(parley: ParleyOptions, options: LanguageModelV3CallOptions, clock: Date): Values {
  const { world, state } = replay(parley, options, clock);
  const names = world.agent.variables.filter((v) => isKnown(state, v.name)).map((v) => v.name);
  return Object.fromEntries(
    names.flatMap((name) => (state.known[name] === undefined ? [] : [[name, state.known[name]]])),
  );
}

const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const names = (list: readonly string[], world: World): string =>
  listed(
    list.map((name) => [`the ${label(name)}`]),
    world.script.questions.and,
  ).join("");

/** First sentence: which of the questions were answered. Names alone, never a value. */
function aboutAnswers(state: State, world: World): string {
  const { summary } = world.script;
  const all = world.agent.variables.filter((v) => v.required || isKnown(state, v.name)).map((v) => v.name);
  if (all.length === 0) return summary.talked;
  const given = all.filter((name) => isKnown(state, name));
  if (given.length === 0) return fill(summary.nothing, { items: [names(all, world)] }).join("");
  const missing = all.filter((name) => !isKnown(state, name));
  const but = missing.length === 0 ? "" : fill(summary.missing, { items: [names(missing, world)] }).join("");
  return `${fill(summary.gave, { items: [names(given, world)] }).join("")}${but}${state.confirmed ? summary.confirmed : ""}`;
}

/** Second sentence: what was done or wished, if anything. */
function aboutDeeds(state: State, world: World): string {
  const { summary, questions } = world.script;
  const tools = Object.entries(state.tools).filter(([, result]) => result !== "called");
  const deeds = [
    ...tools.map(([name, result]) =>
      fill(result === "ok" ? summary.ran : summary.failed, { items: [label(name)] }).join(""),
    ),
    ...(state.askedHuman ? [summary.human] : []),
  ];
  return listed(
    deeds.map((deed) => [deed]),
    questions.and,
  ).join("");
}

/** The outcome that the agent ended the call with, else what the dialogue had reached when it broke off. */
function outcomeOf(options: LanguageModelV3CallOptions, state: State, world: World): string {
  const ended = eventsIn(options.prompt).findLast((e) => e.type === "tool_called" && e.name === END_CALL);
  const input = ended?.type === "tool_called" ? ended.input : null;
  const tag = typeof input === "object" && input !== null && "outcome" in input ? input.outcome : null;
  if (typeof tag === "string" && outcomeTags(world.agent).includes(tag)) return tag;
  const talked = required(world).length > 0 || state.free > 0;
  return outcomeFor(world.agent, talked && reached(state, world));
}

/** Task `conclude`: from the masked history. The summary names variables and tools and quotes nothing. */
export function conclude(
  parley: ParleyOptions,
  options: LanguageModelV3CallOptions,
  clock: Date,
): Conclusion {
  const { world, state } = replay(parley, options, clock);
  const outcome = outcomeOf(options, state, world);
  const sentences = [aboutAnswers(state, world), aboutDeeds(state, world)].filter((s) => s !== "");
  return {
    outcome,
    summary: sentences.map((s) => `${upperFirst(s)}.`).join(" "),
    successful: outcome === outcomeFor(world.agent, true),
  };
}
