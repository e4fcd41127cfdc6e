import type { WebSocket } from "ws";
import { createLineCount } from "./providers";

/**
 * The behavior of a socket: works; never answers; answers late, and sends no interim words; breaks off when it is asked for
 * final words; breaks off in the audio; finds pauses itself, so that nothing is left to be finalized.
 */
export type ListenConduct = "work" | "stall" | "late" | "cut" | "cut_early" | "endpoint";

export type ListenOptions = {
  lines: readonly string[];
  conduct: ListenConduct;
  /** Time without audio and KeepAlive until Deepgram closes a socket: developers.deepgram.com/docs/audio-keep-alive. */
  silenceMs: number;
  /** A text has arrived, or audio. */
  received(message: string | Buffer): void;
};

const BYTES_PER_MS = 32;
const CUT_AFTER_MS = 100;
/** Silence after speech in which the stand-in finds an end: developers.deepgram.com/docs/endpointing. */
const ENDPOINT_MS = 200;
/** Flux sends an update for each quarter of a second: developers.deepgram.com/docs/flux/state. */
const UPDATE_MS = 240;
/** Audio from one interim transcript of Nova to the next. */
const INTERIM_MS = 240;
/** Delay of an answer that comes late. */
const LATE_MS = 200;

/** The audio of a socket: its length, and the line of the script since the last final words. */
function createAudio(lines: readonly string[]) {
  const lineCount = createLineCount();
  let ms = 0;
  let fromMs = 0;
  let quietMs = 0;
  return {
    push(data: Buffer): void {
      ms += data.length / BYTES_PER_MS;
      for (let at = 0; at + 640 <= data.length; at += 640) {
        const frameLine = lineCount.add(new Int16Array(Uint8Array.from(data.subarray(at, at + 640)).buffer));
        quietMs = frameLine === undefined ? quietMs + 20 : 0;
      }
    },
    ms: () => ms,
    fromMs: () => fromMs,
    hasWords: () => lineCount.line() !== undefined,
    /** Whether the speaker has paused after words. */
    hasPaused: () => lineCount.line() !== undefined && quietMs >= ENDPOINT_MS,
    words(): string {
      const line = lineCount.line();
      return line === undefined ? "" : (lines[line] ?? "");
    },
    /** The audio from here on belongs to the next words. */
    startSegment(): void {
      lineCount.clear();
      fromMs = ms;
    },
  };
}

/** Closes the socket in a silence, as Deepgram does; returns what ends the silence. */
function closeInSilence(socket: WebSocket, silenceMs: number): () => void {
  const timer = setTimeout(() => socket.close(1011, "NET-0001"), silenceMs);
  socket.once("close", () => clearTimeout(timer));
  return () => void timer.refresh();
}

/** The `type` of a text; undefined if it is not JSON with a type. */
function typeOf(data: Buffer): string | undefined {
  try {
    const message: unknown = JSON.parse(data.toString());
    const type = (message as { type?: unknown } | null)?.type;
    return typeof type === "string" ? type : undefined;
  } catch {
    return undefined;
  }
}

