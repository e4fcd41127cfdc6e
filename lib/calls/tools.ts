import { z } from "zod";
import { optOutStatements } from "@/lib/consent";
import type { Ctx } from "@/lib/context";
import type { ToolAnswer, ToolCall } from "@/lib/conversation";
import type { Sealer } from "@/lib/crypto";
import { db, record } from "@/lib/db";
import { newId } from "@/lib/ids";
import { scrubCardText } from "@/lib/masking";
import { type CallTool, runTool } from "@/lib/tools";
import type { FullRow } from "./row";
import { credentialsOf } from "./scene";

type Scene = { ctx: Ctx; row: FullRow; sealer: Sealer; tools: readonly CallTool[] };

const MAX_REASON = 1_000;
/** A callback further ahead than this is a misunderstanding. */
const MAX_AHEAD_MS = 366 * 24 * 3_600_000;

const refused = (code: string, message: string): ToolAnswer => ({
  ok: false,
  result: { error: { code, message } },
});

const Callback = z.object({
  at: z.iso.datetime({ offset: true }),
  reason: z.string().max(MAX_REASON).optional(),
});

/** Writes down that somebody is to be called back; the dialer takes it up. */
async function scheduleCallback({ ctx, row, sealer }: Scene, args: unknown): Promise<ToolAnswer> {
  const parsed = Callback.safeParse(args);
  if (!parsed.success) return refused("invalid_arguments", "Give `at` as RFC 3339 with an offset.");
  const at = new Date(parsed.data.at);
  const now = ctx.now();
  const ahead = at.getTime() - Date.parse(now);
  if (ahead <= 0 || ahead > MAX_AHEAD_MS)
    return refused("invalid_arguments", "Give a moment within the next year.");
  const id = newId("cbk", Date.parse(now));
  const reason = parsed.data.reason && scrubCardText(parsed.data.reason);
  const place = (field: string) => ({ table: "callbacks", row: id, field });
  const number =
    row.to_number === null
      ? null
      : sealer.seal(
          place("number"),
          sealer.open({ table: "calls", row: row.id, field: "to_number" }, row.to_number),
        );
  await record(ctx, {
    run: [
      db.insertInto("callbacks").values({
        id,
        workspace_id: ctx.workspaceId,
        environment: row.environment,
        call_id: row.id,
        agent_id: row.agent_id,
        contact_hash: row.contact_hash,
        subject_id: row.subject_id,
        number,
        reason: reason === undefined ? null : sealer.seal(place("reason"), reason),
        due_at: at.toISOString(),
        created_at: now,
      }),
    ],
  });
  return { ok: true, result: { callback_id: id, at: at.toISOString() } };
}

/** Whoever asks to be left alone is, from this second, by call and text. Without a number the call's end is all there is. */
async function optOut({ ctx, row, sealer }: Scene): Promise<ToolAnswer> {
  if (row.contact_hash === null) return { ok: true, result: { suppressed: false } };
  // What a contact said is sealed under their key, a call of nobody known under its own.
  const contact =
    row.contact_id === null || row.subject_id !== row.contact_id ? null : { id: row.contact_id, sealer };
  await record(ctx, { run: optOutStatements(ctx, { hash: row.contact_hash, callId: row.id, contact }) });
  return { ok: true, result: { suppressed: true } };
}

/** The built-in tools that have means now; the others fail the deploy check and, in a rehearsal, say so. */
const BUILTINS: Readonly<Record<string, (scene: Scene, args: unknown) => Promise<ToolAnswer>>> = {
  schedule_callback: scheduleCallback,
  opt_out: optOut,
};

/** Runs a tool that the model asked for. It never throws for what the tool did: that is the model's to hear. */
export async function runCallTool(scene: Scene, call: ToolCall, signal: AbortSignal): Promise<ToolAnswer> {
  const tool = scene.tools.find(({ name }) => name === call.name);
  if (tool === undefined) return refused("unknown_tool", "There is no such tool.");
  if (tool.kind === "builtin") {
    const run = BUILTINS[tool.name];
    return run === undefined
      ? refused("no_means", "This cannot be done here yet.")
      : run(scene, call.arguments);
  }
  const answer = await runTool(scene.ctx, tool.definition, call.arguments, {
    environment: credentialsOf(scene.row),
    signal,
  });
  return answer.ok
    ? { ok: true, result: answer.result }
    : { ok: false, result: { error: answer.error, result: answer.result } };
}
