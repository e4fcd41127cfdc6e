import type { Call } from "@/lib/calls/calls/schema";
import type { BrowserMessage, Message } from "@/lib/voice/schema";
import { RECONNECT_MS, SUBPROTOCOL } from "@/lib/voice/values";

/** Between two tries to come back: a network that changes is there within a second or two. */
const RETRY_MS = 700;
/** Timeout of a handshake; a new connection is tried after it. */
const HANDSHAKE_MS = 4_000;
/** A second of sound that the network has not taken: more of it would be heard too late. */
const MOST_UNSENT = 32_000;

type LineOptions = {
  message(message: Message): void;
  sound(frame: ArrayBuffer): void;
  lost(): void;
  /** It did not come back in time, or never came up (`never`). */
  onClosed(never: boolean): void;
};

/** The connection of a voice call. It reconnects automatically for as long as the server keeps the call. */
export type Line = {
  send(frame: ArrayBuffer): void;
  /** False where it is not up. */
  say(message: BrowserMessage): boolean;
  close(): void;
};

const addressOf = (url: string): string => {
  const address = new URL(url, window.location.href);
  address.protocol = address.protocol.replace(/^http/, "ws");
  return address.href;
};

/** Connects by what a new call's `connect` says (docs/voice.md). */
export function openLine(
  { url, token }: Pick<NonNullable<Call["connect"]>, "url" | "token">,
  options: LineOptions,
): Line {
  const address = addressOf(url);
  let socket: WebSocket | undefined;
  let resume: string | null = null;
  let lostAtMs: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;

  function finish(): void {
    isOver = true;
    clearTimeout(timer);
    window.removeEventListener("online", reconnect);
    socket?.close();
  }
  function retry(): void {
    lostAtMs ??= performance.now();
    if (performance.now() - lostAtMs > RECONNECT_MS) {
      finish();
      options.onClosed(false);
      return;
    }
    timer = setTimeout(reconnect, RETRY_MS);
  }
  function dropped(): void {
    if (isOver) return;
    if (resume === null) {
      finish();
      options.onClosed(true);
      return;
    }
    if (lostAtMs === null) options.lost();
    retry();
  }
  function heed(message: Message): void {
    if (message.type === "ready") {
      resume = message.resume;
      lostAtMs = null;
    }
    if (message.type === "ended") finish();
    options.message(message);
  }
  function connect(by: string): void {
    const nextSocket = new WebSocket(address, [SUBPROTOCOL, by]);
    socket = nextSocket;
    nextSocket.binaryType = "arraybuffer";
    const late = setTimeout(() => nextSocket.close(), HANDSHAKE_MS);
    nextSocket.addEventListener("open", () => clearTimeout(late));
    nextSocket.addEventListener("message", ({ data }) => {
      if (isOver || socket !== nextSocket) return;
      if (data instanceof ArrayBuffer) options.sound(data);
      else heed(JSON.parse(String(data)) as Message);
    });
    nextSocket.addEventListener("close", () => {
      clearTimeout(late);
      if (socket === nextSocket) dropped();
    });
  }
  function reconnect(): void {
    clearTimeout(timer);
    const isBusy = socket !== undefined && socket.readyState <= WebSocket.OPEN;
    if (!isOver && !isBusy && resume !== null) connect(resume);
  }
  window.addEventListener("online", reconnect);
  connect(token);

  const isUp = () => socket?.readyState === WebSocket.OPEN;
  return {
    send(frame) {
      if (isUp() && (socket?.bufferedAmount ?? 0) < MOST_UNSENT) socket?.send(frame);
    },
    say(message) {
      if (isUp()) socket?.send(JSON.stringify(message));
      return isUp();
    },
    close: finish,
  };
}
