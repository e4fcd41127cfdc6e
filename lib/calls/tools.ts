import { optOutStatements } from "@/lib/consent";
import type { Ctx } from "@/lib/context";
import type { ToolAnswer, ToolCall } from "@/lib/conversation";
import { isUnlocked, type Sealer, subjectSealer } from "@/lib/crypto";
import { record } from "@/lib/db";
import { type CallTool, checkBuiltinArguments, runTool } from "@/lib/tools";
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

/** Whoever asks to be left alone is, from this second, by call and text. Without a number the call's end is all there is. */
async function optOut({ ctx, row, sealer }: Scene): Promise<ToolAnswer> {
  if (row.contact_hash === null) return { ok: true, result: { suppressed: false } };
  const { contact_id: id, subject_id: subject } = row;
  // A call has a key of its own where nothing of it is to be kept; the ledger is the contact's. While the workspace's own
  // key is withdrawn the ledger cannot be opened, and the suppression holds all the same.
  const open = id !== null && (await isUnlocked(ctx.workspaceId));
  const contact = open
    ? { id, sealer: subject === id ? sealer : await subjectSealer(ctx.workspaceId, id) }
    : null;
  await record(ctx, { run: optOutStatements(ctx, { hash: row.contact_hash, callId: row.id, contact }) });
  return { ok: true, result: { suppressed: true } };
}

/** The built-in tools; one whose means are missing fails the deploy check and, in a rehearsal, says so. */
const BUILTINS: Readonly<Record<string, (scene: Scene, args: unknown) => Promise<ToolAnswer>>> = {
  schedule_callback: scheduleCallback,
  send_text: sendAskedText,
  send_secure_payment_link: sendPaymentLink,
  opt_out: optOut,
  transfer_to_human: transferToHuman,
  transfer_to_payment_ivr: transferToPayment,
};

/** Runs a tool that the model asked for. It never throws for what the tool did: that is the model's to hear. */
export async function runCallTool(scene: Scene, call: ToolCall): Promise<ToolAnswer> {
  // Where the model has failed, the engine puts the caller through, whatever tools the agent has.
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
