import type { TransferAnswer, TransferRequest } from "@/lib/calls/calls";
import type { CallItem, Turn } from "@/lib/calls/calls/schema";
import type { JoinEnd, JoinKind, JoinRefusal } from "@/lib/calls/joins";
import type { ListeningRule } from "@/lib/calls/recordings";
import type { JoinedMember, MemberLine } from "./member";

/** Why a call ended, as in the API. */
export type Ended = NonNullable<CallItem["end_reason"]>;

/** Messages for a line with a display, beside the audio. All are masked. */
export type LineMessage =
  | { type: "state"; state: "listening" | "thinking" | "speaking" }
  /** An interim transcript; the following `turn` is final. */
  | { type: "caption"; role: "agent" | "caller"; index: number | null; text: string }
  | { type: "turn"; turn: Turn }
  /** Loudness, 0..1. */
  | { type: "level"; caller: number; agent: number };

/** The targets of a transfer, called in order until one accepts. */
export type LineTransfer = TransferRequest & {
  /**
   * Set if the recording continues: the target hears an announcement before joining, and both sides are
   * recorded. Null: nothing is heard here.
   */
  overhear: ((leg: "caller" | "agent", frame: Int16Array) => void) | null;
  /**
   * Words for each target in private, before they accept the caller by key 1; null for a target that presses no keys. A carrier
   * that reads the stored call composes them itself.
   */
  briefing: TransferBriefing | null;
};
/** The words in a voice of the call. */
export type TransferBriefing = {
  speak(signal: AbortSignal): AsyncIterable<Int16Array>;
  /** Whether the target may accept only after all of it was heard. */
  mustBeHeard: boolean;
};
/**
 * `over`: resolves at the end of the overheard bridge. `refused`: the target pressed 9 before joining, so
 * that nothing is overheard.
 */
export type LineTransferred =
  | (TransferAnswer & { ok: false })
  | { ok: true; over: Promise<void>; refused: boolean };

/** A connection to the caller, which a transport implements. */
export type Line = {
  /** Plays due frames in order. Never waits. */
  send(frames: readonly Int16Array[]): void;
  /** Discards audio that the other side has not played yet. */
  clear(): void;
  /** Resolves once all sent audio has been played; false if part of it was not, or this is unknown. */
  waitForPlayback(): Promise<boolean>;
  /** Undefined for a line without a display, such as a telephone: then nothing is masked for it. */
  display?(message: LineMessage): void;
  /** The call is over. */
  close(reason: Ended): void;
  /**
   * Transfers the caller. While a target rings, nothing is heard or played, and if none accepts, this
   * line continues. Resolves with either result. Undefined if the line is not a telephone line.
   */
  transfer?(request: LineTransfer, signal: AbortSignal): Promise<LineTransferred>;
  /** Approximate delay between sending and hearing a frame. */
  readonly lagMs: number;
};

/** A call's session, for the transport that holds its line. */
export type Session = {
  readonly callId: string;
  /** A frame of the caller's audio. Never waits. */
  frame(frame: Int16Array): void;
  /** The caller's next frame follows a gap: this many frames before it were not received, or not accepted. */
  missing(frames: number): void;
  /** A key of the keypad. */
  key(key: string): void;
  /** While muted, the caller's audio is silence. */
  mute(muted: boolean): void;
  /** The caller has hung up; or `carrier_error`: the line is lost and cannot be reconnected. */
  hangUp(reason?: "carrier_error"): void;
  /** The connection is lost; the call waits for it to return. */
  lost(): void;
  /** The connection is back, possibly another one. False if the call is over. */
  attach(line: Line): boolean;
  /**
   * The line broke, and its carrier connects the caller again, maybe to another process: stores the words that were
   * heard, and releases the call. Resolves once it is released.
   */
  park(): Promise<void>;
  /** Ends the call because this process ends. Resolves once it is stored. */
  stop(): Promise<void>;
  /** Why a member may not join the call now; null if they may. `unrecorded`: the rule for listening if the call is not recorded. */
  joinRefusal(kind: JoinKind, unrecorded: ListeningRule): JoinRefusal | null;
  /**
   * Connects a member to the caller in place of the agent, which stops. The caller is told first. If the member is lost, the caller
   * returns to the agent. Returns a refusal if the call has changed since the request.
   */
  takeOver(member: MemberLine, options: { acceptsRecording: boolean }): JoinedMember | JoinRefusal;
  /** Lets a member listen, once the caller was told where the recording's rules require it. */
  listen(member: MemberLine, unrecorded: ListeningRule): Promise<JoinedMember | JoinRefusal | JoinEnd>;
  /** Whether the call has ended or is ending, so that the caller cannot reconnect. */
  hasEnded(): boolean;
  /** Resolves when the call is over and released. */
  readonly over: Promise<void>;
};
