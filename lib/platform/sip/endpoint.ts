import type { IncomingMessage } from "sip.js/lib/core/index.js";
import { withTimeout } from "../with-timeout";
import { checkOptions } from "./check-options";
import { ConnectionTable } from "./connection-table";
import type { SipContext } from "./context";
import { createCore } from "./core";
import { DigestServer } from "./digest-server";
import { dispatchMessage } from "./dispatch";
import { FailedProofs } from "./failed-proofs";
import { receiveInvite } from "./incoming-invite";
import { DEFAULT_SIP_LIMITS } from "./limits";
import { openListeners, type SipListeners } from "./listen";
import type { SipMessage } from "./message";
import { placeCall } from "./place-call";
import { Registration } from "./registration";
import { SYSTEM_DNS } from "./resolve";
import { createTrace } from "./trace";
import { TransportLayer } from "./transport-layer";
import type { SipEndpoint, SipEndpointOptions, SipTransport } from "./types";

const CLOSE_MS = 5_000;

/** The received message as text, for the trace. */
function formatMessage({ startLine, headers, body }: SipMessage): string {
  const lines = headers.map(([name, value]) => `${name}: ${value}`);
  return `${[startLine, ...lines].join("\r\n")}\r\n\r\n${body}`;
}

function createContext(options: SipEndpointOptions, ports: SipEndpoint["ports"]): SipContext {
  const { onTrace, advertised } = options;
  const limits = { ...DEFAULT_SIP_LIMITS, ...options.limits };
  const connections = new ConnectionTable({
    dns: options.dns ?? SYSTEM_DNS,
    limits,
    isAddressAllowed: options.isAddressAllowed ?? (() => true),
    onMessage: (connection, message) => {
      onTrace?.(createTrace(formatMessage(message), "in", connection));
      return dispatchMessage(context, connection, message);
    },
    onClosed: () => {},
    trustedCertificates: options.trustedCertificates ?? (() => null),
  });
  const addresses = {
    tls: { host: advertised.host, port: advertised.tlsPort ?? ports.tls },
    tcp: { host: advertised.host, port: advertised.tcpPort ?? ports.tcp },
  };
  const transport = new TransportLayer(connections, addresses, (text, connection) =>
    onTrace?.(createTrace(text, "out", connection)),
  );
  const core = createCore(transport, { onInvite: (request) => receiveInvite(context, request) });
  const context: SipContext = {
    options,
    limits,
    connections,
    transport,
    core,
    digest: new DigestServer(advertised.host),
    failedProofs: new FailedProofs(),
    received: new WeakMap<IncomingMessage, never>(),
    dialogs: new Map(),
    pendingInvites: new Set(),
    isDraining: false,
  };
  return context;
}

/** Creates the SIP user agent of a process and opens its listeners. Rejects if a port cannot be opened. */
export async function createSipEndpoint(options: SipEndpointOptions): Promise<SipEndpoint> {
  const limits = { ...DEFAULT_SIP_LIMITS, ...options.limits };
  let context: SipContext | undefined;
  const listeners = await openListeners(options.listeners, limits, (socket, transport) => {
    if (context) context.connections.accept(socket, transport);
    else socket.destroy();
  });
  const portOf = (transport: SipTransport) =>
    listeners.all.find((listener) => listener.transport === transport)?.port ?? null;
  const ports = { tls: portOf("tls"), tcp: portOf("tcp") };
  context = createContext(options, ports);
  return new Endpoint(context, listeners, ports);
}

class Endpoint implements SipEndpoint {
  readonly #registrations = new Set<Registration>();
  #closing: Promise<void> | undefined;

  constructor(
    readonly context: SipContext,
    readonly listeners: SipListeners,
    readonly ports: { tls: number | null; tcp: number | null },
  ) {}

  invite: SipEndpoint["invite"] = (trunk, invite) => placeCall(this.context, trunk, invite);
  options: SipEndpoint["options"] = (trunk) => checkOptions(this.context, trunk);

  register: SipEndpoint["register"] = (trunk, onState) => {
    const registration = new Registration(this.context, trunk, onState);
    this.#registrations.add(registration);
    return async () => {
      await registration.stop();
      this.#registrations.delete(registration);
    };
  };

  setCertificate: SipEndpoint["setCertificate"] = (certificate) => this.listeners.setCertificate(certificate);

  drain(): void {
    this.context.isDraining = true;
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const { context } = this;
    this.drain();
    for (const { server } of this.listeners.all) server.close();
    const dialogs = [...context.dialogs.values()].map((dialog) => dialog.bye());
    const registrations = [...this.#registrations].map((registration) => registration.stop());
    await withTimeout(Promise.allSettled([...dialogs, ...registrations]), CLOSE_MS, () => undefined);
    context.connections.closeAll();
    context.core.dispose();
  }
}
