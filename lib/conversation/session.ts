import { scrubCards, scrubCardsInJson, type Values } from "@/lib/masking";
import { SAVE_VARIABLES } from "./model-contract";
import type { Effect, EndReason, Event, KeptTurn, State, ToolCall } from "./state";
import { type Scene, StepCut, think } from "./think";
import { isEngineTool, turn } from "./turn";
import { valuesFrom } from "./values";

export type ToolAnswer = { ok: boolean; result: unknown };

/** What a channel hears while a conversation moves. */
export type Listener = {
  /** The agent began a turn of this index. */
  onTurn?(index: number): void;
  onText?(index: number, delta: string): void;
  /** The turn of this index is complete. */
  onEnd?(index: number): void;
};

/** What the engine needs from outside. `keep` must have stored what it was given before it resolves. */
export type Ports = Listener & {
  keep(changed: readonly KeptTurn[], state: State, ended: EndReason | null): Promise<void>;
  runTool(call: ToolCall, signal: AbortSignal): Promise<ToolAnswer>;
  failed(error: unknown): void;
  /** Milliseconds since the call began. */
  now(): number;
  /** Aborting cuts the agent off: what it has said so far is kept, marked as interrupted. */
  signal: AbortSignal;
};

/** A conversation in memory: where it stands and all its turns. */
export type Conversation = { state: State; turns: KeptTurn[] };

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

const engineAnswer = (scene: Scene, call: ToolCall): { answer: ToolAnswer; values: Values } => ({
  answer: { ok: true, result: { ok: true } },
  values:
    call.name === SAVE_VARIABLES
      ? valuesFrom(scene.agent.variables, call.arguments, new Date(scene.startedAt))
      : {},
});

async function runTool(scene: Scene, call: ToolCall, ports: Ports): Promise<Event> {
  const startMs = ports.now();
  const own = isEngineTool(call.name) ? engineAnswer(scene, call) : null;
  const answer = own?.answer ?? (await ports.runTool(call, ports.signal));
  const values = own?.values ?? {};
  return {
    type: "tool_answered",
    call,
    ok: answer.ok,
    result: scrubCardsInJson(answer.result),
    values,
    startMs,
    endMs: ports.now(),
  };
}

async function step(scene: Scene, { state, turns }: Conversation, ports: Ports): Promise<Event> {
  const index = state.nextIndex;
  let begun = false;
  try {
    const onText = (delta: string) => {
      if (!begun) ports.onTurn?.(index);
      begun = true;
      ports.onText?.(index, delta);
    };
    const said = await think(scene, turns, { onText, signal: ports.signal, now: ports.now });
    if (begun) ports.onEnd?.(index);
    return { type: "agent_said", said };
  } catch (error) {
    if (error instanceof StepCut)
      return { type: "agent_cut", text: error.text, startMs: error.startMs, endMs: ports.now() };
    ports.failed(error);
    return { type: "model_failed" };
  }
}

/** What happens next, if the effects leave anything to do. At most one of them does. */
async function perform(
  scene: Scene,
  now: Conversation,
  effects: readonly Effect[],
  ports: Ports,
): Promise<Event | null> {
  for (const effect of effects) {
    if (effect.type === "think") return step(scene, now, ports);
    if (effect.type === "run_tool") return runTool(scene, effect.call, ports);
  }
  return null;
}

/**
 * Lets an event happen and runs what follows until the conversation waits for somebody or has ended. Each turn is
 * stored before anything further happens, so a crash loses none that was finished.
 */
export async function advance(
  scene: Scene,
  start: Conversation,
  first: Event,
  ports: Ports,
): Promise<Conversation> {
  let now = start;
  for (let event: Event | null = first; event !== null; ) {
    const [state, effects] = turn(now.state, event);
    const fresh = effects.flatMap((effect) => (effect.type === "keep" ? [effect.turn] : []));
    const { turns, changed } = absorb(now.turns, fresh);
    const ended = effects.find((effect) => effect.type === "end");
    now = { state, turns };
    await ports.keep(changed, state, ended?.reason ?? null);
    event = await perform(scene, now, effects, ports);
  }
  return now;
}
