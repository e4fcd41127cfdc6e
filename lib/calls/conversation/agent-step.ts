import { containsDisclosure, createAgentSpeechFilter } from "./agent-speech-filter";
import { announceModelFailure } from "./announce-model-failure";
import { disclosureOf, isDisclosurePending } from "./disclosure";
import { engineLineText, isQuestionLine } from "./engine-lines";
import { requestModelStep, type StepFacts, StepInterruptedError } from "./model-step";
import type { Conversation, Playback, Ports } from "./ports";
import { MAX_ROUNDS } from "./reducer";
import type { AgentUtterance, ConversationEvent, ConversationState, Effect, TimedText } from "./state";
import type { TurnContext } from "./turn-context";

/** Resolves when all earlier turns are stored. */
export type WaitUntilStored = () => Promise<void>;

/** Creates the event of an interrupted agent turn, with the part that was heard. */
export const createAgentCutEvent = (
  context: TurnContext,
  { turns }: Conversation,
  { text, startMs, endMs }: TimedText,
): ConversationEvent => ({
  type: "agent_cut",
  text,
  startMs,
  endMs,
  ...(isDisclosurePending(context.agent, turns, text) && { undisclosed: true }),
});

/** Creates the event of what the agent said, as the caller heard it. */
function toAgentEvent(
  context: TurnContext,
  conversation: Conversation,
  utterance: AgentUtterance,
  playback: Playback | undefined,
): ConversationEvent {
  if (playback === undefined) return { type: "agent_said", utterance };
  const { text, startMs, endMs, latencyMs, isComplete, delays } = playback;
  if (!isComplete) return createAgentCutEvent(context, conversation, playback);
  return {
    type: "agent_said",
    utterance: { ...utterance, text: text.trimEnd(), startMs, endMs, latencyMs, ...(delays && { delays }) },
  };
}

/** Holds output back until all earlier turns are stored, and then passes it on in order. */
function createStorageGate(stored: Promise<void>) {
  let queue: (() => void)[] | null = [];
  const open = stored.then(() => {
    const queued = queue ?? [];
    queue = null;
    for (const pass of queued) pass();
  });
  // Callers of `open` handle the rejection.
  open.catch(() => undefined);
  return {
    pass: (output: () => void) => (queue === null ? output() : void queue.push(output)),
    waitUntilOpen: () => open,
  };
}

/** Passes the agent's words on as they arrive, after all earlier turns are stored. */
function createSpeechOutput(conversation: Conversation, ports: Ports, waitUntilStored: WaitUntilStored) {
  const gate = createStorageGate(waitUntilStored());
  let hasStarted = false;
  return {
    hasSpoken: () => hasStarted,
    say(text: string): void {
      if (text === "") return;
      const isFirst = !hasStarted;
      hasStarted = true;
      gate.pass(() => {
        if (isFirst) ports.onTurn?.(conversation);
        ports.onText?.(text);
      });
    },
    /** All words are written. Resolves with how much of them was heard, on channels with speech. */
    async finish(utterance: AgentUtterance | null): Promise<Playback | undefined> {
      if (!hasStarted) return undefined;
      await gate.waitUntilOpen();
      if (utterance !== null) ports.onEnd?.();
      return ports.waitForPlayback?.(utterance);
    },
  };
}

const createFilterForStep = (
  { agent }: TurnContext,
  { state }: Conversation,
  effect: Effect & { type: "think" },
) => {
  const disclosure = effect.disclose === true ? disclosureOf(agent) : "";
  const greeting = agent.greeting ?? "";
  return createAgentSpeechFilter({
    disclosure,
    isDisclosureInGreeting: disclosure !== "" && containsDisclosure(greeting, disclosure),
    greetingChars: greeting.length,
    leadSentence: effect.lead === undefined ? "" : engineLineText(effect.lead, agent.language),
    shouldBlockOptOutClaims: state.optOut?.at !== "standing" && state.optOut?.at !== "still_suppressed",
    language: agent.language,
  });
};

/**
 * The model's utterance after the filter. Its metadata about the words is kept only if the words are
 * unchanged.
 */
