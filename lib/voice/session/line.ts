import type { TransferAnswer, TransferRequest } from "@/lib/calls/calls";
import type { CallItem, Turn } from "@/lib/calls/calls/schema";

/** Why a call ended, as the contract names it. */
export type Ended = NonNullable<CallItem["end_reason"]>;

/** What a line that can show something is told, beside the sound. All of it is masked. */
export type Told =
  | { type: "state"; state: "listening" | "thinking" | "speaking" }
  /** Words while they are said; the `turn` that follows is what counts. */
  | { type: "caption"; role: "agent" | "caller"; index: number | null; text: string }
  | { type: "turn"; turn: Turn }
  /** Loudness, 0..1. */
  | { type: "level"; caller: number; agent: number };

/** Who is to take the caller over. */
export type LineTransfer = Pick<TransferRequest, "to"> & {
  /**
   * Where the recording goes on: who takes over is told so before they are let in, and what both then say is given to it.
   * Null: nothing of it is heard here.
   */
  overhear: ((leg: "caller" | "agent", frame: Int16Array) => void) | null;
};
/**
 * `over`: resolves once what is overheard has ended. `refused`: whoever took over pressed 9 before they joined, so that
 * nothing more is overheard.
 */
export type LineTransferred =
  | (TransferAnswer & { ok: false })
  | { ok: true; over: Promise<void>; refused: boolean };

/** A way to the caller, as a transport makes it of its wire. */
export type Line = {
  /** Plays frames that are due, in order. Never waits. */
  send(frames: readonly Int16Array[]): void;
  /** Forgets what the other side has not played yet. */
  clear(): void;
  /** Resolves once all that was sent has come out there; false where part of it has not, or nobody can say. */
  heard(): Promise<boolean>;
  /** Missing where nobody can be shown anything, as on a telephone: then nothing is masked for it either. */
  tell?(told: Told): void;
  /** The call is over. */
  close(reason: Ended): void;
  /**
   * Puts the caller through: while that number rings nothing is heard or played, and where nobody answers, this line is
   * as it was. Answers once one or the other is certain. Missing where the line is no telephone's.
   */
  transfer?(request: LineTransfer, signal: AbortSignal): Promise<LineTransferred>;
  /** How much later than it is sent a frame is heard there, about. */
  readonly lagMs: number;
};

/** A call's session, for the transport that holds its line. */
export type Session = {
  readonly callId: string;
  /** A frame of the caller's sound. Never waits. */
  frame(frame: Int16Array): void;
  /** A key of the keypad. */
  key(key: string): void;
  /** While muted the caller's sound is silence. */
  mute(muted: boolean): void;
  /** The caller has hung up; or `carrier_error`: their line is gone, and nobody can come back to it. */
  hangUp(reason?: "carrier_error"): void;
  /** The wire is gone; the call waits a while for it to come back. */
  lost(): void;
  /** The wire is back, perhaps another one. False where the call is over. */
  attach(line: Line): boolean;
  /** Ends the call as this process ends. Resolves once it is stored. */
  stop(): Promise<void>;
  /** Whether the call has ended, or is about to: nobody can come back to it. */
  hasEnded(): boolean;
  /** Resolves when all is over and let go. */
  readonly over: Promise<void>;
};
