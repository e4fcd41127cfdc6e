import type { JoinEnd } from "@/lib/calls/joins";
import { memberAnnouncement } from "@/lib/platform/announcements";
import { withTimeout } from "@/lib/platform/with-timeout";
import { VOICE_LIMITS } from "../limits";
import { type FollowedBridge, followBridge } from "./follow-bridge";
import type { HeldCall } from "./held-call";
import { createEnd, type JoinedMember, type MemberLine } from "./member";
import type { Notices } from "./notices";
import { createPacer } from "./pace-frames";

/** The same limit as for a transferred call. */
const MAX_BRIDGE_MS = 4 * 3_600_000;
/** The announcement is repeated if a part of it was not heard. */
const MAX_ANNOUNCEMENTS = 2;
/** The mark behind an announcement can be missing, and the announcement itself takes 3 s. */
const ANNOUNCEMENT_MS = 15_000;

/**
 * How a takeover ends. `caller_left`: the caller hung up, or their line was lost. `too_long`: after four hours. `released`: another
 * process ends the call. `parked`: the carrier connects the caller again. `stopped`: this process ends.
 */
export type TakeOverEnd = JoinEnd | "caller_left" | "too_long" | "released" | "parked" | "stopped";

/** How the member's part ended, for each end of the takeover. */
const memberEnd = (end: TakeOverEnd): JoinEnd =>
  end === "left" || end === "lost" || end === "revoked" || end === "not_announced" || end === "not_connected"
    ? end
    : "call_ended";

type Options = {
  heldCall: HeldCall;
  notices: Pick<Notices, "say" | "interrupt">;
  /** Stores what the caller was told. */
  note(text: string, startMs: number, endMs: number, isComplete: boolean): void;
  member: MemberLine;
  acceptsRecording: boolean;
  /** Receives relayed frames, for members who listen. */
  relayed(leg: "caller" | "agent", frame: Int16Array): void;
};

export type TakeOver = ReturnType<typeof createTakeOver>;

/**
 * Connects a caller to a member in the place of the agent, which must be silent. The caller hears an announcement first, and nothing
 * of the member before its end. Nothing is transcribed. The recording continues by the rules of transfers.
 */
export function createTakeOver({ heldCall, notices, note, member, acceptsRecording, relayed }: Options) {
  const { ended, end } = createEnd<TakeOverEnd>();
  const fromMember = createPacer();
  const fromCaller = createPacer();
  let followed: FollowedBridge | null = null;
  let isRunning = false;
  let isConnected = false;
  let absence: NodeJS.Timeout | undefined;

  /** Tells the caller. False if they did not hear all of it. */
  async function announce(): Promise<boolean> {
    const words = memberAnnouncement("connects", heldCall.call.config.language);
    for (let tries = 0; tries < MAX_ANNOUNCEMENTS; tries++) {
      const { text, startMs, endMs, isComplete } = await notices.say(words.text, words.language);
      if (text !== "") note(text, startMs, endMs, isComplete);
      if (isComplete && (await heldCall.line.waitForPlayback())) return true;
    }
    return false;
  }

  /** Applies the rules of transfers to the recording. */
  function settleRecording(): void {
    const { recording, call } = heldCall;
    const atMs = call.nowMs();
    if (followed === null) recording?.dispatchEvent({ type: "ended", atMs });
    else recording?.dispatchEvent({ type: "transferred", hasRefused: !acceptsRecording, atMs });
    if (!acceptsRecording) {
      followed?.close();
      followed = null;
    }
    void followed?.stopped.then(() => {
      if (isConnected) member.display({ state: "connected", is_recorded: false });
    });
  }

  async function connect(): Promise<void> {
    followed = await followBridge(heldCall);
    const wasHeard = await withTimeout(
      Promise.race([announce(), ended.then(() => null)]),
      ANNOUNCEMENT_MS,
      () => false,
    );
    if (wasHeard === null) return;
    if (!wasHeard) return end("not_announced");
    settleRecording();
    isConnected = true;
    member.display({ state: "connected", is_recorded: followed !== null });
  }

  const joined: JoinedMember = {
    frame(frame) {
      if (!isConnected || !fromMember(performance.now())) return;
      heldCall.line.send([frame]);
      followed?.overhear("agent", frame);
      relayed("agent", frame);
    },
    end,
    ended: ended.then(memberEnd),
  };

  return {
    joined,
    end,
    isRunning: () => isRunning,
    /** Whether the caller and the member have heard each other. */
    wasConnected: () => isConnected,
    /** Connects both. Resolves with how it ended. */
    async run(): Promise<TakeOverEnd> {
      isRunning = true;
      const longest = setTimeout(() => end("too_long"), MAX_BRIDGE_MS);
      longest.unref();
      try {
        await connect();
        return await ended;
      } finally {
        isRunning = false;
        notices.interrupt();
        clearTimeout(longest);
        clearTimeout(absence);
        followed?.close();
      }
    },
    callerFrame(frame: Int16Array): void {
      if (!isConnected) {
        heldCall.recording?.frame("caller", frame, heldCall.call.nowMs());
        return;
      }
      followed?.overhear("caller", frame);
      if (fromCaller(performance.now())) member.send(frame);
    },
    /** The caller's connection is lost. Their browser can reconnect. */
    callerLost(): void {
      clearTimeout(absence);
      absence = setTimeout(() => end("caller_left"), VOICE_LIMITS.reconnectMs);
    },
    callerBack(): void {
      clearTimeout(absence);
    },
  };
}
