import type { Call } from "@/lib/calls/calls/schema";
import { type Message, RECONNECT_MS, type Said, SUBPROTOCOL } from "@/lib/voice/schema";

/** Between two tries to come back: a network that changes is there within a second or two. */
const RETRY_MS = 700;
/** A handshake that hangs is given up in time for another. */
const HANDSHAKE_MS = 4_000;
/** A second of sound that the network has not taken: more of it would be heard too late. */
const MOST_UNSENT = 32_000;

type Given = {
  message(message: Message): void;
  sound(frame: ArrayBuffer): void;
  lost(): void;
  /** It did not come back in time, or never came up (`never`). */
  gone(never: boolean): void;
};

/** The connection of a spoken call. It comes back by itself when it is lost, for as long as the call waits. */
export type Line = {
  send(frame: ArrayBuffer): void;
  /** False where it is not up. */
  say(said: Said): boolean;
  close(): void;
};

const addressOf = (url: string): string => {
  const address = new URL(url, window.location.href);
  address.protocol = address.protocol.replace(/^http/, "ws");
  return address.href;
};

/** Connects by what a new call's `connect` says (docs/voice.md). */
export function openLine({ url, token }: NonNullable<Call["connect"]>, given: Given): Line {
  const address = addressOf(url);
  let socket: WebSocket | undefined;
  let resume: string | null = null;
  let lostAtMs: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;

  function finish(): void {
    isOver = true;
    clearTimeout(timer);
    window.removeEventListener("online", again);
    socket?.close();
  }
  function retry(): void {
    lostAtMs ??= performance.now();
    if (performance.now() - lostAtMs > RECONNECT_MS) {
      finish();
      given.gone(false);
      return;
    }
    timer = setTimeout(again, RETRY_MS);
  }
  function dropped(): void {
    if (isOver) return;
    if (resume === null) {
      finish();
      given.gone(true);
      return;
    }
    if (lostAtMs === null) given.lost();
    retry();
  }
  function heed(message: Message): void {
    if (message.type === "ready") {
      resume = message.resume;
      lostAtMs = null;
    }
    if (message.type === "ended") finish();
    given.message(message);
  }
  function connect(by: string): void {
    const mine = new WebSocket(address, [SUBPROTOCOL, by]);
    socket = mine;
    mine.binaryType = "arraybuffer";
    const late = setTimeout(() => mine.close(), HANDSHAKE_MS);
    mine.addEventListener("open", () => clearTimeout(late));
    mine.addEventListener("message", ({ data }) => {
      if (isOver || socket !== mine) return;
      if (data instanceof ArrayBuffer) given.sound(data);
      else heed(JSON.parse(String(data)) as Message);
    });
    mine.addEventListener("close", () => {
      clearTimeout(late);
      if (socket === mine) dropped();
    });
  }
  function again(): void {
    clearTimeout(timer);
    const isBusy = socket !== undefined && socket.readyState <= WebSocket.OPEN;
    if (!isOver && !isBusy && resume !== null) connect(resume);
  }
  window.addEventListener("online", again);
  connect(token);

  const isUp = () => socket?.readyState === WebSocket.OPEN;
  return {
    send(frame) {
      if (isUp() && (socket?.bufferedAmount ?? 0) < MOST_UNSENT) socket?.send(frame);
    },
    say(said) {
      if (isUp()) socket?.send(JSON.stringify(said));
      return isUp();
    },
    close: finish,
  };
}
