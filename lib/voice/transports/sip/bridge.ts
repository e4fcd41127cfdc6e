import type { MediaSession } from "@/lib/platform/rtp";
import type { SipDialog } from "@/lib/platform/sip";
import type { LineTransfer } from "../../session/line";

/** The same limit as for a call with an agent. */
const MAX_BRIDGE_MS = 4 * 3_600_000;
/** A side that sends no packet for this long has lost the call. */
const SILENT_MS = 30_000;

/** One side of a bridge. */
export type BridgeSide = { media: MediaSession; dialog: SipDialog };

const relay = (
  from: MediaSession,
  to: MediaSession,
  onFrame: (frame: Int16Array) => void,
  onLost: () => void,
): void =>
  from.start({
    onFrame(frame) {
      to.sendLive(frame);
      onFrame(frame);
    },
    onMissing: () => undefined,
    // A payment line asks for keys.
    onKey: (key) => to.sendKey(key),
    onSilent: (silentMs) => {
      if (silentMs >= SILENT_MS && !from.isHeld) onLost();
    },
  });

/**
 * Connects two answered calls: the audio and keys of each side go to the other one. It ends when a side hangs up or is lost, and
 * after four hours. Resolves when both are over and their media is closed.
 */
export async function bridge(
  caller: BridgeSide,
  person: BridgeSide,
  overhear: LineTransfer["overhear"] = null,
): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const lost = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, MAX_BRIDGE_MS);
    timer.unref();
    caller.media.clear();
    relay(caller.media, person.media, (frame) => overhear?.("caller", frame), resolve);
    relay(person.media, caller.media, (frame) => overhear?.("agent", frame), resolve);
  });
  await Promise.race([caller.dialog.ended, person.dialog.ended, lost]);
  clearTimeout(timer);
  await Promise.allSettled([caller.dialog.bye(), person.dialog.bye()]);
  caller.media.close();
  person.media.close();
}
