import { generateText } from "ai";
import { ModelError } from "@/lib/agents/models";
import {
  findSpans,
  maskFairly,
  maskTranscript,
  type Span,
  type Turn,
  unreadableTurns,
  type Values,
  WITHHELD,
} from "@/lib/masking";
import { ownTurn } from "@/lib/platform/own-turn";
import { historyOf, userMessage } from "./history";
import { Conclusion, type ModelAgent, outcomeFor, outcomeTags, READING_MESSAGE } from "./model-contract";
import { concludePrompt, extractPrompt } from "./prompt";
import type { Scene } from "./scene";
import type { KeptTurn } from "./state";
import { parley } from "./think";
import { isEngineTool } from "./turn";
import { valuesFrom } from "./values";

/** The system's own outcome of a call that nobody could conclude (product.md, "Agents"). */
const FAILED = "failed";
/** A summary is two sentences; a model that goes on is cut. */
const MAX_SUMMARY = 2_000;

/**
 * What a conversation leaves behind. Without `spans` nobody has read it for values: its transcript then stays as it was
 * shown while the call ran, fail closed.
 */
export type Settled = { values: Values; spans: Span[] | null; conclusion: Conclusion };

/** Reads the one JSON object in a model's answer; models like to wrap it in words or a code block. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1));
  } catch {
    // The parser's own error quotes the answer.
    throw new ModelError("invalid_answer");
  }
}

/** What the model says of the end, with a tag that the agent has: the one chosen in the conversation, else the told one. */
function conclusionIn(answer: unknown, agent: ModelAgent, chosen: string | null): Conclusion {
  const told = Conclusion.safeParse(answer);
  if (!told.success) throw new ModelError("invalid_answer");
  const summary = told.data.summary.slice(0, MAX_SUMMARY);
  const outcome = [chosen, told.data.outcome].find((tag) => tag !== null && outcomeTags(agent).includes(tag));
  // Nobody knows what an invented tag stands for, so it stands for no success.
  return outcome === undefined || outcome === null
    ? { outcome: outcomeFor(agent, false), summary, successful: false }
    : { outcome, summary, successful: told.data.successful };
}

async function ask(
  scene: Scene,
  task: "extract" | "conclude",
  turns: readonly KeptTurn[],
  system: string,
  signal: AbortSignal,
): Promise<unknown> {
  await ownTurn();
  const { text } = await generateText({
    model: scene.model,
    system,
    messages: [...historyOf(turns), userMessage(READING_MESSAGE)],
    providerOptions: parley(scene, task) as never,
    abortSignal: signal,
    maxRetries: 0,
  });
  return jsonIn(text);
}

/** The turns as whoever writes the summary may read them: every variable's value is masked, sensitive or not yet. */
function maskedTurns(turns: readonly KeptTurn[], spans: readonly Span[], scene: Scene): KeptTurn[] {
  const names = new Set(scene.agent.variables.map((v) => v.name));
  const shown = maskTranscript(turns as readonly Turn[], spans, names);
  const unreadable = new Set(unreadableTurns(turns, scene.agent.language));
  return turns.flatMap((kept, i) => {
    const { speaks: _speaks, ...rest } = kept;
    if (!unreadable.has(kept.index)) return [{ ...rest, ...shown[i] } as KeptTurn];
    return kept.text === null ? [] : [{ ...rest, text: WITHHELD }];
  });
}

/**
 * Reads a finished conversation: the values by the model's own reading of it, over what was noted while it ran; every
 * place where a value comes out; and, from the masked turns alone, outcome and summary. Throws when the model fails.
 */
export async function settle(
  scene: Scene,
  turns: readonly KeptTurn[],
  noted: Values,
  chosen: string | null,
  signal: AbortSignal,
): Promise<Settled> {
  const { agent } = scene;
  const now = new Date(scene.startedAt);
  const read =
    agent.variables.length === 0
      ? {}
      : await ask(scene, "extract", turns, extractPrompt(agent, scene.startedAt, scene.timeZone), signal);
  const values = { ...noted, ...valuesFrom(agent.variables, read, now) };
  await ownTurn();
  const find = () => findSpans(turns, values, agent.variables);
  const spans = await maskFairly(scene.workspaceId, find, "always");
  // A conversation that is too long to be read for values is not shown to the model either.
  if (spans === null) return settleWithoutModel(scene, values, chosen);
  const told = await ask(scene, "conclude", maskedTurns(turns, spans, scene), concludePrompt(agent), signal);
  return { values, spans, conclusion: conclusionIn(told, agent, chosen) };
}

/** Settles without the model, when it failed for good: what was noted and chosen stays, and nothing is uncovered. */
export function settleWithoutModel({ agent }: Scene, noted: Values, chosen: string | null): Settled {
  const known = chosen !== null && outcomeTags(agent).includes(chosen);
  return {
    values: noted,
    spans: null,
    conclusion: {
      outcome: known ? chosen : FAILED,
      summary: "The conversation could not be read to its end.",
      successful: known && chosen === outcomeFor(agent, true),
    },
  };
}

/** The turns that are shown: without the engine's own notes. */
export const isShown = (turn: Turn): boolean => turn.tool === undefined || !isEngineTool(turn.tool.name);
