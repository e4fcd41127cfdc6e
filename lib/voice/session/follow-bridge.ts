import { openBridgeListener } from "./bridge-listener";
import { type HeldCall, warn } from "./held-call";

/**
 * Whether speech behind a bridge can be recorded. It has no transcript, from which masked values could be
 * silenced, so an agent with sensitive variables stops recording.
 */
const mustMask = ({ call }: HeldCall): boolean =>
  call.policy.recording.redact_sensitive_fields && call.config.variables.some(({ sensitive }) => sensitive);

/** A bridge between the caller and a person that is recorded. */
export type FollowedBridge = {
  /** Records a frame of one side. The caller is listened to for a refusal. */
  overhear(leg: "caller" | "agent", frame: Int16Array): void;
  /** Resolves when nothing more is recorded: the caller has refused, or `stop` was called. */
  stopped: Promise<void>;
  stop(): void;
  close(): void;
};

/**
 * Records what both sides of a bridge say, until the caller declines: then all of it is destroyed. Null if the recording does not
 * continue on a bridge, by its consent or because values would have to be masked, and if the caller cannot be listened to.
 */
export async function followBridge(heldCall: HeldCall): Promise<FollowedBridge | null> {
  const { recording, call } = heldCall;
  if (recording === null || !recording.followsTransfer() || mustMask(heldCall)) return null;
  let stop: () => void = () => undefined;
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const ear = await openBridgeListener(heldCall, recording, () => {
    recording.dispatchEvent({ type: "declined", by: "words", atMs: call.nowMs() });
    stop();
  }).catch((error: unknown) => {
    warn(heldCall, error, "a bridge cannot be overheard: its recording stops");
    return null;
  });
  if (ear === null) return null;
  const overhear = (leg: "caller" | "agent", frame: Int16Array) => {
    recording.frame(leg, frame, call.nowMs());
    if (leg === "caller") ear.frame(frame);
  };
  return { overhear, stopped, stop, close: ear.close };
}
