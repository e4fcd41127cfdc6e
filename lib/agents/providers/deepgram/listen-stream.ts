import type { RawData, WebSocket } from "ws";
import { FRAME_MS, FRAME_SAMPLES } from "@/lib/platform/audio/frame";
import { failureOf, openSocket } from "../exchange";
import { ProviderFailure } from "../speech-port";
import { type ListenProtocol, NAME, parseMessage } from "./listen-protocol";
import { type AnswerLimits, createListenUtterance, type ListenUtterance } from "./listen-utterance";

const FRAME_BYTES = FRAME_SAMPLES * Int16Array.BYTES_PER_ELEMENT;
/** Audio that the network has not taken: with more than 20 s of it, the connection is dead. */
const MAX_BACKLOG_BYTES = (20_000 / FRAME_MS) * FRAME_BYTES;

export type ListenLimits = AnswerLimits & {
  /** Time between texts in a silence. Deepgram recommends 3 to 5 s, and closes the socket after 10 s. */
  keepAliveMs: number;
  /** From CloseStream to the end of the socket. */
  closeMs: number;
};

type Connection = {
  socket: WebSocket;
  /** Audio that was sent, in milliseconds. */
  sentMs: number;
  /** Frames of the next message. */
  chunk: Buffer[];
  keepAlive: NodeJS.Timeout | undefined;
};

export type ListenStream = ReturnType<typeof createListenStream>;

/**
 * A call's stream to Deepgram: one socket, which opens with the first speech and carries the audio of utterances only.
 * If the socket is lost, a second one gets the audio that no final words cover.
 */
export function createListenStream(
  protocol: ListenProtocol,
  open: (signal: AbortSignal) => Promise<WebSocket>,
  limits: ListenLimits,
) {
  const stop = new AbortController();
  /** Utterances without an answer, oldest first. */
  const pending: ListenUtterance[] = [];
  let connection: Connection | null = null;
  let isOpening = false;
  let isReconnected = false;
  let isClosed = false;

  const failAll = (error: unknown) => {
    for (const utterance of pending.splice(0)) utterance.fail(error);
  };
  const flush = ({ socket, chunk }: Connection) => {
    if (chunk.length > 0) socket.send(Buffer.concat(chunk.splice(0)));
  };
  const send = (to: Connection, frame: Buffer) => {
    to.sentMs += FRAME_MS;
    to.chunk.push(frame);
    if (to.chunk.length < protocol.framesPerMessage) return;
    flush(to);
    to.keepAlive?.refresh();
    if (to.socket.bufferedAmount > MAX_BACKLOG_BYTES) to.socket.terminate();
  };
  /** Asks for the final words of the audio so far. */
  const end = (on: Connection, utterance: ListenUtterance) => {
    flush(on);
    on.socket.send(protocol.end);
    utterance.endAt(on.sentMs);
  };
  const place = (on: Connection, utterance: ListenUtterance) => {
    if (utterance.isTruncated()) return utterance.fail(new ProviderFailure(NAME, "unavailable"));
    for (const frame of utterance.place(on.sentMs)) send(on, frame);
    if (utterance.hasEnded()) end(on, utterance);
  };

  function handleMessage(on: Connection, data: RawData): void {
    const words = protocol.read(parseMessage(data.toString()));
    if (words === null) return;
    for (const utterance of [...pending]) {
      const position = utterance.locate(words.untilMs);
      if (position === "before") return;
      if (position === "after") continue;
      // The audio of a later utterance would be cut.
      const mayRepeat = protocol.repeatsEnd && utterance.hasEnded() && utterance === pending.at(-1);
      const hadTurn = utterance.hasInterim();
      utterance.hear(words);
      if (mayRepeat && !hadTurn && utterance.hasInterim()) on.socket.send(protocol.end);
      return;
    }
  }
  function handleLoss(lost: Connection): void {
    clearInterval(lost.keepAlive);
    if (connection !== lost) return;
    connection = null;
    if (isClosed) for (const utterance of pending.splice(0)) utterance.close();
    if (pending.length === 0) return;
    if (isReconnected) failAll(new ProviderFailure(NAME, "unavailable"));
    else void connect();
    isReconnected = true;
  }
  function follow(socket: WebSocket): Connection {
    const { keepAlive } = protocol;
    const created: Connection = { socket, sentMs: 0, chunk: [], keepAlive: undefined };
    if (keepAlive !== null)
      created.keepAlive = setInterval(() => socket.send(keepAlive), limits.keepAliveMs).unref();
    socket.on("message", (data) => {
      try {
        handleMessage(created, data);
      } catch (error) {
        const failure = failureOf(NAME, error, stop.signal);
        if (!(failure instanceof ProviderFailure) || failure.kind !== "unavailable") failAll(failure);
        socket.terminate();
      }
    });
    socket.once("close", () => handleLoss(created));
    socket.resume();
    return created;
  }
  async function connect(): Promise<void> {
    if (isOpening || connection !== null) return;
    isOpening = true;
    try {
      const socket = await openSocket(NAME, () => open(stop.signal), stop.signal);
      connection = follow(socket);
      if (isClosed) socket.terminate();
      else for (const utterance of [...pending]) place(connection, utterance);
    } catch (error) {
      failAll(failureOf(NAME, error, stop.signal));
    } finally {
      isOpening = false;
    }
  }
  /** Ends an utterance whose words are not wanted, so that the next one begins a new segment. */
  const discard = (utterance: ListenUtterance, reason: unknown) => {
    const isLatest = utterance === pending.at(-1);
    if (connection !== null && isLatest && !utterance.hasEnded() && !utterance.isSettled()) {
      flush(connection);
      connection.socket.send(protocol.end);
    }
    utterance.fail(reason);
  };

  return {
    /** Begins an utterance. Its audio waits until the socket is open. */
    begin(partial: ((text: string) => void) | undefined) {
      const utterance = createListenUtterance(limits, partial);
      pending.push(utterance);
      const remove = () => {
        const index = pending.indexOf(utterance);
        if (index >= 0) pending.splice(index, 1);
      };
      const answered = () => {
        remove();
        isReconnected = false;
      };
      utterance.result.then(answered, (error: unknown) => {
        remove();
        // A server that does not answer is not asked again on this connection.
        if (error instanceof ProviderFailure && error.kind === "timeout") connection?.socket.terminate();
      });
      if (isClosed) utterance.fail(new ProviderFailure(NAME, "unavailable"));
      else if (connection === null) void connect();
      else place(connection, utterance);
      return {
        result: utterance.result,
        push(frame: Buffer): void {
          if (utterance.isSettled()) return;
          utterance.push(frame);
          if (connection !== null) send(connection, frame);
        },
        finish(): void {
          if (utterance.isSettled()) return;
          utterance.finish();
          if (connection !== null) end(connection, utterance);
        },
        discard: (reason: unknown) => discard(utterance, reason),
      };
    },
    /** Closes the socket once the last words have arrived, or after a moment. */
    close(): void {
      if (isClosed) return;
      isClosed = true;
      if (connection === null) {
        stop.abort(new ProviderFailure(NAME, "unavailable"));
        failAll(new ProviderFailure(NAME, "unavailable"));
        return;
      }
      const { socket } = connection;
      flush(connection);
      socket.send(protocol.close);
      const timer = setTimeout(() => socket.terminate(), limits.closeMs);
      socket.once("close", () => clearTimeout(timer));
    },
  };
}
