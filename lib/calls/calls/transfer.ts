import type { ToolAnswer } from "@/lib/calls/conversation";
import { parseNumber } from "@/lib/contacts/contacts";
import { readWorkspace } from "@/lib/identity/workspaces";
import type { Ctx } from "@/lib/platform/context";
import type { FullRow } from "./row";

/** Who is to take a call over: `human`, or the automatic `payment` line, of whose part nothing may be kept. */
export type TransferRequest = { to: string; kind: "human" | "payment" };

/** Why nobody has taken a call over, with what the agent is told of it: no number, and nothing of the carrier's. */
const FAILURES = {
  no_telephone: "This conversation is not held over a telephone: nobody can be put through. Tell the caller.",
  no_number: "No number is set to put the caller through to. Tell the caller.",
  invalid_number: "The number that is set to put callers through to is not valid. Tell the caller.",
  busy: "The line is busy. Tell the caller, and go on.",
  no_answer: "Nobody has answered. Tell the caller, and go on.",
  unreachable: "The number cannot be reached. Tell the caller, and go on.",
  unavailable: "The carrier cannot put the caller through now. Tell the caller, and go on.",
  ended: "The caller was gone before anybody had answered.",
} as const;
type Failure = keyof typeof FAILURES;

/** What came of putting a call through. */
export type TransferAnswer = { ok: true } | { ok: false; why: Failure };

/** Puts the caller through, and answers once somebody has taken over, or nobody will. Numbers are in E.164. */
export type Transfer = (request: TransferRequest, signal: AbortSignal) => Promise<TransferAnswer>;

type Scene = { ctx: Ctx; row: FullRow; transfer?: Transfer | undefined; signal: AbortSignal };

const failed = (why: Failure): ToolAnswer => ({
  ok: false,
  result: { error: { code: why, message: FAILURES[why] } },
});

async function putThrough(
  { transfer, signal }: Scene,
  kind: TransferRequest["kind"],
  number: string | null,
): Promise<ToolAnswer> {
  if (transfer === undefined) return failed("no_telephone");
  if (number === null) return failed("no_number");
  const parsed = parseNumber(number);
  if (!parsed.ok) return failed("invalid_number");
  const answer = await transfer({ to: parsed.number.e164, kind }, signal);
  return answer.ok ? { ok: true, result: { transferred: true } } : failed(answer.why);
}

/** The agent's number for a human takes the call over. */
export const transferToHuman = (scene: Scene): Promise<ToolAnswer> =>
  putThrough(scene, "human", scene.row.config.transfer_to);

/** The workspace's payment line takes the call over: cards are none of ours to hear. */
export async function transferToPayment(scene: Scene): Promise<ToolAnswer> {
  const { settings } = await readWorkspace(scene.ctx);
  return putThrough(scene, "payment", settings.payment?.ivr_number ?? null);
}
