import type { Socket } from "node:net";
import { type ConnectOptions, connectToTarget, SipConnectError } from "./connect";
import { type ConnectionHandlers, SipConnection } from "./connection";
import type { SipTarget } from "./resolve";
import type { SipSource, SipTransport, SipTrunk } from "./types";

type Options = Pick<ConnectOptions, "dns" | "limits" | "isAddressAllowed"> & ConnectionHandlers;

/** The address of a socket's peer, without the prefix of IPv4 in IPv6. */
function readAddress(socket: Socket): string {
  return (socket.remoteAddress ?? "").replace(/^::ffff:/, "");
}

/** The open connections: those of peers, and those to trunks and next hops, which requests share (RFC 5923). */
export class ConnectionTable {
  readonly #connections = new Map<string, SipConnection>();
  readonly #byTarget = new Map<string, Promise<SipConnection>>();
  readonly #perAddress = new Map<string, number>();
  /** Sockets of peers, also those that are closing. */
  #acceptedCount = 0;

  constructor(readonly options: Options) {}

  /** The open connection with an ID, or undefined. */
  get(id: string): SipConnection | undefined {
    return this.#connections.get(id);
  }

  /** Accepts the connection of a peer, or closes it if there are too many. */
  accept(socket: Socket, transport: SipTransport): void {
    const address = readAddress(socket);
    const { connections, connectionsPerAddress } = this.options.limits;
    const isFull = this.#acceptedCount >= connections;
    if (isFull || address === "" || (this.#perAddress.get(address) ?? 0) >= connectionsPerAddress) {
      socket.destroy();
      return;
    }
    this.#acceptedCount++;
    this.#perAddress.set(address, (this.#perAddress.get(address) ?? 0) + 1);
    socket.once("close", () => this.#release(address));
    this.#add(socket, { address, port: socket.remotePort ?? 0, transport, trunkId: null }, false);
  }

  /** A connection to a trunk: the open one, or a new one. Throws SipConnectError. */
  forTrunk(trunk: SipTrunk): Promise<SipConnection> {
    const key = ["trunk", trunk.id, trunk.transport, trunk.host, trunk.port, trunk.caCertificates].join("|");
    return this.#share(key, () => this.openForTrunk(trunk));
  }

  /** A connection to the next hop of a dialog: the open one, or a new one. Throws SipConnectError. */
  forTarget(target: SipTarget, trunkId: string): Promise<SipConnection> {
    const key = ["target", trunkId, target.transport, target.host, target.port].join("|");
    return this.#share(key, () => this.#open(target, null, trunkId, false));
  }

  /** Always opens a connection to a trunk. Throws SipConnectError. */
  openForTrunk(trunk: SipTrunk): Promise<SipConnection> {
    return this.#open(trunk, trunk.caCertificates, trunk.id, true);
  }

  closeAll(): void {
    for (const connection of [...this.#connections.values()]) connection.close();
  }

  async #open(
    target: SipTarget,
    caCertificates: string | null,
    trunkId: string,
    hasKeepAlive: boolean,
  ): Promise<SipConnection> {
    const { dns, limits, isAddressAllowed } = this.options;
    // Connections of peers have a separate limit, so that strangers cannot prevent calls to trunks.
    if (this.#connections.size - this.#acceptedCount >= limits.connections)
      throw new SipConnectError("connect", "Too many connections.");
    const { socket, address } = await connectToTarget({
      target,
      caCertificates,
      dns,
      limits,
      isAddressAllowed,
    });
    const source = { ...address, transport: target.transport, trunkId };
    const connection = this.#add(socket, source, hasKeepAlive);
    connection.identify(trunkId);
    return connection;
  }

  async #share(key: string, open: () => Promise<SipConnection>): Promise<SipConnection> {
    const current = this.#byTarget.get(key);
    if (current) {
      const connection = await current;
      if (connection.isOpen) return connection;
      if (this.#byTarget.get(key) === current) this.#byTarget.delete(key);
      return this.#share(key, open);
    }
    const opening = open();
    this.#byTarget.set(key, opening);
    try {
      const connection = await opening;
      connection.closeListeners.add(() => {
        if (this.#byTarget.get(key) === opening) this.#byTarget.delete(key);
      });
      return connection;
    } catch (error) {
      this.#byTarget.delete(key);
      throw error;
    }
  }

  #add(socket: Socket, source: SipSource, hasKeepAlive: boolean): SipConnection {
    const handlers: ConnectionHandlers = {
      onMessage: this.options.onMessage,
      onClosed: (closed) => {
        this.#connections.delete(closed.id);
        this.options.onClosed(closed);
      },
    };
    const connection = new SipConnection(socket, source, this.options.limits, handlers, hasKeepAlive);
    this.#connections.set(connection.id, connection);
    return connection;
  }

  #release(address: string): void {
    this.#acceptedCount--;
    const count = (this.#perAddress.get(address) ?? 1) - 1;
    if (count > 0) this.#perAddress.set(address, count);
    else this.#perAddress.delete(address);
  }
}
