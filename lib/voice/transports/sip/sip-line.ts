import { setTimeout as pause } from "node:timers/promises";
import { log } from "@/lib/platform/log";
import type { MediaSession } from "@/lib/platform/rtp";
import type { SipDialog } from "@/lib/platform/sip";
import { withTimeout } from "@/lib/platform/with-timeout";
import { VOICE_LIMITS } from "../../limits";
import type { Line, Session } from "../../session/line";
import type { BridgeSide } from "./bridge";
import { transferCaller } from "./transfer-caller";

/** A peer that sends no packet for this long has lost the call. Peers that suppress silence send none during pauses. */
const SILENT_MS = 30_000;

/** A call over a SIP trunk, as a line. */
export type SipLine = Omit<Line, "display"> & {
  /** Connects the call's dialog, once the other side has answered. */
  connect(dialog: SipDialog): void;
  /** Begins to pass on what the other side says. */
  serve(session: Session): void;
  /** A key that came in a SIP message. */
  key(key: string): void;
  /** Whether the other side has answered. From then on the line frees the media. */
  isConnected(): boolean;
  /** Resolves when the call is over, also one that two people continue. */
  readonly over: Promise<void>;
};

/** How a line reaches the target of a transfer. */
export type LineTransfers = Omit<Parameters<typeof transferCaller>[0], "caller" | "onLost">;

/** Creates the line of a call from its media. The line closes the media when the call ends. */
export function createSipLine(media: MediaSession, transfers: LineTransfers): SipLine {
  let side: BridgeSide | undefined;
  let session: Session | undefined;
  let isClosed = false;
  let isBridged = false;
  let resolveOver: () => void = () => undefined;
  const over = new Promise<void>((resolve) => {
    resolveOver = resolve;
  });
  /** How the dialog ended, which may be before a session can be told. */
  let ending: "hung_up" | "lost" | null = null;

  const endSession = () => {
    if (ending === null || session === undefined || isClosed) return;
    session.hangUp(ending === "lost" ? "carrier_error" : undefined);
  };
  const onLost = () => {
    ending ??= "lost";
    endSession();
  };
  const listen = (callSession: Session) =>
    media.start({
      onFrame: (frame) => callSession.frame(frame),
      onMissing: (frames) => callSession.missing(frames),
      onKey: (key) => callSession.key(key),
      onSilent: (silentMs) => {
        if (silentMs >= SILENT_MS && !media.isHeld) onLost();
      },
    });
  const closeMedia = async (): Promise<void> => {
    await withTimeout(media.waitForPlayback(), VOICE_LIMITS.lastSoundMs, () => false);
    await pause(Math.min(media.lagMs, VOICE_LIMITS.lastSoundMs));
    await side?.dialog.bye().catch((error: unknown) => log.warn({ err: error }, "a call was not hung up"));
    media.close();
    resolveOver();
  };

  return {
    connect(dialog) {
      side = { media, dialog };
      void dialog.ended.then((by) => {
        ending = by === "lost" ? "lost" : "hung_up";
        endSession();
      });
    },
    serve(callSession) {
      session = callSession;
      listen(callSession);
      endSession();
    },
    key: (key) => session?.key(key),
    isConnected: () => side !== undefined,
    over,
    get lagMs() {
      return media.lagMs;
    },
    send(frames) {
      for (const frame of frames) media.send(frame);
    },
    clear: () => media.clear(),
    async waitForPlayback() {
      const wasPlayed = await withTimeout(media.waitForPlayback(), VOICE_LIMITS.heardMs, () => false);
      if (wasPlayed) await pause(media.lagMs);
      return wasPlayed && ending === null;
    },
    async transfer(request, signal) {
      if (side === undefined || session === undefined || ending !== null)
        return { ok: false, reason: "unavailable" };
      const result = await transferCaller({ caller: side, onLost, ...transfers }, request, signal);
      if (!result.ok) listen(session);
      else {
        isBridged = true;
        void result.over.then(resolveOver);
      }
      return result;
    },
    close() {
      if (isClosed) return;
      isClosed = true;
      // A bridge ends when one of the two people hangs up.
      if (!isBridged) void closeMedia();
    },
  };
}
