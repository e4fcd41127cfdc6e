import { RECONNECT_MS } from "./schema";

/** Times of a call by voice, in milliseconds. They may be changed before calls begin. */
export const VOICE_LIMITS = {
  /** A caller who does not answer is asked whether they are there: long enough to look something up, short enough not to wonder whether the line is dead. */
  silenceMs: 8_000,
  /** A browser that changes its network is back within seconds (the contract's own figure). */
  reconnectMs: RECONNECT_MS,
  /** A connection that is dead is noticed by a ping without an answer, before anybody wonders. */
  pingMs: 4_000,
  /** Whoever takes no sound for this long is gone, whatever its socket says. */
  stuckMs: 10_000,
  /** A carrier sends a frame each 20 ms, silence too; one that sends nothing for this long has lost the call. */
  mediaMs: 5_000,
  /** A media stream says what it is at once. */
  startMs: 5_000,
  /** Somebody who is to take over is rung for half a minute; a carrier that has not said by then what came of it has lost the call. */
  transferMs: 60_000,
  /** The mark behind an announcement is back within a round trip; one that is not by now tells that nobody knows what was heard. */
  heardMs: 3_000,
  /** What a carrier still has to play when the agent has said its last, at most. */
  lastSoundMs: 1_500,
};
