/** What decides which announcement of a recording is true. */
type Announced = { announcement: string; allow_caller_opt_out: boolean };

/** Suggested announcement where a caller may decline and stay in the call. */
export const OPT_OUT_ANNOUNCEMENT = "This call is recorded. Say no or press 9 if you do not want that.";
/** Suggested announcement where a call cannot continue unrecorded: it offers nothing but to leave. */
export const RECORDED_ANNOUNCEMENT = "This call is recorded. If you do not agree, please hang up.";
/** Before the human leg joins, its words are not heard: only the key can be offered. */
const BRIDGE_ANNOUNCEMENT = "This call is recorded. Press 9 if you do not want that.";
/** Suggested by earlier versions, and stored with agents made then. */
const FORMER_ANNOUNCEMENT = "This call may be recorded. Say no, or press 9, if you do not want that.";

const SUGGESTED: readonly string[] = [OPT_OUT_ANNOUNCEMENT, RECORDED_ANNOUNCEMENT, FORMER_ANNOUNCEMENT];
const isSuggested = (announcement: string): boolean => SUGGESTED.includes(announcement);

/**
 * The announcement that promises only what the settings keep: a suggested wording follows `allow_caller_opt_out`; the
 * organization's own wording stays as it is.
 */
export function fittingAnnouncement({ announcement, allow_caller_opt_out }: Announced): string {
  if (!isSuggested(announcement)) return announcement;
  return allow_caller_opt_out ? OPT_OUT_ANNOUNCEMENT : RECORDED_ANNOUNCEMENT;
}

/** The announcement that a human leg hears before it joins. */
export const bridgeAnnouncement = ({ announcement }: Pick<Announced, "announcement">): string =>
  isSuggested(announcement) ? BRIDGE_ANNOUNCEMENT : announcement;

/** Recording settings with the announcement that fits them. */
export const withFittingAnnouncement = <T extends Announced>(recording: T): T => ({
  ...recording,
  announcement: fittingAnnouncement(recording),
});

/**
 * How long a caller has to answer an announcement, in milliseconds. Callers answer a prompt within about two seconds
 * (Twilio's `<Gather>` waits 5 s, including the time to think about a menu); the agent is silent for so long, so more
 * than ten seconds sounds like a dead line, and in less than one nobody can answer.
 */
export const ANSWER_WINDOW_MS = { min: 1_000, default: 2_500, max: 10_000 } as const;
