import { agentWords, holdsDisclosure } from "./agent-words";
import { disclosureOf, isUndisclosed } from "./disclosure";
import { isQuestion, lineOf } from "./engine-lines";
import { tellOfFailure } from "./failed-model";
import type { Conversation, Played, Ports } from "./ports";
import type { Scene } from "./scene";
import type { Effect, Event, Part, Said } from "./state";
import { StepBroken, think } from "./think";
import { MAX_ROUNDS } from "./turn";

/** Resolves once all that has happened so far is stored. */
export type Stored = () => Promise<void>;

/** The agent was cut off when so much had been heard. */
export const cutOff = (scene: Scene, { turns }: Conversation, { text, startMs, endMs }: Part): Event => ({
  type: "agent_cut",
  text,
  startMs,
  endMs,
  ...(isUndisclosed(scene.agent, turns, text) && { undisclosed: true }),
});

/** What the agent said, as it was heard. */
function heard(scene: Scene, before: Conversation, said: Said, played: Played | undefined): Event {
  if (played === undefined) return { type: "agent_said", said };
  const { text, startMs, endMs, latencyMs, whole, delays } = played;
  if (!whole) return cutOff(scene, before, played);
  return {
    type: "agent_said",
    said: { ...said, text: text.trimEnd(), startMs, endMs, latencyMs, ...(delays && { delays }) },
  };
}

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

/** Passes the agent's words on as they come, once all before them is stored. */
function mouth(before: Conversation, ports: Ports, stored: Stored) {
  const gate = behind(stored());
  let isBegun = false;
  return {
    isBegun: () => isBegun,
    say(text: string): void {
      if (text === "") return;
      const isFirst = !isBegun;
      isBegun = true;
      gate.pass(() => {
        if (isFirst) ports.onTurn?.(before);
        ports.onText?.(text);
      });
    },
    /** All is written. Resolves with how much of it was heard, where words take time. */
    async finish(said: Said | null): Promise<Played | undefined> {
      if (!isBegun) return undefined;
      await gate.open();
      if (said !== null) ports.onEnd?.();
      return ports.played?.(said);
    },
  };
}

const wordsOf = ({ agent }: Scene, { state }: Conversation, effect: Effect & { type: "think" }) => {
  const disclosure = effect.disclose === true ? disclosureOf(agent) : "";
  const greeting = agent.greeting ?? "";
  return agentWords({
    disclosure,
    isInGreeting: disclosure !== "" && holdsDisclosure(greeting, disclosure),
    greetingChars: greeting.length,
    lead: effect.lead === undefined ? "" : lineOf(effect.lead),
    isGuarded: state.optOut?.at !== "standing" && state.optOut?.at !== "still_suppressed",
    language: agent.language,
  });
};

/** What the model said, as it came through. What it says of its words counts where they are its own, unchanged. */
function saidOf(scene: Scene, own: Said, words: ReturnType<typeof agentWords>): Said {
  const { speaks, ...rest } = own;
  const shift = words.shift();
  const moved = speaks?.map((one) => ({
    ...one,
    start: one.start + (shift ?? 0),
    end: one.end + (shift ?? 0),
  }));
  return {
    ...rest,
    text: words.text(),
    ...(moved !== undefined && shift !== null && { speaks: moved }),
    ...(words.claimed() && { claimed: { hasNumber: scene.reach.number } }),
  };
}

/** A step of the model: what it says is heard as it comes, behind what the engine says first. */
export async function step(
  scene: Scene,
  before: Conversation,
  ports: Ports,
  stored: Stored,
  effect: Effect & { type: "think" },
): Promise<Event> {
  const { state, turns } = before;
  const words = wordsOf(scene, before, effect);
  // The model thinks while what it answers is being stored; nobody hears a word of it before that is.
  const out = mouth(before, ports, stored);
  // Where words take time, the engine's own are said while the model thinks.
  if (ports.played !== undefined) out.say(words.begin());
  try {
    const { signal, now } = ports;
    const mustSpeak = state.round >= MAX_ROUNDS - 1;
    const onText = (delta: string) => out.say(words.push(delta));
    const silent = effect.silent === true;
    const own = await think(scene, turns, { onText, signal, now, mustSpeak, silent, values: state.values });
    out.say(words.finish(own.calls.length > 0));
    const said = saidOf(scene, own, words);
    return heard(scene, before, said, await out.finish(said));
  } catch (error) {
    if (!(error instanceof StepBroken)) throw error;
    const { startMs, cause } = error;
    if (cause === undefined) {
      const played = await out.finish(null);
      return cutOff(scene, before, played ?? { text: words.text(), startMs, endMs: ports.now() });
    }
    ports.failed(cause);
    // What came of the answer are whole sentences; where nothing came, the disclosure is still said.
    out.say(words.finish(false));
    const soFar = { text: words.text(), startMs, endMs: ports.now() };
    return tellOfFailure(scene, soFar, out.say, async (said) =>
      heard(scene, before, said, await out.finish(said)),
    );
  }
}

/** The engine says something itself: no model is asked. */
export async function sayLine(
  scene: Scene,
  before: Conversation,
  ports: Ports,
  stored: Stored,
  { line, disclose }: Effect & { type: "say" },
): Promise<Event> {
  const startMs = ports.now();
  if (ports.signal.aborted) return cutOff(scene, before, { text: "", startMs, endMs: startMs });
  const told = disclose === true ? disclosureOf(scene.agent) : "";
  const text = told === "" ? lineOf(line) : `${told} ${lineOf(line)}`;
  const out = mouth(before, ports, stored);
  out.say(text);
  const said: Said = {
    text,
    asking: null,
    speaks: [],
    expects: { kind: isQuestion(line) ? "yes_no" : "open" },
    calls: [],
    startMs,
    endMs: startMs,
    latencyMs: null,
    engine: true,
  };
  return heard(scene, before, said, await out.finish(said));
}
