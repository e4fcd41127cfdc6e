import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { vi } from "vitest";
import { MessageReader } from "../framing";
import { readHeader, readMethod, readStatus, type SipMessage } from "../message";

/** Time that only a hanging test needs. */
export const PATIENCE = { timeout: 20_000, interval: 5 };

/** A TCP socket that sends the bytes that a test writes, and collects the messages that it receives. */
export class RawPeer {
  readonly messages: SipMessage[] = [];
  bytes = 0;
  isClosed = false;

  constructor(readonly socket: Socket) {
    const reader = new MessageReader();
    socket.on("data", (chunk: Buffer) => {
      this.bytes += chunk.length;
      for (const item of reader.push(chunk)) if (item !== "ping") this.messages.push(item);
    });
    socket.on("error", () => {});
    socket.on("close", () => {
      this.isClosed = true;
    });
  }

  static async connect(port: number | null): Promise<RawPeer> {
    const socket = connect(port ?? 0, "127.0.0.1");
    await once(socket, "connect");
    return new RawPeer(socket);
  }

  send(text: string): void {
    this.socket.write(text);
  }

  close(): void {
    this.socket.destroy();
  }

  /** The first response with a status, after it came. */
  async response(status: number, method?: string): Promise<SipMessage> {
    return this.#waitFor((message) => {
      const isMethod = !method || readHeader(message, "cseq")?.endsWith(method);
      return readStatus(message) === status && isMethod === true;
    });
  }

  /** The request number `count` with a method, after it came. */
  async request(method: string, count = 1): Promise<SipMessage> {
    let matching = 0;
    return this.#waitFor((message, index) => {
      if (index === 0) matching = 0;
      return readMethod(message) === method && ++matching === count;
    });
  }

  /** Resolves when the other side closed the connection. */
  async closed(): Promise<void> {
    await vi.waitFor(() => {
      if (!this.isClosed) throw new Error("The connection is open.");
    }, PATIENCE);
  }

  #waitFor(matches: (message: SipMessage, index: number) => boolean): Promise<SipMessage> {
    return vi.waitFor(() => {
      const message = this.messages.find(matches);
      if (!message)
        throw new Error(`received: ${this.messages.map(({ startLine }) => startLine).join(" | ")}`);
      return message;
    }, PATIENCE);
  }
}

/** A TCP server whose connections are raw peers. */
export class RawServer {
  readonly peers: RawPeer[] = [];

  private constructor(
    readonly server: Server,
    readonly port: number,
  ) {
    server.on("connection", (socket) => this.peers.push(new RawPeer(socket)));
  }

  static async listen(): Promise<RawServer> {
    const server = createServer();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    return new RawServer(server, typeof address === "object" && address ? address.port : 0);
  }

  /** The connection number `index`, after it was made. */
  peer(index = 0): Promise<RawPeer> {
    return vi.waitFor(() => {
      const peer = this.peers[index];
      if (!peer) throw new Error("no connection");
      return peer;
    }, PATIENCE);
  }

  close(): void {
    for (const peer of this.peers) peer.close();
    this.server.close();
  }
}
