import type { MediaSession } from "@/lib/platform/rtp";
import type { SipDialog } from "@/lib/platform/sip";
import type { LineTransfer } from "../../session/line";

/** One side of a bridge. */
export type BridgeSide = { media: MediaSession; dialog: SipDialog };

const relay = (from: MediaSession, to: MediaSession, onFrame: (frame: Int16Array) => void): void =>
  from.start({
    onFrame(frame) {
      to.send(frame);
      onFrame(frame);
    },
    onMissing: () => undefined,
    // A payment line asks for keys.
    onKey: (key) => to.sendKey(key),
  });

/**
 * Connects two answered calls: the audio and keys of each side go to the other one. When one side hangs up, so does the bridge.
 * Resolves when both are over and their media is closed.
 */
export async function bridge(
  caller: BridgeSide,
  person: BridgeSide,
  overhear: LineTransfer["overhear"] = null,
): Promise<void> {
  caller.media.clear();
  relay(caller.media, person.media, (frame) => overhear?.("caller", frame));
  relay(person.media, caller.media, (frame) => overhear?.("agent", frame));
  await Promise.race([caller.dialog.ended, person.dialog.ended]);
  await Promise.all([caller.dialog.bye(), person.dialog.bye()]);
  caller.media.close();
  person.media.close();
}
