import { z } from "zod";
import {
  acceptTransfer,
  composeBriefing,
  keepTransferringCall,
  readTransferredCall,
  type TransferredCall,
} from "@/lib/calls/calls";
import type { Ctx } from "@/lib/platform/context";
import type { SignedRequest } from "@/lib/platform/signed-request";
import { announcementTwiml, briefingLanguage, briefingTwiml } from "./briefing-twiml";
import { transferAnsweredUrl } from "./callback-urls";
import { readTransferLeg, type TransferLeg, toTransferQuery } from "./transfer-leg";
import { CONTINUE, HANG_UP } from "./twiml";
import type { TwilioCaller } from "./webhook";

const KEYS = { accept: "1", decline: "2", unrecorded: "9" } as const;
/** How often a person is briefed again after a key that means nothing. */
const MAX_ROUNDS = 3;

const Step = z.object({
  step: z.enum(["connect", "brief", "keyed", "accepted"]),
  heard: z.enum(["0", "1"]).default("0"),
  round: z.coerce.number().int().min(1).max(MAX_ROUNDS).catch(1),
});
const Form = z.object({ ParentCallSid: z.string().optional(), Digits: z.string().default("") });

type Answer = { by: TwilioCaller; leg: TransferLeg; call: TransferredCall };

/** Stores the result, and lets Twilio connect both. A repeated request reports it again. */
async function connect(
  ctx: Ctx,
  callId: string,
  kind: Parameters<typeof acceptTransfer>[2],
): Promise<string> {
  await acceptTransfer(ctx, callId, kind);
  return CONTINUE;
}

const urlOf = ({ by, leg }: Answer, step: Record<string, string>): string =>
  transferAnsweredUrl(by.account.id, { ...toTransferQuery(leg), ...step });

const keyUrl = (answer: Answer, round: number, isHeard: boolean): string =>
  urlOf(answer, { step: "keyed", heard: isHeard ? "1" : "0", round: String(round) });

/** The words of the briefing. `withTurns`: whether they repeat the caller's last words. */
const wordsOf = async ({ leg, call }: Answer, language: string, { withTurns }: { withTurns: boolean }) =>
  composeBriefing(
    {
      config: call.config,
      policy: call.policy,
      turns: withTurns ? await call.maskedTurns() : [],
      isRecorded: leg.isAnnounced,
    },
    language,
  );

async function brief(answer: Answer, round: number): Promise<string> {
  const language = briefingLanguage(answer.call.config.language);
  const words = await wordsOf(answer, language, { withTurns: true });
  return briefingTwiml(words, language, { key: (isHeard) => keyUrl(answer, round, isHeard) });
}

/** Handles a key. An early 1 counts once the announcement of the recording was heard. */
async function handleKey(answer: Answer, key: string, step: z.output<typeof Step>): Promise<string> {
  const { by, call } = answer;
  if (key === KEYS.decline) return HANG_UP;
  if (key === KEYS.unrecorded) return connect(by.ctx, call.id, "bridged_unrecorded");
  if (key !== KEYS.accept) return step.round < MAX_ROUNDS ? brief(answer, step.round + 1) : HANG_UP;
  if (step.heard === "1") return connect(by.ctx, call.id, "bridged");
  const language = briefingLanguage(call.config.language);
  const { announcement } = await wordsOf(answer, language, { withTurns: false });
  return announcement === null
    ? connect(by.ctx, call.id, "bridged")
    : announcementTwiml(announcement, language, {
        keyUrl: keyUrl(answer, step.round, true),
        acceptedUrl: urlOf(answer, { step: "accepted" }),
      });
}

/**
 * Handles a transfer's target that has answered: a person is briefed in private and accepts with a key; the payment line is
 * connected. All state is in the signed URL and the stored call, so that a repeated request has the same answer, and any
 * server can give it. A mailbox presses no key, so its leg ends. Source: twilio.com/docs/voice/twiml/number#url.
 */
export async function handleTransferAnswered(
  by: TwilioCaller,
  { form, query }: SignedRequest,
): Promise<string> {
  const leg = readTransferLeg(query);
  const step = Step.safeParse(Object.fromEntries(query));
  const { ParentCallSid: parentSid, Digits: key } = Form.parse(form);
  if (leg === null || !step.success || (parentSid ?? leg.parentSid) !== leg.parentSid) return HANG_UP;
  const call = await readTransferredCall(by.ctx, leg.callId);
  if (call === undefined || call.stage === "ended") return HANG_UP;
  const answer = { by, leg, call };
  // The target has accepted, and Twilio repeats the request whose response it did not get.
  if (call.stage === "accepted")
    return step.data.step === "brief" || key === KEYS.decline ? HANG_UP : CONTINUE;
  await keepTransferringCall(by.ctx, call.id);
  switch (step.data.step) {
    case "brief":
      return leg.kind === "human" ? brief(answer, step.data.round) : HANG_UP;
    case "keyed":
      return handleKey(answer, key, step.data);
    case "connect":
    case "accepted":
      return connect(by.ctx, call.id, "bridged");
  }
}
