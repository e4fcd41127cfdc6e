import { RECONNECT_MS } from "./schema";

/** Times of a call by voice, in milliseconds. They may be changed before calls begin. */
export const VOICE_LIMITS = {
  /** A caller who does not answer is asked whether they are there: long enough to look something up, short enough not to wonder whether the line is dead. */
  silenceMs: 8_000,
  /** A browser that changes its network is back within seconds (the contract's own figure). */
  reconnectMs: RECONNECT_MS,
  /** Interval of pings, so that a dead connection is noticed early. */
  pingMs: 4_000,
  /** A client that receives no audio for this long is lost, even if its socket is open. */
  stuckMs: 10_000,
  /** A carrier sends a frame each 20 ms, silence too; one that sends nothing for this long has lost the call. */
  mediaMs: 5_000,
  /** A media stream says what it is at once. */
  startMs: 5_000,
  /**
   * A transfer calls people for two minutes at most (`TRANSFER_SEARCH_MS`), and the last of them can be briefed for another; a
   * carrier without a result by then has lost the call.
   */
  transferMs: 240_000,
  /** The mark after an announcement returns within a round trip; without it by now, playback is unknown. */
  heardMs: 3_000,
  /** Maximum audio that a carrier still plays after the agent's last words. */
  lastSoundMs: 1_500,
};
