import { maskFairly, scrubCards, scrubCardsInJson, type Values } from "@/lib/masking";
import { ownTurn } from "@/lib/platform/own-turn";
import { holdDuring } from "./hold-during";
import { limitEvent } from "./limit-event";
import { OPT_OUT, SAVE_VARIABLES } from "./model-contract";
import type { Conversation, Ports, ToolAnswer } from "./ports";
import type { Scene } from "./scene";
import { cutOff, type Stored, sayLine, step } from "./speak";
import type { Deed, Effect, Event, KeptTurn, State, ToolCall } from "./state";
import { storing } from "./storing";
import { isEngineTool, turn } from "./turn";
import { isUndo, understood } from "./understood";
import { valuesFrom } from "./values";

/** Takes in new turns; a payment card that one completes is taken out of every turn for good. */
function absorb(
  turns: readonly KeptTurn[],
  fresh: readonly KeptTurn[],
): { turns: KeptTurn[]; changed: KeptTurn[] } {
  const { turns: scrubbed, hits } = scrubCards([...turns, ...fresh]);
  const touched = new Set([...hits, ...fresh.map((t) => t.index)]);
  return {
    turns: scrubbed as KeptTurn[],
    changed: (scrubbed as KeptTurn[]).filter((t) => touched.has(t.index)),
  };
}

/** Notes what is a value of its variable's type, and tells the model what is not, so that it asks again. */
function saveVariables({ agent, startedAt }: Scene, given: unknown): { answer: ToolAnswer; values: Values } {
  const values = valuesFrom(agent.variables, given, new Date(startedAt));
  const named = typeof given === "object" && given !== null ? Object.keys(given) : [];
  const refused = agent.variables
    .map(({ name }) => name)
    .filter((name) => named.includes(name) && !(name in values));
  const unknown = named.length - Object.keys(values).length - refused.length;
  const ok = refused.length === 0 && unknown === 0 && named.length > 0;
  return { answer: { ok, result: ok ? { ok } : { ok, not_valid: refused } }, values };
}

/** What a model is told that removes a caller who has no number here. */
const NO_NUMBER = {
  ok: false,
  result: { error: { code: "no_number", message: "There is no number to remove. Nothing was done." } },
};

function engineAnswer(scene: Scene, call: ToolCall): { answer: ToolAnswer; values: Values } | null {
  // The number is suppressed in the transaction that keeps the tool's turn.
  if (call.name === OPT_OUT)
    return {
      answer: scene.reach.number ? { ok: true, result: { suppressed: true } } : NO_NUMBER,
      values: {},
    };
  if (!isEngineTool(call.name)) return null;
  if (call.name === SAVE_VARIABLES) return saveVariables(scene, call.arguments);
  return { answer: { ok: true, result: { ok: true } }, values: {} };
}

async function runTool(scene: Scene, call: ToolCall, ports: Ports, stored: Stored): Promise<Event> {
  const startMs = ports.now();
  const own = engineAnswer(scene, call);
  // What acts outside acts upon what is stored; the engine's own notes can be made again.
  if (own === null) await stored();
  const { answer, notice } =
    own === null ? await holdDuring(scene, call, ports) : { answer: own.answer, notice: null };
  return {
    type: "tool_answered",
    call,
    ok: answer.ok,
    result: scrubCardsInJson(answer.result),
    values: own?.values ?? {},
    ...(notice !== null && { notice }),
    startMs,
    endMs: ports.now(),
    ...(call.name === OPT_OUT && !scene.reach.suppressed && { ends: true }),
  };
}

/** What happens next, if the effects leave anything to do. At most one of them does. */
async function perform(
  scene: Scene,
  now: Conversation,
  effects: readonly Effect[],
  ports: Ports,
  stored: Stored,
): Promise<Event | null> {
  for (const effect of effects) {
    if (effect.type === "think") return step(scene, now, ports, stored, effect);
    if (effect.type === "say") return sayLine(scene, now, ports, stored, effect);
    if (effect.type === "run_tool") {
      // Whoever cut the agent off wants none of what it was still about to do.
      if (ports.signal.aborted)
        return cutOff(scene, now, { text: "", startMs: ports.now(), endMs: ports.now() });
      return runTool(scene, effect.call, ports, stored);
    }
  }
  return null;
}

/** What the engine itself makes of what a caller says goes along with it. */
async function withUnderstood(scene: Scene, state: State, event: Event, ports: Ports): Promise<Event> {
  if (event.type === "caller_said") {
    const heard = understood(scene, state, event.text);
    if (!isUndo(state, heard)) return { ...event, understood: heard };
    const isSuppressedElsewhere = (await ports.isSuppressedElsewhere?.()) ?? false;
    return { ...event, understood: { ...heard, isSuppressedElsewhere } };
  }
  if (event.type === "hung_up" && event.last !== undefined)
    return { ...event, understood: understood(scene, state, event.last.text) };
  return event;
}

/** A turn of the caller's this long takes some milliseconds to understand, and as many to answer. */
const LONG_TURN_CHARS = 1_000;
/** Lets other requests go first between two parts of the work on a long turn. */
const betweenParts = async (event: Event): Promise<void> => {
  if (event.type === "caller_said" && event.text.length > LONG_TURN_CHARS) await ownTurn();
};

const isDeed = (effect: Effect): effect is Effect & { type: Deed } =>
  effect.type === "suppress" || effect.type === "lift";

/**
 * Lets an event happen and runs what follows until the conversation waits for somebody or has ended. Each turn is
 * stored as it is finished, and before anybody hears what follows upon it, a tool acts upon it, or this resolves: so a
 * crash loses none, and what was heard has its ground in what is stored. Where something cannot be stored this rejects,
 * and nothing more is said.
 */
export async function advance(
  scene: Scene,
  start: Conversation,
  first: Event,
  ports: Ports,
): Promise<Conversation> {
  let now = start;
  const unstored = new AbortController();
  const store = storing(ports.keep, () => unstored.abort());
  const signal = AbortSignal.any([ports.signal, unstored.signal]);
  const begun = await withUnderstood(scene, start.state, limitEvent(first), ports);
  await betweenParts(begun);
  for (let event: Event | null = begun; event !== null; ) {
    const [state, effects] = turn(now.state, limitEvent(event));
    const fresh = effects.flatMap((effect) => (effect.type === "keep" ? [effect.turn] : []));
    const before = now.turns;
    const { turns, changed } = await maskFairly(scene.workspaceId, () => absorb(before, fresh), "always");
    const ended = effects.find((effect) => effect.type === "end");
    now = { state, turns };
    const deeds = effects.filter(isDeed).map(({ type }) => type);
    store.add(changed, state, ended?.reason ?? null, deeds);
    await betweenParts(event);
    event = await perform(scene, now, effects, { ...ports, signal }, store.all);
  }
  await store.all();
  return now;
}
