import { generateText } from "ai";
import { findSpans, maskTranscript, type Span, type Turn, type Values } from "@/lib/masking";
import { historyOf } from "./history";
import { Conclusion, outcomeFor, outcomeTags, READING_MESSAGE } from "./model-contract";
import { concludePrompt, extractPrompt } from "./prompt";
import type { KeptTurn } from "./state";
import { parley, type Scene } from "./think";
import { isEngineTool } from "./turn";
import { valuesFrom } from "./values";

/** What a conversation leaves behind. */
export type Settled = { values: Values; spans: Span[]; conclusion: Conclusion; withheld: number[] };

/** Reads the one JSON object in a model's answer; models like to wrap it in words or a code block. */
function jsonIn(text: string): unknown {
  const from = text.indexOf("{");
  const to = text.lastIndexOf("}");
  if (from < 0 || to < from) throw new Error("The model's answer holds no JSON object.");
  return JSON.parse(text.slice(from, to + 1));
}

async function ask(
  scene: Scene,
  task: "extract" | "conclude",
  turns: readonly KeptTurn[],
  system: string,
  signal: AbortSignal,
): Promise<unknown> {
  const { text } = await generateText({
    model: scene.model,
    system,
    messages: [
      ...historyOf(turns),
      { role: "user", content: READING_MESSAGE },
    ],
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
  return turns.map((kept, i) => {
    const { speaks: _speaks, ...rest } = kept;
    return { ...rest, ...shown[i] } as KeptTurn;
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
      : await ask(scene, "extract", turns, extractPrompt(agent, scene.startedAt), signal);
  const values = { ...noted, ...valuesFrom(agent.variables, read, now) };
  const spans = findSpans(turns, values, agent.variables);
  const told = Conclusion.parse(
    await ask(scene, "conclude", maskedTurns(turns, spans, scene), concludePrompt(agent), signal),
  );
  const tags = outcomeTags(agent);
  const outcome =
    [chosen, told.outcome].find((tag) => tag !== null && tags.includes(tag)) ?? outcomeFor(agent, false);
  return { values, spans, conclusion: { ...told, outcome }, withheld: [] };
}

/**
 * Settles without the model, when it failed for good: what was noted stays, and every caller turn of which it is not
 * certain that it answered nothing sensitive stays withheld, as nobody has read it.
 */
export function settleWithoutModel(
  scene: Scene,
  turns: readonly KeptTurn[],
  noted: Values,
  sensitive: ReadonlySet<string>,
): Settled {
  const decided = (t: KeptTurn) =>
    t.answers === null || (t.answers !== undefined && !sensitive.has(t.answers));
  const withheld = turns
    .filter((t) => sensitive.size > 0 && (t.role === "tool" || (t.role === "caller" && !decided(t))))
    .map((t) => t.index);
  return {
    values: noted,
    spans: findSpans(turns, noted, scene.agent.variables),
    conclusion: {
      outcome: "failed",
      summary: "The conversation could not be read to its end.",
      successful: false,
    },
    withheld,
  };
}

/** The turns that are shown: without the engine's own notes. */
export const isShown = (turn: Turn): boolean => turn.tool === undefined || !isEngineTool(turn.tool.name);
