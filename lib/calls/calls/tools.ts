import { type CallTool, checkBuiltinArguments, runTool } from "@/lib/agents/tools";
import type { ToolAnswer, ToolCall } from "@/lib/calls/conversation";
import type { Ctx } from "@/lib/platform/context";
import type { Sealer } from "@/lib/platform/crypto";
import { scheduleCallback } from "./callback";
import type { FullRow } from "./row";
import { sendPaymentLink, sendRequestedText } from "./send-text";
import { type Transfer, transferToHuman, transferToPayment } from "./transfer";
import { credentialsOf } from "./turn-context";

type ToolContext = {
  ctx: Ctx;
  row: FullRow;
  sealer: Sealer;
  tools: readonly CallTool[];
  transfer?: Transfer | undefined;
  signal: AbortSignal;
};

const refusedAnswer = (code: string, message: string): ToolAnswer => ({
  ok: false,
  result: { error: { code, message } },
});

/**
 * The built-in tools. A tool with missing dependencies fails the deploy check, and in a rehearsal says so.
 */
const BUILTINS: Readonly<Record<string, (context: ToolContext, args: unknown) => Promise<ToolAnswer>>> = {
  schedule_callback: scheduleCallback,
  send_text: sendRequestedText,
  send_secure_payment_link: sendPaymentLink,
  transfer_to_human: transferToHuman,
  transfer_to_payment_ivr: transferToPayment,
};

/**
 * Runs a tool for the model or the engine. Never throws for a tool's failure, which the model receives as the
 * result.
 */
export async function runCallTool(context: ToolContext, call: ToolCall): Promise<ToolAnswer> {
  // A caller who asks for a person, or whose model has failed, is transferred, even if the agent does not
  // list the tool.
  if (call.engine === true) return transferToHuman(context);
  const tool = context.tools.find(({ name }) => name === call.name);
  if (tool === undefined) return refusedAnswer("unknown_tool", "There is no such tool.");
  if (tool.kind === "builtin") {
    const run = BUILTINS[tool.name];
    if (run === undefined) return refusedAnswer("no_means", "This cannot be done here yet.");
    const problem = checkBuiltinArguments(tool.name, call.arguments);
    return problem === null ? run(context, call.arguments) : refusedAnswer("invalid_arguments", problem);
  }
  const answer = await runTool(context.ctx, tool.definition, call.arguments, {
    environment: credentialsOf(context.row),
    signal: context.signal,
  });
  if (answer.ok) return { ok: true, result: answer.result };
  const { code, message } = answer.error;
  return { ok: false, result: { error: { code, message }, result: answer.result } };
}
