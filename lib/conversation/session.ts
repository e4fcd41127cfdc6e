import { scrubCards, scrubCardsInJson, type Values } from "@/lib/masking";
import { disclosureOf, isUndisclosed, saidBehind } from "./disclosure";
import { tellOfFailure } from "./failed-model";
import { holdDuring } from "./hold-during";
import { SAVE_VARIABLES } from "./model-contract";
import type { Delays, Effect, EndReason, Event, KeptTurn, Part, Said, State, ToolCall } from "./state";
import { storing } from "./storing";
import { type Scene, StepBroken, think } from "./think";
import { isEngineTool, MAX_ROUNDS, turn } from "./turn";
import { valuesFrom } from "./values";

export type ToolAnswer = { ok: boolean; result: unknown };

/** What a channel hears while a conversation moves. */
export type Listener = {
  /** The agent begins a turn behind what there is of the conversation. */
  onTurn?(before: Conversation): void;
  onText?(delta: string): void;
  /** The turn is complete. */
  onEnd?(): void;
};

/**
 * How much of a step's words came to the caller: all (`whole`), or what had been heard when the agent was cut off.
 * `latencyMs`: from the caller's last word to the first of these.
 */
export type Played = Part & { whole: boolean; latencyMs: number | null; delays?: Delays };

/**
 * What the engine needs from outside. `keep` must have stored what it was given before it resolves; it is asked for one
 * write at a time.
 */
export type Ports = Listener & {
  keep(changed: readonly KeptTurn[], state: State, ended: EndReason | null): Promise<void>;
  runTool(call: ToolCall, signal: AbortSignal): Promise<ToolAnswer>;
  /**
   * Where words take time to be said: resolves once those of this step have been, or the signal cut them off. `said` is
   * null where the model broke off in between. Asked only where there were words.
   */
  played?(said: Said | null): Promise<Played>;
  /** Where silence is noticed: says something of the engine's; resolves to whether it was heard to its end. */
  hold?(text: string): Promise<boolean>;
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

function engineAnswer(scene: Scene, call: ToolCall): { answer: ToolAnswer; values: Values } | null {
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
  };
}

/** The agent was cut off when so much had been heard. */
const cutOff = (scene: Scene, { turns }: Conversation, { text, startMs, endMs }: Part): Event => ({
  type: "agent_cut",
  text,
  startMs,
  endMs,
  ...(isUndisclosed(scene.agent, turns, text) && { undisclosed: true }),
});

/** What the model said, as it was heard. */
function heard(scene: Scene, before: Conversation, said: Said, played: Played | undefined): Event {
  if (played === undefined) return { type: "agent_said", said };
  const { text, startMs, endMs, latencyMs, whole, delays } = played;
  if (!whole) return cutOff(scene, before, played);
  return {
    type: "agent_said",
    said: { ...said, text, startMs, endMs, latencyMs, ...(delays && { delays }) },
  };
}

type Thinking = Effect & { type: "think" };
/** Resolves once all that has happened so far is stored. */
type Stored = () => Promise<void>;

/** Holds back what a channel is to hear until all before it is stored, and then passes it on in order. */
function behind(stored: Promise<void>) {
  let held: (() => void)[] | null = [];
  const open = stored.then(() => {
    const waiting = held ?? [];
    held = null;
    for (const pass of waiting) pass();
  });
  // Whoever waits for it hears of it too.
  open.catch(() => undefined);
  return {
    pass: (what: () => void) => (held === null ? what() : void held.push(what)),
    open: () => open,
  };
}

/** The words of one step, on their way to the channel. */
function utterance(before: Conversation, ports: Ports, stored: Stored, told: string) {
  let begun = false;
  // The model thinks while what it answers is being stored; nobody hears a word of it before that is.
  const gate = behind(stored());
  return {
    say(delta: string): void {
      const first = !begun;
      begun = true;
      gate.pass(() => {
        if (first) ports.onTurn?.(before);
        if (first && told !== "") ports.onText?.(told);
        ports.onText?.(delta);
      });
    },
    hasBegun: () => begun,
    /** Resolves once all of it has been heard, or it was cut off. `said` is null where the model broke off. */
    async heard(said: Said | null): Promise<Played | undefined> {
      if (!begun) return undefined;
      await gate.open();
      if (said !== null) ports.onEnd?.();
      return ports.played?.(said);
    },
  };
}
type Utterance = ReturnType<typeof utterance>;

/** The agent was cut off, or its model has failed, which the caller is told. */
async function broken(
  scene: Scene,
  before: Conversation,
  ports: Ports,
  { told, words, error }: { told: string; words: Utterance; error: StepBroken },
): Promise<Event> {
  const { text, startMs, cause } = error;
  if (cause === undefined) {
    const cut = words.hasBegun() ? told + text : text;
    const played = await words.heard(null);
    return cutOff(scene, before, played ?? { text: cut, startMs, endMs: ports.now() });
  }
  ports.failed(cause);
  const soFar = { text: told + text, startMs, endMs: ports.now() };
  return tellOfFailure(scene, soFar, words.say, async (said) =>
    heard(scene, before, said, await words.heard(said)),
  );
}

async function step(
  scene: Scene,
  before: Conversation,
  ports: Ports,
  stored: Stored,
  { silent, disclose }: Thinking,
): Promise<Event> {
  const { state, turns } = before;
  const told = disclose === true ? disclosureOf(scene.agent) : "";
  const words = utterance(before, ports, stored, told);
  try {
    const { signal, now } = ports;
    const mustSpeak = state.round >= MAX_ROUNDS - 1;
    const thought = {
      onText: words.say,
      signal,
      now,
      mustSpeak,
      silent: silent === true,
      values: state.values,
    };
    const said = saidBehind(told, await think(scene, turns, thought));
    return heard(scene, before, said, await words.heard(said));
  } catch (error) {
    if (!(error instanceof StepBroken)) throw error;
    return broken(scene, before, ports, { told, words, error });
  }
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
    if (effect.type === "run_tool") {
      // Whoever cut the agent off wants none of what it was still about to do.
      if (ports.signal.aborted)
        return cutOff(scene, now, { text: "", startMs: ports.now(), endMs: ports.now() });
      return runTool(scene, effect.call, ports, stored);
    }
  }
  return null;
}

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
  for (let event: Event | null = first; event !== null; ) {
    const [state, effects] = turn(now.state, event);
    const fresh = effects.flatMap((effect) => (effect.type === "keep" ? [effect.turn] : []));
    const { turns, changed } = absorb(now.turns, fresh);
    const ended = effects.find((effect) => effect.type === "end");
    now = { state, turns };
    store.add(changed, state, ended?.reason ?? null);
    event = await perform(scene, now, effects, { ...ports, signal }, store.all);
  }
  await store.all();
  return now;
}
