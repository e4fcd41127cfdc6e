import type { ApiError } from "@/components/api-error";

type Code = ApiError["code"];

/** Where a message did not get through: what happened, and what to do with it, as it is back in the field. */
const LOST: Partial<Record<Code, string>> = {
  unreachable:
    "Parley could not be reached. Your message is back in the field: send it again when you are connected, it is not said twice.",
  in_progress:
    "The agent is still answering. Your message is back in the field: send it when the agent has finished.",
  invalid_state: "The call has ended meanwhile. Your message is kept for the next rehearsal.",
  not_found:
    "This rehearsal is not here any more: it was deleted, or the environment was switched. Start again; your message is kept.",
  rate_limited:
    "Too many requests within a minute. Wait a little, then send your message from the field again.",
  unavailable:
    "Parley or the agent's model cannot answer at the moment. Your message is back in the field: send it again shortly.",
};

/** Where the agent had heard the message already, and only its answer did not come through. */
const KEPT: Partial<Record<Code, string>> = {
  unreachable:
    "The connection was cut. The agent has heard you and goes on; what it says stands here once you are connected again.",
  invalid_state: "The call has ended meanwhile. Start again to go on rehearsing.",
  not_found:
    "This rehearsal is not here any more: it was deleted, or the environment was switched. Start again.",
};

export const lostWords = (code: Code, message: string): string =>
  LOST[code] ?? `${message} Your message is back in the field.`;
export const keptWords = (code: Code, message: string): string => KEPT[code] ?? message;
