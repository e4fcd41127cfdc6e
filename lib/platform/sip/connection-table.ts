import type { Socket } from "node:net";
import { ClosedPeers } from "./closed-peers";
import { type ConnectOptions, connectToTarget, SipConnectError } from "./connect";
import { type ConnectionHandlers, SipConnection } from "./connection";
import { readPeerAddress } from "./peer-address";
import { PeerCounts } from "./peer-counts";
import type { ResolvedAddress, SipTarget } from "./resolve";
import { Strangers } from "./strangers";
import type { SipSource, SipTransport, SipTrunk } from "./types";

type Options = Pick<ConnectOptions, "dns" | "limits" | "isAddressAllowed"> &
  ConnectionHandlers & { trustedCertificates(trunkId: string): string | null };

type OpenOptions = Pick<ConnectOptions, "target" | "caCertificates"> & {
  trunkId: string;
  hasKeepAlive: boolean;
  /** Whether its requests need no further proof, as those of a connection to the trunk's server. */
  isTrusted: boolean;
  address?: ResolvedAddress;
  id?: string;
};

/** The open connections: those of peers, and those to trunks and next hops, which requests share (RFC 5923). */
export class ConnectionTable {
  readonly #connections = new Map<string, SipConnection>();
  readonly #byTarget = new Map<string, Promise<SipConnection>>();
  /** Sockets of peers, also those that are closing. */
  readonly #accepted: PeerCounts;
  #isClosed = false;
  readonly #closed = new ClosedPeers();
  readonly #strangers: Strangers;

  constructor(readonly options: Options) {
    this.#strangers = new Strangers(options.limits);
    this.#accepted = new PeerCounts(options.limits.connectionsPerAddress);
  }

  /** The open connection with an ID, or undefined. */
  get(id: string): SipConnection | undefined {
    return this.#connections.get(id);
  }

  /** Accepts the connection of a peer, or closes it if there are too many. */
  accept(socket: Socket, transport: SipTransport): void {
    const address = readPeerAddress(socket);
    const isFull = this.#accepted.total >= this.options.limits.connections || this.#strangers.isFull(address);
    if (isFull || address === "" || this.#accepted.isFull(address)) {
      socket.destroy();
      return;
    }
    this.#accepted.add(address);
    socket.once("close", () => this.#accepted.remove(address));
    const source = { address, port: socket.remotePort ?? 0, transport, trunkId: null };
    this.#strangers.add(this.#add(socket, source, false));
  }

  /** A connection to a trunk: the open one, or a new one. Throws SipConnectError. */
  forTrunk(trunk: SipTrunk): Promise<SipConnection> {
    const key = ["trunk", trunk.id, trunk.transport, trunk.host, trunk.port, trunk.caCertificates].join("|");
    return this.#share(key, () => this.openForTrunk(trunk));
  }

  /** A connection to the next hop of a dialog: the open one, or a new one. Throws SipConnectError. */
  forTarget(target: SipTarget, trunkId: string): Promise<SipConnection> {
    const key = ["target", trunkId, target.transport, target.host, target.port].join("|");
    const caCertificates = this.options.trustedCertificates(trunkId);
    const options = { target, caCertificates, trunkId, hasKeepAlive: false, isTrusted: true };
    return this.#share(key, () => this.#open(options));
  }

  /**
   * The connection with an ID. One that is closed is opened again, to the address that it came from and the port that its
   * peer names, for responses that wait (RFC 3261 section 18.2.2). Only peers whose trunk was identified get one. Throws
   * SipConnectError.
   */
  async reopen(id: string, sentBy: { host: string; port: number }): Promise<SipConnection> {
    const open = this.#connections.get(id);
    if (open?.isOpen) return open;
    const peer = this.#closed.get(id);
    if (!peer) throw new SipConnectError("connect", "The connection of the request is closed.");
    const { trunkId, source } = peer;
    return this.#share(`reopen|${id}`, () =>
      this.#open({
        target: { ...sentBy, transport: source.transport },
        address: { address: source.address, port: sentBy.port },
        caCertificates: this.options.trustedCertificates(trunkId),
        ...{ trunkId, hasKeepAlive: false, isTrusted: false, id },
      }),
    );
  }

  /** Always opens a connection to a trunk. Throws SipConnectError. */
  openForTrunk(trunk: SipTrunk): Promise<SipConnection> {
    const { id: trunkId, caCertificates } = trunk;
    return this.#open({ target: trunk, caCertificates, trunkId, hasKeepAlive: true, isTrusted: true });
  }

  closeAll(): void {
    this.#isClosed = true;
    for (const connection of [...this.#connections.values()]) connection.close();
  }

  async #open({ trunkId, hasKeepAlive, isTrusted, id, ...options }: OpenOptions): Promise<SipConnection> {
    const { dns, limits, isAddressAllowed } = this.options;
    if (this.#isClosed) throw new SipConnectError("connect", "The endpoint is closed.");
    // Connections of peers have a separate limit, so that strangers cannot prevent calls to trunks.
    if (this.#connections.size - this.#accepted.total >= limits.connections)
      throw new SipConnectError("connect", "Too many connections.");
    const { socket, address } = await connectToTarget({ ...options, dns, limits, isAddressAllowed });
    const { transport } = options.target;
    const source = { ...address, transport, trunkId: isTrusted ? trunkId : null };
    const connection = this.#add(socket, source, hasKeepAlive, id);
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

  #add(socket: Socket, source: SipSource, hasKeepAlive: boolean, id?: string): SipConnection {
    const handlers: ConnectionHandlers = {
      onMessage: this.options.onMessage,
      onClosed: (closed) => {
        if (this.#connections.get(closed.id) === closed) this.#connections.delete(closed.id);
        this.#strangers.remove(closed);
        if (source.trunkId === null) this.#closed.remember(closed);
        this.options.onClosed(closed);
      },
      onIdentified: (identified) => this.#strangers.remove(identified),
    };
    const connection = new SipConnection(socket, source, this.options.limits, handlers, hasKeepAlive, id);
    this.#connections.set(connection.id, connection);
    return connection;
  }
}
