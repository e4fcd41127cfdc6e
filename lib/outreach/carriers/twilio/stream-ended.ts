import {
  createStreamToken,
  endUnansweredCall,
  offerResumption,
  readCall,
  streamUrl,
} from "@/lib/calls/calls";
import type { Call } from "@/lib/calls/calls/schema";
import { AppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { decisionReason } from "@/lib/platform/reasons/decisions";
import type { SignedRequest } from "@/lib/platform/signed-request";
import { type StreamHistory, streamEndedUrl } from "./callback-urls";
import { connectStreamTwiml, dialTwiml, HANG_UP, PAUSE } from "./twiml";
import { CallParams, findAccountNumber } from "./voice";
import type { TwilioCaller } from "./webhook";

/** Streams that a ringing call is offered: a gateway that drains or restarts does not accept the first. */
const MAX_FIRST_STREAMS = 3;
/**
 * Streams of one call in total. Resumptions are limited separately; this also limits streams that no gateway opens, and
 * is enough for the seconds that a restart takes.
 */
const MAX_STREAMS = 12;
const COUNT = /^[0-9]{1,3}$/;

/** Call statuses of Twilio with the caller on the line. Source: twilio.com/docs/voice/twiml#twilios-request-to-your-application. */
const ON_LINE = ["ringing", "in-progress"];

/** Reads the history of a callback. Calls that were connected by an earlier release have none. */
function historyOf(query: URLSearchParams): StreamHistory {
  const numberOf = (name: string) => {
    const text = query.get(name) ?? "";
    return COUNT.test(text) ? Number(text) : null;
  };
  return { streams: numberOf("streams") ?? 1, offered: numberOf("offered") };
}

/** Connects the call to another stream. `first`: the purpose if the call was not in progress yet. */
function connectAgain(
  { ctx, account }: TwilioCaller,
  callId: string,
  history: StreamHistory,
  { isPaused, first = "begin" }: { isPaused: boolean; first?: "begin" | "answer" },
): string {
  const { streams, offered } = history;
  const grant = { callId, integrationId: account.id };
  const purpose = offered === null ? { use: first } : ({ use: "resume", resumptions: offered } as const);
  // Tokens are checked against the system clock, wherever the stream connects.
  const token = createStreamToken(ctx, { ...grant, ...purpose }, new Date().toISOString());
  const after = streamEndedUrl(account.id, callId, { streams: streams + 1, offered });
  return connectStreamTwiml(streamUrl(token), after, isPaused ? PAUSE : "");
}

/** A call whose stream could not start goes to another gateway, then to the fallback number. */
async function handleUnanswered(
  by: TwilioCaller,
  call: Call,
  params: CallParams,
  history: StreamHistory,
): Promise<string> {
  const isOnLine = ON_LINE.includes(params.CallStatus);
  if (isOnLine && history.streams < MAX_FIRST_STREAMS)
    return connectAgain(by, call.id, history, {
      isPaused: true,
      first: call.direction === "outbound" ? "answer" : "begin",
    });
  const ending = {
    status: "failed",
    endReason: "carrier_error",
    outcome: "failed",
    reasons: isOnLine ? [decisionReason("no_stream")] : [],
  } as const;
  const wasNeverAnswered = await endUnansweredCall(by.ctx, call.id, ending);
  if (!isOnLine || !wasNeverAnswered || call.direction === "outbound") return HANG_UP;
  const number = await findAccountNumber(by, params.To);
  return number === undefined || number.fallback_number === null
    ? HANG_UP
    : dialTwiml(number.fallback_number);
}

/** A call in progress whose stream broke gets a new one, which any gateway can open. */
async function handleBroken(by: TwilioCaller, callId: string, history: StreamHistory): Promise<string> {
  const offered = history.streams < MAX_STREAMS ? await offerResumption(by.ctx, callId) : null;
  if (offered === null) {
    log.warn({ callId, streams: history.streams }, "a call whose stream broke is not resumed again");
    return HANG_UP;
  }
  // No gateway has opened the last stream.
  const isPaused = history.offered === offered;
  log.info({ callId, resumptions: offered }, "a call whose stream broke gets a new one");
  return connectAgain(by, callId, { ...history, offered }, { isPaused });
}

/**
 * Handles the end of a stream (`<Connect action>`), for any reason: its gateway closed it or died, the network broke,
 * no gateway accepted it, or the caller hung up. Source: twilio.com/docs/voice/twiml/connect#action.
 */
export async function handleStreamEnded(by: TwilioCaller, { form, query }: SignedRequest): Promise<string> {
  const params = CallParams.safeParse(form);
  const call = await readCall(by.ctx, query.get("call") ?? "").catch((error: unknown) => {
    if (error instanceof AppError) return undefined;
    throw error;
  });
  if (call === undefined || !params.success) return HANG_UP;
  const history = historyOf(query);
  if (call.status === "ringing" || call.status === "queued")
    return handleUnanswered(by, call, params.data, history);
  // The gateway of a caller who has hung up was told so by the stream.
  const isCutOff = call.status === "in_progress" && ON_LINE.includes(params.data.CallStatus);
  return isCutOff ? handleBroken(by, call.id, history) : HANG_UP;
}
