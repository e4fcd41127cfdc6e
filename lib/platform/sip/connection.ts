import { randomBytes } from "node:crypto";
import type { Socket } from "node:net";
import { MessageReader, SipFramingError } from "./framing";
import type { SipLimits } from "./limits";
import type { SipMessage } from "./message";
import type { SipSource } from "./types";

/** Bytes that wait for the peer to read them. A peer that reads nothing is disconnected. */
const MAX_UNSENT_BYTES = 1_048_576;

/** Wrong passwords of a connection until it is closed. */
const MAX_FAILED_PROOFS = 10;

export type ConnectionHandlers = {
  onMessage(connection: SipConnection, message: SipMessage): Promise<void> | void;
  onClosed(connection: SipConnection): void;
  /** A request of a trunk was identified for the first time. */
  onIdentified?(connection: SipConnection): void;
};

/** A TCP or TLS connection with framing, ordered processing of messages, and its limits. */
export class SipConnection {
  /** Trunks whose requests were identified on this connection. */
  readonly trunkIds = new Set<string>();
  /** Called when the connection is closed. */
  readonly closeListeners = new Set<() => void>();
  readonly #reader = new MessageReader();
  readonly #queue: SipMessage[] = [];
  #isProcessing = false;
  #partialTimer: NodeJS.Timeout | undefined;
  #identifyTimer: NodeJS.Timeout | undefined;
  #pingTimer: NodeJS.Timeout | undefined;
  #rateTimer: NodeJS.Timeout | undefined;
  #receivedInWindow = 0;
  #failedProofs = 0;
  #isClosed = false;

  constructor(
    readonly socket: Socket,
    readonly source: SipSource,
    readonly limits: SipLimits,
    readonly handlers: ConnectionHandlers,
    /** Whether pings keep the connection open. Without, it is closed when it is idle. */
    hasKeepAlive = true,
    /** Given for a connection that replaces a closed one. */
    readonly id = randomBytes(6).toString("hex"),
  ) {
    if (source.trunkId === null)
      this.#identifyTimer = setTimeout(() => this.close(), limits.identifyMs).unref();
    else if (hasKeepAlive)
      this.#pingTimer = setInterval(() => this.#write("\r\n\r\n"), limits.pingMs).unref();
    socket.setNoDelay(true);
    socket.setTimeout(limits.idleMs, () => this.close());
    socket.on("data", (chunk: Buffer) => this.#receive(chunk));
    socket.on("error", () => this.close());
    socket.on("end", () => this.close());
    socket.on("close", () => this.close());
  }

  get isOpen(): boolean {
    return !this.#isClosed && this.socket.writable;
  }

  /** Whether a request of a trunk was identified. */
  get isIdentified(): boolean {
    return this.trunkIds.size > 0;
  }

  /** Marks a trunk as identified on this connection, which ends the time limit for strangers. */
  identify(trunkId: string): void {
    this.trunkIds.add(trunkId);
    clearTimeout(this.#identifyTimer);
    this.handlers.onIdentified?.(this);
  }

  /** Counts a wrong password. True if the connection had as many as it may have, and was closed. */
  countFailedProof(): boolean {
    this.#failedProofs++;
    if (this.#failedProofs < MAX_FAILED_PROOFS) return false;
    this.close();
    return true;
  }

  /** Sends a message. Rejects if the connection is closed. */
  async send(text: string): Promise<void> {
    if (!this.isOpen) throw new Error("The connection is closed.");
    this.#write(text);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const timer of [this.#partialTimer, this.#identifyTimer, this.#rateTimer]) clearTimeout(timer);
    clearInterval(this.#pingTimer);
    this.#queue.length = 0;
    // The last response is sent before the end; the peer has a second to read it.
    this.socket.end();
    setTimeout(() => this.socket.destroy(), 1_000).unref();
    this.handlers.onClosed(this);
    for (const listener of [...this.closeListeners]) listener();
    this.closeListeners.clear();
  }

  #write(text: string): void {
    if (!this.isOpen) return;
    if (this.socket.writableLength > MAX_UNSENT_BYTES) this.close();
    else this.socket.write(text);
  }

  #receive(chunk: Buffer): void {
    if (this.#isClosed) return;
    let hasItems = false;
    try {
      for (const item of this.#reader.push(chunk)) {
        hasItems = true;
        this.#receivedInWindow++;
        if (item === "ping") this.#write("\r\n");
        else this.#queue.push(item);
      }
    } catch (error) {
      if (!(error instanceof SipFramingError)) throw error;
      this.close();
      return;
    }
    this.#limitPartial(hasItems);
    this.#limitRate();
    void this.#process();
  }

  /** Starts the time limit of a message at its first bytes. More bytes of the same message do not extend it. */
  #limitPartial(hasItems: boolean): void {
    if (hasItems || !this.#reader.isPartial) {
      clearTimeout(this.#partialTimer);
      this.#partialTimer = undefined;
    }
    if (this.#reader.isPartial)
      this.#partialTimer ??= setTimeout(() => this.close(), this.limits.partialMs).unref();
  }

  /** Pauses reading if this second's messages exceed the limit, or too many wait. */
  #limitRate(): void {
    this.#rateTimer ??= setTimeout(() => {
      this.#rateTimer = undefined;
      this.#receivedInWindow = 0;
      this.#resume();
    }, 1_000).unref();
    const isBusy = this.#receivedInWindow > this.limits.messagesPerSecond;
    if (isBusy || this.#queue.length >= this.limits.queuedMessages) this.socket.pause();
  }

  #resume(): void {
    const isBusy = this.#receivedInWindow > this.limits.messagesPerSecond;
    if (!isBusy && this.#queue.length < this.limits.queuedMessages) this.socket.resume();
  }

  /** Handles messages in order: an ACK or CANCEL must not overtake its INVITE. */
  async #process(): Promise<void> {
    if (this.#isProcessing) return;
    this.#isProcessing = true;
    for (let message = this.#queue.shift(); message; message = this.#queue.shift()) {
      await this.handlers.onMessage(this, message);
    }
    this.#isProcessing = false;
    if (!this.#isClosed) this.#resume();
  }
}
