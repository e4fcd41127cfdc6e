import { type AudioProblem, audioProblemOf } from "./problem";

/** The reason why this browser cannot hold a call now. */
export class SoundError extends Error {
  readonly problem: AudioProblem;
  constructor(problem: AudioProblem) {
    super(problem);
    this.problem = problem;
  }
}

/** The microphone and the loudspeaker of one call. */
export type Sound = {
  /** Plays a frame of the wire. */
  play(frame: ArrayBuffer): void;
  /** Forgets what has not been played. */
  clear(): void;
  mute(muted: boolean): void;
  /** How loud both sides are now, 0 to 1; the caller is silent where nothing is sent of them. */
  levels(): { caller: number; agent: number };
  close(): void;
};

type SoundOptions = {
  /** 20 ms of the caller, as the wire has it. */
  frame(bytes: ArrayBuffer): void;
  /** The microphone was unplugged or taken back. */
  onEnded(): void;
};

const MODULE = "/worklets/voice.js";

async function openMicrophone(): Promise<MediaStream> {
  if (!window.isSecureContext) throw new SoundError("insecure");
  if (typeof AudioWorkletNode === "undefined" || navigator.mediaDevices === undefined)
    throw new SoundError("unsupported");
  try {
    // The agent's own voice must not come back as an answer.
    const audio = { echoCancellation: true, noiseSuppression: true, autoGainControl: true, channelCount: 1 };
    return await navigator.mediaDevices.getUserMedia({ audio });
  } catch (error) {
    throw new SoundError(audioProblemOf(error));
  }
}

/** Opens both, which asks the person for the microphone. Throws `SoundError`. */
export async function openSound(options: SoundOptions): Promise<Sound> {
  const stream = await openMicrophone();
  // The rate of the device: the worklet makes that of the wire.
  const context = new AudioContext({ latencyHint: "interactive" });
  const levels = { caller: 0, agent: 0 };
  const stop = () => {
    for (const track of stream.getTracks()) track.stop();
    if (context.state !== "closed") context.close().catch(() => undefined);
  };
  try {
    await context.audioWorklet.addModule(MODULE);
    // Not waited for: a browser that wants another click first would not answer.
    context.resume().catch(() => undefined);
  } catch {
    stop();
    throw new SoundError("not_loaded");
  }
  const microphone = new AudioWorkletNode(context, "parley-microphone", {
    numberOfOutputs: 0,
    channelCount: 1,
    channelCountMode: "explicit",
  });
  const loudspeaker = new AudioWorkletNode(context, "parley-loudspeaker", { numberOfInputs: 0 });
  context.createMediaStreamSource(stream).connect(microphone);
  loudspeaker.connect(context.destination);
  microphone.port.onmessage = ({ data }: MessageEvent<{ frame: ArrayBuffer; level: number }>) => {
    levels.caller = data.level;
    options.frame(data.frame);
  };
  loudspeaker.port.onmessage = ({ data }: MessageEvent<{ level: number }>) => {
    levels.agent = data.level;
  };
  for (const track of stream.getAudioTracks()) track.addEventListener("ended", options.onEnded);
  // A telephone call or another tab may have taken the sound; it is ours again when the page is.
  context.addEventListener("statechange", () => {
    if (context.state !== "running" && context.state !== "closed") context.resume().catch(() => undefined);
  });
  return {
    play: (frame) => loudspeaker.port.postMessage(frame, [frame]),
    clear: () => loudspeaker.port.postMessage("clear"),
    mute(muted) {
      for (const track of stream.getAudioTracks()) track.enabled = !muted;
    },
    levels: () => levels,
    close: stop,
  };
}