function toFilteredUtterance(
  context: TurnContext,
  modelUtterance: AgentUtterance,
  filter: ReturnType<typeof createAgentSpeechFilter>,
): AgentUtterance {
  const { speaks, ...utterance } = modelUtterance;
  const prefixLength = filter.prefixLength();
  const movedSpeaks = speaks?.map((speak) => ({
    ...speak,
    start: speak.start + (prefixLength ?? 0),
    end: speak.end + (prefixLength ?? 0),
  }));
  return {
    ...utterance,
    text: filter.text(),
    ...(movedSpeaks !== undefined && prefixLength !== null && { speaks: movedSpeaks }),
    ...(filter.hasClaimedOptOut() && { optOutClaim: { hasNumber: context.capabilities.hasNumber } }),
  };
}

/** Facts that the model's next step depends on, besides the turns. `now`: milliseconds since the call began. */
export const stepFactsOf = (
  { round, values }: ConversationState,
  { silent, reconnected }: Effect & { type: "think" },
  now: () => number,
): StepFacts => ({
  now,
  mustSpeak: round >= MAX_ROUNDS - 1,
  isCallerSilent: silent === true,
  isReconnected: reconnected === true,
  isFromMember: reconnected === "member",
  values,
});

/** Runs one step of the model. Its words are passed on as they arrive, after the engine's sentences. */
export async function runModelStep(
  context: TurnContext,
  conversation: Conversation,
  ports: Ports,
  waitUntilStored: WaitUntilStored,
  effect: Effect & { type: "think" },
): Promise<ConversationEvent> {
  const { state, turns } = conversation;
  const filter = createFilterForStep(context, conversation, effect);
  // The model works while earlier turns are stored. Its words are held back until then.
  const output = createSpeechOutput(conversation, ports, waitUntilStored);
  // On channels with speech, the engine's own sentences are said while the model thinks.
  if (ports.waitForPlayback !== undefined) output.say(filter.start());
  try {
    const { signal, now } = ports;
    const modelUtterance = await requestModelStep(context, turns, {
      ...stepFactsOf(state, effect, now),
      onText: (delta) => output.say(filter.push(delta)),
      signal,
    });
    output.say(filter.finish(modelUtterance.calls.length > 0));
    const utterance = toFilteredUtterance(context, modelUtterance, filter);
    return toAgentEvent(context, conversation, utterance, await output.finish(utterance));
  } catch (error) {
    if (!(error instanceof StepInterruptedError)) throw error;
    const { startMs, cause } = error;
    if (cause === undefined) {
      const playback = await output.finish(null);
      return createAgentCutEvent(
        context,
        conversation,
        playback ?? { text: filter.text(), startMs, endMs: ports.now() },
      );
    }
    ports.onModelError(cause);
    // The text so far consists of complete clauses. If there is none, the disclosure is still said.
    output.say(filter.finish(false));
    const partialText = { text: filter.text(), startMs, endMs: ports.now() };
    return announceModelFailure(context, cause, partialText, output.say, async (failureUtterance) =>
      toAgentEvent(context, conversation, failureUtterance, await output.finish(failureUtterance)),
    );
  }
}

/** Says a fixed line of the engine without a model. */
export async function sayEngineLine(
  context: TurnContext,
  conversation: Conversation,
  ports: Ports,
  waitUntilStored: WaitUntilStored,
  { line, lead, disclose }: Effect & { type: "say" },
): Promise<ConversationEvent> {
  const startMs = ports.now();
  if (ports.signal.aborted)
    return createAgentCutEvent(context, conversation, { text: "", startMs, endMs: startMs });
  const disclosure = disclose === true ? disclosureOf(context.agent) : "";
  const lines = lead === undefined ? [line] : [lead, line];
  const sentences = lines.map((part) => engineLineText(part, context.agent.language));
  const text = [...(disclosure === "" ? [] : [disclosure]), ...sentences].join(" ");
  const output = createSpeechOutput(conversation, ports, waitUntilStored);
  output.say(text);
  const utterance: AgentUtterance = {
    text,
    asking: null,
    speaks: [],
    expects: { kind: isQuestionLine(line) ? "yes_no" : "open" },
    calls: [],
    startMs,
    endMs: startMs,
    latencyMs: null,
    engine: true,
  };
  return toAgentEvent(context, conversation, utterance, await output.finish(utterance));
}