/** `/v1/listen` as Deepgram documents it: developers.deepgram.com/reference/speech-to-text/listen-streaming. */
export function hearAsNova(socket: WebSocket, { lines, conduct, silenceMs, received }: ListenOptions): void {
  const audio = createAudio(lines);
  const keepOpen = closeInSilence(socket, silenceMs);
  let isClosing = false;
  let interimMs = 0;
  const sendsInterims = conduct !== "stall" && conduct !== "late";
  const results = (more: object, transcript = audio.words()) => {
    const range = { start: audio.fromMs() / 1_000, duration: (audio.ms() - audio.fromMs()) / 1_000 };
    const alternatives = [{ transcript, confidence: 0.9, words: [] }];
    socket.send(
      JSON.stringify({
        type: "Results",
        channel_index: [0, 1],
        ...range,
        channel: { alternatives },
        ...more,
      }),
    );
  };
  const finals = (more: object) => {
    results({ is_final: true, ...more });
    audio.startSegment();
  };
  const answers = new Map<string, () => void>([
    ["KeepAlive", () => undefined],
    // developers.deepgram.com/docs/finalize: only "a noticeable amount of audio" is answered.
    [
      "Finalize",
      () => (conduct === "endpoint" && !audio.hasWords() ? undefined : finals({ from_finalize: true })),
    ],
    // developers.deepgram.com/docs/close-stream
    [
      "CloseStream",
      () => {
        isClosing = true;
        if (audio.hasWords()) finals({});
        socket.send(JSON.stringify({ type: "Metadata", duration: audio.ms() / 1_000, channels: 1 }));
        socket.close(1000);
      },
    ],
  ]);
  const hear = (data: Buffer) => {
    // developers.deepgram.com/docs/stt-troubleshooting-websocket-data-and-net-errors
    if (data.length === 0 || data.length % 2 !== 0) return socket.close(1008, "DATA-0000");
    audio.push(data);
    if (conduct === "cut_early" && audio.ms() >= CUT_AFTER_MS) return socket.terminate();
    if (conduct === "endpoint" && audio.hasPaused()) return finals({ speech_final: true });
    if (!sendsInterims || !audio.hasWords() || audio.ms() - interimMs < INTERIM_MS) return;
    interimMs = audio.ms();
    results({ is_final: false });
  };
  const respondTo = (type: string | undefined) => {
    const respond = answers.get(type ?? "");
    if (respond === undefined) return socket.close(1008, "DATA-0000");
    if (conduct === "cut" && type === "Finalize") return socket.terminate();
    if (conduct === "late") return void setTimeout(respond, LATE_MS);
    if (conduct !== "stall") respond();
  };
  socket.on("message", (data: Buffer, isBinary: boolean) => {
    keepOpen();
    if (isClosing) return;
    received(isBinary ? data : data.toString());
    if (isBinary) hear(data);
    else respondTo(typeOf(data));
  });
}

/** `/v2/listen` as Deepgram documents it: developers.deepgram.com/reference/speech-to-text/listen-flux. */
export function hearAsFlux(socket: WebSocket, { lines, conduct, silenceMs, received }: ListenOptions): void {
  const audio = createAudio(lines);
  const keepOpen = closeInSilence(socket, silenceMs);
  let sequence = 0;
  let turnIndex = 0;
  let hasTurn = false;
  let updatedMs = 0;
  const send = (type: string, more: object) =>
    socket.send(JSON.stringify({ type, request_id: "r", sequence_id: sequence++, ...more }));
  const turn = (event: string, more: object = {}) => {
    const transcript = audio.words();
    const words = transcript === "" ? [] : transcript.split(" ").map((word) => ({ word, confidence: 0.9 }));
    const range = { audio_window_start: audio.fromMs() / 1_000, audio_window_end: audio.ms() / 1_000 };
    send("TurnInfo", {
      ...{ event, turn_index: turnIndex, transcript, words, end_of_turn_confidence: 0.1, ...range, ...more },
    });
  };
  const update = () => {
    updatedMs = audio.ms();
    turn(audio.hasWords() && !hasTurn ? "StartOfTurn" : "Update");
    hasTurn ||= audio.hasWords();
  };
  const answers = new Map<string, () => void>([
    // developers.deepgram.com/docs/flux/force-end-turn: ignored while no turn is in progress.
    [
      "ForceEndTurn",
      () => {
        if (!hasTurn) return;
        turn("EndOfTurn", { trigger: "manual" });
        turnIndex++;
        hasTurn = false;
        audio.startSegment();
      },
    ],
    // developers.deepgram.com/docs/flux/close-stream: interim words only, and no status code.
    [
      "CloseStream",
      () => {
        update();
        socket.close();
      },
    ],
  ]);
  send("Connected", {});
  socket.on("message", (data: Buffer, isBinary: boolean) => {
    keepOpen();
    received(isBinary ? data : data.toString());
    if (isBinary) {
      audio.push(data);
      if (conduct === "cut_early" && audio.ms() >= CUT_AFTER_MS) return socket.terminate();
      if (conduct !== "stall" && audio.ms() - updatedMs >= UPDATE_MS) update();
      return;
    }
    const respond = answers.get(typeOf(data) ?? "");
    if (respond === undefined) {
      // KeepAlive and Finalize are messages of Nova alone.
      send("Error", { code: "UNPARSABLE_CLIENT_MESSAGE", description: "The message is not known." });
      return socket.close(1008);
    }
    if (conduct === "cut" && typeOf(data) === "ForceEndTurn") return socket.terminate();
    if (conduct !== "stall") respond();
  });
}
