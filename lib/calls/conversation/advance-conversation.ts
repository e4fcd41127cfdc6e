import { maskFairly, scrubCardsInJson, type Values } from "@/lib/masking";
import { yieldToEventLoop } from "@/lib/platform/yield-to-event-loop";
import { createAgentCutEvent, runModelStep, sayEngineLine, type WaitUntilStored } from "./agent-step";
import { appendTurns } from "./append-turns";
import { limitEvent } from "./limit-event";
import { OPT_OUT, SAVE_VARIABLES } from "./model-contract";
import { parseValues } from "./parse-values";
import type { Conversation, Ports, ToolAnswer } from "./ports";
import { applyEvent, isEngineTool } from "./reducer";
import type { ConversationEvent, ConversationState, Effect, SuppressionAction, ToolCall } from "./state";
import { runToolWithHold } from "./tool-hold";
import type { TurnContext } from "./turn-context";
import { createTurnWriter } from "./turn-writer";
import { isSuppressionUndo, understandCaller } from "./understand-caller";

/** Saves values that match their variable's type. Reports the others to the model, so that it asks again. */
function saveVariables(
  { agent, startedAt }: TurnContext,
  input: unknown,
): { answer: ToolAnswer; values: Values } {
  const values = parseValues(agent.variables, input, new Date(startedAt));
  const names = typeof input === "object" && input !== null ? Object.keys(input) : [];
  const rejected = agent.variables
    .map(({ name }) => name)
    .filter((name) => names.includes(name) && !(name in values));
  const unknownCount = names.length - Object.keys(values).length - rejected.length;
  const ok = rejected.length === 0 && unknownCount === 0 && names.length > 0;
  return { answer: { ok, result: ok ? { ok } : { ok, not_valid: rejected } }, values };
}

/** The result of `opt_out` if the call has no number to suppress. */
const NO_NUMBER = {
  ok: false,
  result: { error: { code: "no_number", message: "There is no number to remove. Nothing was done." } },
};

function answerEngineTool(
  context: TurnContext,
  call: ToolCall,
): { answer: ToolAnswer; values: Values } | null {
  // The number is suppressed in the transaction that stores the tool's turn.
  if (call.name === OPT_OUT)
    return {
      answer: context.capabilities.hasNumber ? { ok: true, result: { suppressed: true } } : NO_NUMBER,
      values: {},
    };
  if (!isEngineTool(call.name)) return null;
  if (call.name === SAVE_VARIABLES) return saveVariables(context, call.arguments);
  return { answer: { ok: true, result: { ok: true } }, values: {} };
}

async function runTool(
  context: TurnContext,
  call: ToolCall,
  ports: Ports,
  waitUntilStored: WaitUntilStored,
): Promise<ConversationEvent> {
  const startMs = ports.now();
  const engineResult = answerEngineTool(context, call);
  // Outside effects must follow stored turns. The engine's own tools can be repeated.
  if (engineResult === null) await waitUntilStored();
  const { answer, notice } =
    engineResult === null
      ? await runToolWithHold(context, call, ports)
      : { answer: engineResult.answer, notice: null };
  return {
    type: "tool_answered",
    call,
    ok: answer.ok,
    result: scrubCardsInJson(answer.result),
    values: engineResult?.values ?? {},
    ...(notice !== null && { notice }),
    startMs,
    endMs: ports.now(),
    ...(call.name === OPT_OUT && !context.capabilities.canReachSuppressed && { isCallerUnreachable: true }),
  };
}

/** Runs the effects and returns the next event, or null. At most one effect leads to an event. */
async function runEffects(
  context: TurnContext,
  conversation: Conversation,
  effects: readonly Effect[],
  ports: Ports,
  waitUntilStored: WaitUntilStored,
): Promise<ConversationEvent | null> {
  for (const effect of effects) {
    if (effect.type === "think") return runModelStep(context, conversation, ports, waitUntilStored, effect);
    if (effect.type === "say") return sayEngineLine(context, conversation, ports, waitUntilStored, effect);
    if (effect.type === "run_tool") {
      // The caller interrupted the agent, so its remaining tool calls are not run.
      if (ports.signal.aborted)
        return createAgentCutEvent(context, conversation, {
          text: "",
          startMs: ports.now(),
          endMs: ports.now(),
        });
      return runTool(context, effect.call, ports, waitUntilStored);
    }
  }
  return null;
}

/** Adds the engine's understanding of the caller's words to an event. */
async function addUnderstanding(
  context: TurnContext,
  state: ConversationState,
  event: ConversationEvent,
  ports: Ports,
): Promise<ConversationEvent> {
  if (event.type === "caller_said") {
    const understanding = understandCaller(context, state, event.text);
    if (!isSuppressionUndo(state, understanding)) return { ...event, understanding };
    const isSuppressedElsewhere = (await ports.isSuppressedElsewhere?.()) ?? false;
    return { ...event, understanding: { ...understanding, isSuppressedElsewhere } };
  }
  if (event.type === "hung_up" && event.lastWords !== undefined)
    return { ...event, understanding: understandCaller(context, state, event.lastWords.text) };
  return event;
}

/** A longer caller turn takes some milliseconds to understand, and as many to answer. */
const LONG_TURN_CHARS = 1_000;
/** Yields to other requests between two steps of work on a long turn. */
const yieldAfterLongTurn = async (event: ConversationEvent): Promise<void> => {
  if (event.type === "caller_said" && event.text.length > LONG_TURN_CHARS) await yieldToEventLoop();
};

const isSuppressionEffect = (effect: Effect): effect is Effect & { type: SuppressionAction } =>
  effect.type === "suppress" || effect.type === "lift";

/**
 * Dispatches an event and runs the resulting effects until the conversation waits for an event or has ended.
 * Each turn is stored when it is complete, and always before the caller hears the next turn, a tool acts on
 * it, or this resolves. So a crash loses no turn, and everything heard follows from stored turns. If storing
 * fails, this rejects and nothing more is said.
 */
export async function advanceConversation(
  context: TurnContext,
  initial: Conversation,
  firstEvent: ConversationEvent,
  ports: Ports,
): Promise<Conversation> {
  let conversation = initial;
  const storeFailure = new AbortController();
  const writer = createTurnWriter(ports.storeTurns, () => storeFailure.abort());
  const signal = AbortSignal.any([ports.signal, storeFailure.signal]);
  const understoodEvent = await addUnderstanding(context, initial.state, limitEvent(firstEvent), ports);
  await yieldAfterLongTurn(understoodEvent);
  for (let event: ConversationEvent | null = understoodEvent; event !== null; ) {
    const [state, effects] = applyEvent(conversation.state, limitEvent(event));
    const newTurns = effects.flatMap((effect) => (effect.type === "keep" ? [effect.turn] : []));
    const previousTurns = conversation.turns;
    const { turns, changed } = await maskFairly(
      context.workspaceId,
      () => appendTurns(previousTurns, newTurns),
      "always",
    );
    const endEffect = effects.find((effect) => effect.type === "end");
    conversation = { state, turns };
    const suppressionActions = effects.filter(isSuppressionEffect).map(({ type }) => type);
    writer.add(changed, state, endEffect?.reason ?? null, suppressionActions);
    await yieldAfterLongTurn(event);
    event = await runEffects(context, conversation, effects, { ...ports, signal }, writer.flush);
  }
  await writer.flush();
  return conversation;
}
