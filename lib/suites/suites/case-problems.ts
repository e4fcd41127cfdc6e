import type { AgentConfig } from "@/lib/agents/agents/schema";
import { resolveModelFor } from "@/lib/agents/integrations";
import { isScriptedModel, ModelError } from "@/lib/agents/models";
import type { Ctx } from "@/lib/platform/context";
import { bodyProblem, type ErrorDetail, validationError } from "@/lib/platform/errors";
import type { TestCase } from "../cases/schema";

async function callerProblem(ctx: Ctx, { caller }: TestCase, pointer: string): Promise<ErrorDetail | null> {
  if (caller.type !== "model") return null;
  if (isScriptedModel(caller.model))
    return bodyProblem(`${pointer}/caller/model`, "caller_needs_language_model");
  try {
    await resolveModelFor(ctx, caller.model, "test");
    return null;
  } catch (error) {
    if (error instanceof ModelError) return bodyProblem(`${pointer}/caller/model`, "model_unknown");
    throw error;
  }
}

/** Throws `validation_error` for cases that this agent cannot run: a judge or a caller without a language model. */
export async function caseProblems(
  ctx: Ctx,
  { model }: Pick<AgentConfig, "model">,
  cases: readonly TestCase[],
): Promise<void> {
  const problems: ErrorDetail[] = [];
  for (const [index, testCase] of cases.entries()) {
    const pointer = `/cases/${index}`;
    const problem = await callerProblem(ctx, testCase, pointer);
    if (problem !== null) problems.push(problem);
    for (const [at, { type }] of testCase.checks.entries())
      if (type === "judge" && isScriptedModel(model))
        problems.push(bodyProblem(`${pointer}/checks/${at}`, "judge_needs_language_model"));
  }
  if (problems.length > 0) throw validationError(problems);
}
