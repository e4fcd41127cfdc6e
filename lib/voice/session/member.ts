import type { JoinEnd } from "@/lib/calls/joins";

/** The browser of a member who takes over a call or listens to it. */
export type MemberLine = {
  /** Plays a frame. Never waits. */
  send(frame: Int16Array): void;
  /**
   * Displays the state. `waiting`: the call is being prepared, and nothing is heard. `connected`: the member hears the call, and is
   * heard if they took it over. `is_recorded`: the recording continues with the member's voice.
   */
  display(state: { state: "waiting" | "connected"; is_recorded: boolean }): void;
};

/** A member in a call, for the transport that has their connection. */
export type JoinedMember = {
  /** A frame of the member's audio. A listener's is ignored. */
  frame(frame: Int16Array): void;
  /** Ends the member's part. Safe to repeat. */
  end(reason: JoinEnd): void;
  /** Resolves when the member's part has ended. */
  readonly ended: Promise<JoinEnd>;
};

/** A promise of how a member's part ends. The first end counts. */
export function createEnd<Reason>(): { ended: Promise<Reason>; end(reason: Reason): void } {
  let end: (reason: Reason) => void = () => undefined;
  const ended = new Promise<Reason>((resolve) => {
    end = resolve;
  });
  return { ended, end };
}
