import type { ToolAnswer } from "@/lib/calls/conversation";
import { parseNumber } from "@/lib/contacts/contacts";
import { readWorkspace } from "@/lib/identity/workspaces";
import type { Ctx } from "@/lib/platform/context";
import type { FullRow } from "./row";
import { hasTransferTargets, selectTransferTargets, type TransferTarget } from "./transfer-targets";

/**
 * The targets of a transfer, in the order in which they are called until one accepts; at least one. `human`: people.
 * `payment`: the automated payment line, whose part of the call must not be stored.
 */
export type TransferRequest = { targets: readonly TransferTarget[]; kind: "human" | "payment" };

/** Reasons for a failed transfer, with the message for the model. It contains no number and no carrier details. */
const FAILURES = {
  no_telephone:
    "This conversation is not a telephone call, so the caller cannot be transferred. Tell the caller.",
  no_number: "No number is configured for a transfer. Tell the caller.",
  outside_hours: "No one can be called at this time. Tell the caller, and continue.",
  invalid_number: "The configured transfer number is not valid. Tell the caller.",
  busy: "The line is busy. Tell the caller, and continue.",
  no_answer: "The number did not answer. Tell the caller, and continue.",
  not_accepted:
    "The call was answered, but no person accepted it, for example because a mailbox answered. Tell the caller, and continue.",
  unreachable: "The number cannot be reached. Tell the caller, and continue.",
  unavailable: "The carrier cannot transfer the caller now. Tell the caller, and continue.",
  ended: "The caller hung up before the number answered.",
} as const;
type Failure = keyof typeof FAILURES;

/** The result of a transfer. */
export type TransferAnswer = { ok: true } | { ok: false; reason: Failure };

/** Transfers the caller. Resolves once the transfer is answered or has failed. Numbers are in E.164. */
export type Transfer = (request: TransferRequest, signal: AbortSignal) => Promise<TransferAnswer>;

type TransferContext = { ctx: Ctx; row: FullRow; transfer?: Transfer | undefined; signal: AbortSignal };

const failedAnswer = (reason: Failure): ToolAnswer => ({
  ok: false,
  result: { error: { code: reason, message: FAILURES[reason] } },
});

async function transferTo(
  { transfer, signal }: TransferContext,
  kind: TransferRequest["kind"],
  targets: readonly TransferTarget[],
): Promise<ToolAnswer> {
  if (transfer === undefined) return failedAnswer("no_telephone");
  const answer = await transfer({ targets, kind }, signal);
  return answer.ok ? { ok: true, result: { transferred: true } } : failedAnswer(answer.reason);
}

/** Transfers the call to the agent's people: to the first of those that can be called now who accepts. */
export async function transferToHuman(context: TransferContext): Promise<ToolAnswer> {
  const { ctx, row, transfer } = context;
  if (transfer === undefined) return failedAnswer("no_telephone");
  if (!hasTransferTargets(row.config)) return failedAnswer("no_number");
  const { open, isInvalid } = selectTransferTargets(row.config, ctx.now());
  if (isInvalid) return failedAnswer("invalid_number");
  return open.length === 0 ? failedAnswer("outside_hours") : transferTo(context, "human", open);
}

/** Transfers the call to the workspace's payment line, so that card numbers never reach this system. */
export async function transferToPayment(context: TransferContext): Promise<ToolAnswer> {
  if (context.transfer === undefined) return failedAnswer("no_telephone");
  const { settings } = await readWorkspace(context.ctx);
  const number = settings.payment?.ivr_number ?? null;
  if (number === null) return failedAnswer("no_number");
  const parsed = parseNumber(number);
  if (!parsed.ok) return failedAnswer("invalid_number");
  return transferTo(context, "payment", [{ to: parsed.number.e164, position: 0 }]);
}
