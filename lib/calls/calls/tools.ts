import { type CallTool, checkBuiltinArguments, runTool } from "@/lib/agents/tools";
import type { ToolAnswer, ToolCall } from "@/lib/calls/conversation";
import type { Ctx } from "@/lib/platform/context";
import type { Sealer } from "@/lib/platform/crypto";
import { sendAskedText, sendPaymentLink } from "./asked-text";
import { scheduleCallback } from "./callback";
import type { FullRow } from "./row";
import { credentialsOf } from "./scene";
import { type Transfer, transferToHuman, transferToPayment } from "./transfer";

type Scene = {
  ctx: Ctx;
  row: FullRow;
  sealer: Sealer;
  tools: readonly CallTool[];
  transfer?: Transfer | undefined;
  signal: AbortSignal;
};

const refused = (code: string, message: string): ToolAnswer => ({
  ok: false,
  result: { error: { code, message } },
});

/** The built-in tools; one whose means are missing fails the deploy check and, in a rehearsal, says so. */
const BUILTINS: Readonly<Record<string, (scene: Scene, args: unknown) => Promise<ToolAnswer>>> = {
  schedule_callback: scheduleCallback,
  send_text: sendAskedText,
  send_secure_payment_link: sendPaymentLink,
  transfer_to_human: transferToHuman,
  transfer_to_payment_ivr: transferToPayment,
};

/** Runs a tool that the model, or the engine itself, asked for. It never throws for what the tool did: that is the model's to hear. */
export async function runCallTool(scene: Scene, call: ToolCall): Promise<ToolAnswer> {
  // A caller who wants a person, or whose model has failed, is put through, whatever tools the agent has.
  if (call.engine === true) return transferToHuman(scene);
  const tool = scene.tools.find(({ name }) => name === call.name);
  if (tool === undefined) return refused("unknown_tool", "There is no such tool.");
  if (tool.kind === "builtin") {
    const run = BUILTINS[tool.name];
    if (run === undefined) return refused("no_means", "This cannot be done here yet.");
    const problem = checkBuiltinArguments(tool.name, call.arguments);
    return problem === null ? run(scene, call.arguments) : refused("invalid_arguments", problem);
  }
  const answer = await runTool(scene.ctx, tool.definition, call.arguments, {
    environment: credentialsOf(scene.row),
    signal: scene.signal,
  });
  return answer.ok
    ? { ok: true, result: answer.result }
    : { ok: false, result: { error: answer.error, result: answer.result } };
}
