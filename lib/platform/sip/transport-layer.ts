import { TransactionState, type Transport, type UserAgentCore } from "sip.js/lib/core/index.js";
import { extractUri, parseSipUri } from "./address";
import type { SipConnection } from "./connection";
import type { ConnectionTable } from "./connection-table";
import type { SipTarget } from "./resolve";
import type { SipTransport, SipTrunk } from "./types";
import { fromCoreText, readConnectionId, readResponseVia, readSentBy } from "./wire";

/** The connection of a call's requests, and how to open it again. */
export type CallRoute = {
  connection: SipConnection;
  trunkId: string;
  /** The trunk of a call that Parley placed. Null for a peer's call: the next hop of its dialog is connected. */
  trunk: SipTrunk | null;
};

/** How long a route is kept after its call: longer than the last retransmission (64 * T1, RFC 3261). */
const ROUTE_LINGER_MS = 40_000;

function readLine(text: string, name: string): string | null {
  const start = text.indexOf(`\r\n${name}: `);
  if (start === -1 || start > text.indexOf("\r\n\r\n")) return null;
  const valueStart = start + name.length + 4;
  return text.slice(valueStart, text.indexOf("\r\n", valueStart));
}

/** The next hop of a request: its first Route, or its Request-URI. */
function readNextHop(text: string, transport: SipTransport): SipTarget | null {
  const route = readLine(text, "Route");
  const uri = parseSipUri(route ? extractUri(route) : (text.split(" ", 2)[1] ?? ""));
  if (!uri?.host) return null;
  // A call that began over TLS stays encrypted.
  const isTls = transport === "tls" || /(?:^|;)transport=tls(?:;|$)/i.test(uri.parameters);
  return { host: uri.host, port: uri.port, transport: isTls ? "tls" : "tcp" };
}

/** Sends the core's messages: a response over the connection of its request, a request over that of its call. */
export class TransportLayer implements Transport {
  /** Replaced by the transport of the connection. */
  readonly protocol = "TLS";
  readonly #routes = new Map<string, CallRoute>();
  #core: UserAgentCore | undefined;

  constructor(
    readonly connections: ConnectionTable,
    readonly advertised: Readonly<Record<SipTransport, { host: string; port: number | null }>>,
    readonly onSent: (text: string, connection: SipConnection) => void,
  ) {}

  attachCore(core: UserAgentCore): void {
    this.#core = core;
  }

  getRoute(callId: string): CallRoute | undefined {
    return this.#routes.get(callId);
  }

  setRoute(callId: string, route: CallRoute): void {
    this.#routes.set(callId, route);
  }

  /** Removes the route of a call that ended, after its last retransmissions. */
  releaseRoute(callId: string): void {
    const route = this.#routes.get(callId);
    setTimeout(() => {
      if (this.#routes.get(callId) === route) this.#routes.delete(callId);
    }, ROUTE_LINGER_MS).unref();
  }

  /** Sends a message of the core. Rejects if there is no connection, which the core reports to its user. */
  async send(text: string): Promise<void> {
    const isResponse = text.startsWith("SIP/2.0 ");
    const connection = isResponse ? await this.#findPeer(text) : await this.#findCallConnection(text);
    await this.sendOver(connection, text);
    if (!isResponse) this.#watchConnection(connection, text);
  }

  /** Translates a message of the core and sends it over a connection. */
  async sendOver(connection: SipConnection, text: string): Promise<void> {
    const { transport } = connection.source;
    const { host, port } = this.advertised[transport];
    // Without a listener, the peer reaches this side over the connection alone, as that of a telephone behind NAT.
    const address = { host, port: port ?? connection.socket.localPort ?? 0 };
    const wireText = fromCoreText(text, transport, address);
    await connection.send(wireText);
    this.onSent(wireText, connection);
  }

  /** The connection of a request that a response answers. A closed one is opened again. Throws SipConnectError. */
  async #findPeer(text: string): Promise<SipConnection> {
    const id = readConnectionId(text) ?? "";
    return this.connections.get(id) ?? this.connections.reopen(id, readSentBy(readResponseVia(text)));
  }

  async #findCallConnection(text: string): Promise<SipConnection> {
    const route = this.#routes.get(readLine(text, "Call-ID") ?? "");
    if (!route) throw new Error("The call is over.");
    if (route.connection.isOpen) return route.connection;
    const isInDialog = /;tag=/.test(readLine(text, "To") ?? "");
    if (!isInDialog || text.startsWith("CANCEL ")) throw new Error("The connection is closed.");
    if (route.trunk) {
      route.connection = await this.connections.forTrunk(route.trunk);
      return route.connection;
    }
    const target = readNextHop(text, route.connection.source.transport);
    if (!target) throw new Error("The peer has no address.");
    route.connection = await this.connections.forTarget(target, route.trunkId);
    return route.connection;
  }

  /** Fails a request other than INVITE and ACK if its connection closes before the final response. */
  #watchConnection(connection: SipConnection, text: string): void {
    const method = text.slice(0, text.indexOf(" "));
    const branch = /;branch=([^;\r]+)/.exec(readLine(text, "Via") ?? "")?.[1];
    const client = this.#core?.userAgentClients.get(`${branch}${method}`);
    if (!client || method === "INVITE") return;
    const transaction = client.transaction;
    const fail = () => {
      // biome-ignore lint/complexity/useLiteralKeys: the method is protected, and the core has no event for it.
      transaction["onTransportError"](new Error("The connection is closed."));
    };
    connection.closeListeners.add(fail);
    transaction.addStateChangeListener(() => {
      if (transaction.state === TransactionState.Terminated) connection.closeListeners.delete(fail);
    });
  }
}
