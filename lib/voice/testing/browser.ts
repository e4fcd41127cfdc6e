import { once } from "node:events";
import { WebSocket } from "ws";
import { FRAME_MS } from "@/lib/platform/audio/frame";
import { SUBPROTOCOL } from "../schema";
import { silence } from "./providers";

type ServerMessage = { type: string; [field: string]: unknown };

/** A browser in a call, over a real socket: it speaks in real time and remembers what it was told and played. */
export type TestBrowser = Awaited<ReturnType<typeof connect>>;

/** The status with which a handshake is refused; 101 where it is not. */
export async function handshake(url: string, protocols: string[]): Promise<number> {
  const socket = new WebSocket(url, protocols);
  socket.on("error", () => undefined);
  const answer = await Promise.race([
    once(socket, "unexpected-response").then(([, response]) => response.statusCode as number),
    once(socket, "open").then(() => 101),
  ]);
  socket.terminate();
  return answer;
}

const bytes = (frame: Int16Array): Buffer => Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength);

/** Connects with a token, and waits for the first message. */
export async function connect(url: string, token: string) {
  const socket = new WebSocket(url, [SUBPROTOCOL, token]);
  const messages: ServerMessage[] = [];
  const played: { atMs: number; level: number }[] = [];
  const waiting = new Set<() => void>();
  const rouse = () => {
    for (const look of [...waiting]) look();
  };
  socket.on("message", (data: Buffer, binary: boolean) => {
    if (binary) played.push({ atMs: performance.now(), level: data.readInt16LE(0) });
    else messages.push(JSON.parse(data.toString()) as ServerMessage);
    rouse();
  });
  let closed: number | null = null;
  socket.on("close", (code) => {
    closed = code;
    rouse();
  });
  socket.on("error", () => undefined);
  /** Resolves once `done` answers something, looked at with each message. */
  const until = <T>(done: () => T | undefined | false, ms = 15_000): Promise<T> =>
    new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        waiting.delete(look);
        reject(
          new Error(
            `It did not happen. Told: ${JSON.stringify(messages.filter(({ type }) => type !== "level").slice(-8))}`,
          ),
        );
      }, ms);
      const look = () => {
        const value = done();
        if (value === undefined || value === false) return;
        clearTimeout(late);
        waiting.delete(look);
        resolve(value);
      };
      waiting.add(look);
      look();
    });
  const of = (type: string) => messages.filter((message) => message.type === type);
  await Promise.race([once(socket, "open"), once(socket, "close")]);
  const ready = await until(() => of("ready")[0]);
  return {
    socket,
    told: messages,
    played,
    until,
    of,
    ready: ready as ServerMessage & { call_id: string; resume: string; resumed: boolean },
    closed: () => closed,
    /** The next state of that name that is told from now on; true at once where it is so now. */
    state: (name: string) => until(() => (of("state").at(-1)?.state ?? "listening") === name),
    /** Turns as they were told, the last version of each. */
    turns() {
      const turns = new Map<number, { index: number; role: string; text: string; interrupted: boolean }>();
      for (const { turn } of of("turn") as unknown as {
        turn: { index: number; role: string; text: string; interrupted: boolean };
      }[])
        turns.set(turn.index, turn);
      return [...turns.values()];
    },
    send: (message: unknown) => socket.send(JSON.stringify(message)),
    raw: (data: Buffer | string) => socket.send(data),
    /** Sends frames as they are spoken, 20 ms apart, and a second of silence behind them. */
    async say(frames: readonly Int16Array[], behindMs = 900) {
      const all = [...frames, ...silence(behindMs)];
      const startedAtMs = performance.now();
      for (const [i, frame] of all.entries()) {
        const dueMs = startedAtMs + i * FRAME_MS - performance.now();
        if (dueMs > 0) await new Promise((resolve) => setTimeout(resolve, dueMs));
        if (socket.readyState === socket.OPEN) socket.send(bytes(frame));
      }
    },
    drop: () => socket.terminate(),
    async over() {
      return until(() => closed ?? undefined);
    },
  };
}
