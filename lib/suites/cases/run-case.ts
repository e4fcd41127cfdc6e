import { AISDKError, type LanguageModelV3 } from "@ai-sdk/provider";
import type { AgentConfig } from "@/lib/agents/agents/schema";
import { ModelError } from "@/lib/agents/models";
import { ProviderFailure } from "@/lib/agents/providers/schema";
import { fillAgent } from "@/lib/calls/calls";
import { parseValues, type ToolDefinition, type TurnContext } from "@/lib/calls/conversation";
import type { CaseHearing, CaseLines } from "../lines";
import type { CaseCallerPlayer } from "./callers/case-caller";
import { playModel } from "./callers/play-model";
import { playPersona } from "./callers/play-persona";
import { playScript } from "./callers/play-script";
import { checkPromises } from "./checks/check-promises";
import { createJudge } from "./checks/judge";
import type { CaseFailure } from "./checks/result";
import { runChecks } from "./checks/run-checks";
import { type FinishedConversation, finishConversation } from "./finish-conversation";
import { holdConversation } from "./hold-conversation";
import type { CaseCaller, TestCase } from "./schema";

/** The agent of a case: its configuration, and the models of its workspace. */
export type CaseAgent = {
  workspaceId: string;
  config: AgentConfig;
  model: LanguageModelV3;
  /** The agent's tools, as the model reads them. */
  tools: readonly ToolDefinition[];
  /** Time zone of the workspace. */
  timeZone: string;
  /** The model that plays a caller. */
  loadModel(id: string): Promise<LanguageModelV3>;
  /** Opens a line over which the agent hears a caller. The same seed gives the same noise. */
  openLine: CaseLines["open"];
};

/** The result of one run of a case. `conversation` is null if the caller's model failed. */
export type CaseResult = { failures: readonly CaseFailure[]; conversation: FinishedConversation | null };

type Clock = { now(): number; iso(): string };

async function playerOf(caller: CaseCaller, agent: CaseAgent, startedAt: string): Promise<CaseCallerPlayer> {
  if (caller.type === "script") return playScript(caller);
  if (caller.type === "simulated") return playPersona(caller, agent.config, startedAt.slice(0, 10));
  return playModel(caller, await agent.loadModel(caller.model));
}

function contextOf(agent: CaseAgent, testCase: TestCase, startedAt: string) {
  const { config, workspaceId, model, tools, timeZone } = agent;
  const values = parseValues(config.variables, testCase.variables, new Date(startedAt));
  const hasNumber = testCase.channel === "phone" || testCase.channel === "sms";
  const context: TurnContext = {
    workspaceId,
    model,
    agent: fillAgent(config, values),
    tools,
    initialValues: values,
    startedAt,
    timeZone: testCase.time_zone ?? timeZone,
    channel: testCase.channel,
    capabilities: {
      hasNumber,
      hasHuman: testCase.channel === "phone" && config.transfer_to !== null,
      canReachSuppressed: testCase.channel !== "sms",
    },
  };
  return { context, values };
}

/**
 * Runs a case once, in memory: no call, contact, event or figure results from it, and no tool is called. `signal` ends the
 * conversation as `max_duration`. A model or a provider of speech that fails is a failure of the case. `seed`: of the noise.
 */
export async function runCase(
  agent: CaseAgent,
  testCase: TestCase,
  clock: Clock,
  signal: AbortSignal,
  seed = 0,
): Promise<CaseResult> {
  const startedAt = testCase.starts_at ?? clock.iso();
  const { context, values } = contextOf(agent, testCase, startedAt);
  let hearing: CaseHearing | null = null;
  try {
    hearing = testCase.line === null ? null : await agent.openLine(agent.config, testCase.line, seed);
    const caller = await playerOf(testCase.caller, agent, startedAt);
    const heldConversation = await holdConversation({
      context,
      values,
      caller,
      hearing,
      tools: testCase.tools,
      signal,
      now: clock.now,
    });
    const conversation = await finishConversation(heldConversation, {
      context,
      variables: agent.config.variables,
      signal,
    });
    const judge = createJudge(agent.model, signal);
    const failures = [
      ...checkPromises(conversation, agent.config),
      ...(await runChecks(testCase.checks, conversation, judge)),
    ];
    return { failures, conversation };
  } catch (error) {
    if (error instanceof ProviderFailure)
      return { failures: [{ promise: "speech_works", reason: "speech_failed" }], conversation: null };
    if (!(error instanceof ModelError || AISDKError.isInstance(error) || signal.aborted)) throw error;
    // The error can quote the conversation.
    return { failures: [{ promise: "model_answers", reason: "model_failed" }], conversation: null };
  } finally {
    hearing?.close();
  }
}
