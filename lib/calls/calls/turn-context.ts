import type { LanguageModelV3 } from "@ai-sdk/provider";
import type { AgentConfig } from "@/lib/agents/agents/schema";
import { resolveModelFor } from "@/lib/agents/integrations";
import {
  MODEL_LIMITS,
  ModelError,
  type ModelLimits,
  meteredModel,
  type OnRequestUse,
  resilientModel,
  resolveModel,
  TURN_BUDGETS_MS,
} from "@/lib/agents/models";
import { splitId } from "@/lib/agents/models/schema";
import type { CallTool } from "@/lib/agents/tools";
import type { StoredTurn, TurnContext } from "@/lib/calls/conversation";
import { rehearsalModel } from "@/lib/calls/offline/model";
import type { Values } from "@/lib/masking";
import type { Ctx } from "@/lib/platform/context";
import type { Sealer } from "@/lib/platform/crypto";
import { withCostLimit } from "./cost-limit";
import { fillAgent } from "./fill-agent";
import { openInitialValues } from "./open-stored";
import type { FullRow } from "./row";
import { hasTransferTargets } from "./transfer-targets";
import { isUnbilled } from "./usage";
import { usageMeterOf } from "./usage-meter";
import { isSpoken } from "./used-providers";

const builtinModels = (ctx: Ctx) => ({
  rehearsal: () => rehearsalModel({ now: () => new Date(ctx.now()) }),
});

/** The environment whose credentials a call uses. A rehearsal of a draft never reaches a live server. */
export const credentialsOf = (row: FullRow): "live" | "test" =>
  row.agent_version === null ? "test" : row.environment;

/** A model that fails at its first step, like a model that is down, so that the caller's turn is still stored. */
function createFailingModel(error: ModelError): LanguageModelV3 {
  const fail = () => Promise.reject(error);
  return {
    specificationVersion: "v3",
    provider: "none",
    modelId: "none",
    supportedUrls: {},
    doGenerate: fail,
    doStream: fail,
  };
}

type ModelBudget = { budgetMs: number; limits: ModelLimits };

/** Time limits for the model. They are shorter for speech, because a silent line is soon taken for a lost one. */
function modelBudgetOf(row: FullRow): ModelBudget {
  const budgetMs = isSpoken(row) ? TURN_BUDGETS_MS.voice : TURN_BUDGETS_MS.text;
  const { firstByteMs, idleMs } = MODEL_LIMITS;
  const limits = {
    ...MODEL_LIMITS,
    firstByteMs: Math.min(firstByteMs, budgetMs),
    idleMs: Math.min(idleMs, budgetMs),
  };
  return { budgetMs, limits };
}

async function loadModel(
  ctx: Ctx,
  row: FullRow,
  id: string,
  { limits }: ModelBudget,
): Promise<LanguageModelV3> {
  try {
    const resolved = await resolveModelFor(ctx, id, credentialsOf(row));
    return resolveModel({ ...resolved, builtins: builtinModels(ctx), limits });
  } catch (error) {
    if (error instanceof ModelError) return createFailingModel(error);
    throw error;
  }
}

type ModelIds = Pick<AgentConfig, "model" | "fallback_model">;

/** Loads a model with its fallback. A turn's time budget limits every model that runs on a server. */
async function withFallback(
  { model: id, fallback_model: fallbackId }: ModelIds,
  load: (id: string) => Promise<LanguageModelV3>,
  budget: ModelBudget,
): Promise<LanguageModelV3> {
  const isBuiltin = splitId(id).provider === "builtin";
  // Configurations of earlier releases have no fallback.
  const [model, fallback] = await Promise.all([load(id), fallbackId == null ? null : load(fallbackId)]);
  if (isBuiltin && fallback === null) return model;
  return resilientModel(fallback === null ? [model] : [model, fallback], budget);
}

/** Loads the call's model with its fallback. The requests to each are metered, and with `turns` limited by the call's budget. */
async function loadModels(
  ctx: Ctx,
  row: FullRow,
  turns: readonly StoredTurn[] | undefined,
): Promise<LanguageModelV3> {
  const budget = modelBudgetOf(row);
  const load = async (id: string) => {
    const model = await loadModel(ctx, row, id, budget);
    return isUnbilled(splitId(id).provider) ? model : meteredModel(model, id, usageMeterOf(row).add);
  };
  const model = await withFallback(row.config, load, budget);
  return turns === undefined ? model : withCostLimit(ctx, row, turns, model);
}

/** Loads one model with the credentials of tests. Throws `ModelError`. */
export async function loadModelOf(ctx: Ctx, id: string): Promise<LanguageModelV3> {
  const resolved = await resolveModelFor(ctx, id, "test");
  return resolveModel({ ...resolved, builtins: builtinModels(ctx), limits: MODEL_LIMITS });
}

/**
 * Loads one model with the credentials of live calls, for work after a call. `onUse` gets each request that is billed. Throws
 * `ModelError`.
 */
export async function loadMeteredModel(ctx: Ctx, id: string, onUse: OnRequestUse): Promise<LanguageModelV3> {
  const resolved = await resolveModelFor(ctx, id, "live");
  const model = resolveModel({ ...resolved, builtins: builtinModels(ctx), limits: MODEL_LIMITS });
  return isUnbilled(splitId(id).provider) ? model : meteredModel(model, id, onUse);
}

/** Loads an agent's model with its fallback, with the credentials of tests. Throws `ModelError`. */
export const loadAgentModel = (ctx: Ctx, ids: ModelIds): Promise<LanguageModelV3> =>
  withFallback(ids, (id) => loadModelOf(ctx, id), { budgetMs: TURN_BUDGETS_MS.text, limits: MODEL_LIMITS });

/** When a call began, or when it was created if it is unanswered. */
export const startedAt = (row: FullRow): string => row.started_at ?? row.created_at;

type TurnContextOptions = {
  toolsPromise: Promise<readonly CallTool[]>;
  /** The line can transfer the caller. */
  hasTransfer: boolean;
  /** The turns so far, if cost limits apply. They do not apply to settling, whose cost is part of each step's estimate. */
  turns?: readonly StoredTurn[];
};

/** Builds the engine's view of a call: its model, tools (`toolsPromise`), agent, and the contacts that it can reach. */
export async function createTurnContext(
  ctx: Ctx,
  row: FullRow,
  sealer: Sealer,
  { toolsPromise, hasTransfer, turns }: TurnContextOptions,
): Promise<TurnContext> {
  const [model, tools] = await Promise.all([loadModels(ctx, row, turns), toolsPromise]);
  const initialValues: Values = openInitialValues(sealer, row.id, row.initial_variables);
  return {
    workspaceId: ctx.workspaceId,
    model,
    agent: fillAgent(row.config, initialValues),
    tools: tools.map(({ name, description, parameters }) => ({ name, description, parameters })),
    initialValues,
    startedAt: startedAt(row),
    timeZone: row.timezone,
    channel: row.channel,
    costLimitClosing: row.config.cost_limits.closing,
    capabilities: {
      hasNumber: row.contact_hash !== null,
      hasHuman: hasTransfer && hasTransferTargets(row.config),
      // Texts to a suppressed number are never sent.
      canReachSuppressed: row.channel !== "sms",
    },
  };
}
