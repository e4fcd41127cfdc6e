import { type AudioProblem, audioProblemOf } from "./audio-problem";

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

function requireAudio(): void {
  if (!window.isSecureContext) throw new SoundError("insecure");
  if (typeof AudioWorkletNode === "undefined" || navigator.mediaDevices === undefined)
    throw new SoundError("unsupported");
}

async function openMicrophone(): Promise<MediaStream> {
  requireAudio();
  try {
    // The agent's own voice must not come back as an answer.
    const audio = { echoCancellation: true, noiseSuppression: true, autoGainControl: true, channelCount: 1 };
    return await navigator.mediaDevices.getUserMedia({ audio });
  } catch (error) {
    throw new SoundError(audioProblemOf(error));
  }
}

/** An audio context with the worklets. Calls `onFailed` and throws if they cannot be loaded. */
async function openContext(onFailed: () => void): Promise<AudioContext> {
  // The rate of the device: the worklet makes that of the wire.
  const context = new AudioContext({ latencyHint: "interactive" });
  try {
    await context.audioWorklet.addModule(MODULE);
    // Not waited for: a browser that wants another click first would not answer.
    context.resume().catch(() => undefined);
  } catch {
    onFailed();
    closeContext(context);
    throw new SoundError("not_loaded");
  }
  // A telephone call or another tab may have taken the sound; it is ours again when the page is.
  context.addEventListener("statechange", () => {
    if (context.state !== "running" && context.state !== "closed") context.resume().catch(() => undefined);
  });
  return context;
}

function closeContext(context: AudioContext): void {
  if (context.state !== "closed") context.close().catch(() => undefined);
}

function openLoudspeaker(context: AudioContext, onLevel: (level: number) => void): AudioWorkletNode {
  const loudspeaker = new AudioWorkletNode(context, "parley-loudspeaker", { numberOfInputs: 0 });
  loudspeaker.connect(context.destination);
  loudspeaker.port.onmessage = ({ data }: MessageEvent<{ level: number }>) => onLevel(data.level);
  return loudspeaker;
}

const playerOf = (loudspeaker: AudioWorkletNode): Pick<Sound, "play" | "clear"> => ({
  play: (frame) => loudspeaker.port.postMessage(frame, [frame]),
  clear: () => loudspeaker.port.postMessage("clear"),
});

/** Opens the loudspeaker alone, for a member who listens. Throws `SoundError`. */
export async function openPlayback(): Promise<Sound> {
  requireAudio();
  const levels = { caller: 0, agent: 0 };
  const context = await openContext(() => undefined);
  const loudspeaker = openLoudspeaker(context, (level) => {
    levels.agent = level;
  });
  return {
    ...playerOf(loudspeaker),
    mute: () => undefined,
    levels: () => levels,
    close: () => closeContext(context),
  };
}

/** Opens both, which asks the person for the microphone. Throws `SoundError`. */
export async function openSound(options: SoundOptions): Promise<Sound> {
  const stream = await openMicrophone();
  const levels = { caller: 0, agent: 0 };
  const stopTracks = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  const context = await openContext(stopTracks);
  const microphone = new AudioWorkletNode(context, "parley-microphone", {
    numberOfOutputs: 0,
    channelCount: 1,
    channelCountMode: "explicit",
  });
  const loudspeaker = openLoudspeaker(context, (level) => {
    levels.agent = level;
  });
  context.createMediaStreamSource(stream).connect(microphone);
  microphone.port.onmessage = ({ data }: MessageEvent<{ frame: ArrayBuffer; level: number }>) => {
    levels.caller = data.level;
    options.frame(data.frame);
  };
  for (const track of stream.getAudioTracks()) track.addEventListener("ended", options.onEnded);
  return {
    ...playerOf(loudspeaker),
    mute(muted) {
      for (const track of stream.getAudioTracks()) track.enabled = !muted;
    },
    levels: () => levels,
    close() {
      stopTracks();
      closeContext(context);
    },
  };
}
