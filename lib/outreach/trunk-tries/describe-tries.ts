import type { TrunkTry } from "./schema";
import { parseTries, type StoredTry } from "./stored-tries";
import type { TryResult } from "./values";

/** The placement of a call, and whether its gateway holds it now. Times are RFC 3339. */
export type PlacementRow = {
  integration_id: string;
  from_number: string;
  state: string;
  sip_status: number | null;
  requested_at: string;
  claimed_at: string | null;
  is_held: boolean;
  tries: unknown;
};

const MESSAGES: Readonly<Record<Exclude<TryResult, "rejected">, string>> = {
  disconnected: "Skipped: the trunk is disconnected.",
  encryption_required:
    "Skipped: the workspace requires encrypted calls, and the trunk does not require encryption.",
  not_allowed: "Skipped: the trunk may not call this number. Check its countries.",
  paused: "Skipped: the trunk accepted no calls for some time (Retry-After).",
  no_caller_id: "Skipped: the trunk has no number that it can show.",
  busy: "Skipped: the trunk had its maximum of calls, or of calls per second.",
  limited: "Skipped: a limit of the trunk was reached.",
  unreachable: "Nothing was sent: the trunk could not be reached.",
  in_progress: "The call is placed over this trunk.",
  answered: "The call was answered.",
  unknown: "The result is unknown, so the call is not placed again.",
};

/** Statuses that Parley stores too, without a response of the trunk. */
const MESSAGES_OF_STATUS: Readonly<Record<number, string>> = {
  408: "The trunk gave no final answer in time (SIP status 408).",
  488: "The trunk and Parley agreed on no audio (SIP status 488). Check codecs and encryption, and whether TOOL_ALLOWED_HOSTS lists the address to which the trunk wants audio.",
};

/** Writes the result of a try for people. */
function messageOf(result: TryResult, status: number | null): string {
  if (result !== "rejected") return MESSAGES[result];
  return MESSAGES_OF_STATUS[status ?? 0] ?? `The trunk ended the call with SIP status ${status}.`;
}

function resultOfTry({ reason, was_sent: wasSent, status }: StoredTry): TryResult {
  if (reason !== null) return reason;
  if (!wasSent) return "unreachable";
  return status === null ? "unknown" : "rejected";
}

function resultOfPlacement({ state, sip_status: status, is_held: isHeld }: PlacementRow): TryResult {
  if (state === "ended") return status === null ? "unknown" : status < 300 ? "answered" : "rejected";
  return isHeld || state === "requested" ? "in_progress" : "unknown";
}

/**
 * Describes the tries of a call in their order: the trunks that certainly did not place it, and the one that it stayed with. `names`:
 * of the workspace's trunks by their identifiers.
 */
export function describeTries(row: PlacementRow, names: ReadonlyMap<string, string>): TrunkTry[] {
  const stored = parseTries(row.tries);
  const tries = stored.map((entry) => ({ ...entry, result: resultOfTry(entry) }));
  // A trunk gets at most one INVITE, so a try of the placement's trunk means that no further trunk was left.
  const hasEnded = stored.some(({ integration_id: id }) => id === row.integration_id);
  const last = {
    integration_id: row.integration_id,
    from_number: row.from_number,
    at: row.claimed_at ?? row.requested_at,
    result: resultOfPlacement(row),
    status: row.sip_status,
  };
  return [...tries, ...(hasEnded ? [] : [last])].map((entry) => ({
    integration_id: entry.integration_id,
    trunk: names.get(entry.integration_id) ?? null,
    from_number: entry.from_number,
    at: entry.at,
    result: entry.result,
    sip_status: entry.status,
    message: messageOf(entry.result, entry.status),
  }));
}
