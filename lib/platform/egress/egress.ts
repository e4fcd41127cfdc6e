import { lookup } from "node:dns/promises";
import { Agent, fetch as undiciFetch } from "undici";
import type { WebSocket } from "ws";
import { type ByteReader, limitedBody, readCapped } from "./body";
import { checkedAddresses, type Guard, guardedConnector, type Resolve } from "./connect";
import { type Deadline, startDeadline } from "./deadline";
import { EgressError } from "./errors";
import { type Hop, nextHop, redirectTarget } from "./redirect";
import { type EgressSend, sendOnce } from "./send";
import { type EgressSocketInit, openSocket } from "./socket";
import { parseTarget, portOf } from "./url";

/** Sockets to one origin at once. A workspace's busiest server gets one per running turn; more wait in line. */
const MAX_SOCKETS_PER_ORIGIN = 64;
/** Idle sockets close after this, whatever the server offers, so that the pools stay small. */
const KEEP_ALIVE_MS = 10_000;
/** Origins with open sockets at once; addresses come from many workspaces, and each takes memory. */
const MAX_ORIGINS = 2_000;
/** A name that has not been resolved by then counts as one that cannot be resolved now. */
const CHECK_RESOLVE_MS = 3_000;
/** Statuses whose answers have no body (Fetch standard). */
const NULL_BODY = new Set([204, 205, 304]);
const MAX_REDIRECTS = 3;

export type EgressInit = {
  method?: string;
  headers?: Record<string, string>;
  /** Headers that depend on where a request goes (a credential bound to hosts); asked anew at each hop, stronger than `headers`. */
  headersFor?: (url: URL) => Record<string, string>;
  body?: string | Uint8Array;
  signal?: AbortSignal | undefined;
  /** Limit over the whole exchange: connecting, headers, body, and all redirects. */
  timeoutMs: number;
  /** Limit of the answer's body after decompression. */
  maxBytes: number;
  /** Redirects to follow, at most 3. 0, the default, hands the 3xx to the caller. */
  maxRedirects?: number;
};

export type EgressStreamInit = EgressInit & {
  /** From the start to the first byte of the body. */
  firstByteMs: number;
  /** Between two chunks of the body. */
  idleMs: number;
};

/** The way out to the network. Every error that is not the caller's own abort is an `EgressError`. */
export type Egress = {
  /** One exchange; the answer is read whole, so that nothing is left open. */
  fetch(url: string | URL, init: EgressInit): Promise<Response>;
  /** One exchange of which the status alone is wanted, for many at a time: the answer is read to its end and dropped. No redirects. */
  send(url: string | URL, init: EgressSend): Promise<number>;
  /** One exchange whose body is handed on as it comes and errors at the limits. The body must be read or cancelled. */
  stream(url: string | URL, init: EgressStreamInit): Promise<Response>;
  /**
   * Opens a WebSocket (`http` for `ws`, `https` for `wss`); ended by the signal. No redirects. It is paused, so that no
   * message is lost before the caller listens: `resume()` starts it.
   */
  socket(url: string | URL, init: EgressSocketInit): Promise<WebSocket>;
  /**
   * Checks a URL when it is configured: throws `bad_url`, or `refused_address` if it leads inside by its text or by
   * what its name resolves to now. A name that cannot be resolved now passes: every connect is checked again.
   */
  checkUrl(url: string | URL): Promise<void>;
  /** Closes all sockets. */
  close(): Promise<void>;
};

/** What the system's resolver says, `/etc/hosts` included. */
const systemResolve: Resolve = async (hostname) =>
  (await lookup(hostname, { all: true })).map(({ address }) => address);

export type EgressOptions = {
  allowedHosts: readonly string[];
  resolve?: Resolve;
  /** Null where who sends keeps to a limit of their own. */
  socketsPerOrigin?: number | null;
};

/**
 * Makes a way out with pools of its own, as a socket that one allow-list admitted must not serve another.
 * `allowedHosts`: `host` or `host:port`, lower case, that pass although they lead inside.
 */
export function createEgress(options: EgressOptions): Egress {
  const guard: Guard = { allowedHosts: options.allowedHosts, resolve: options.resolve ?? systemResolve };
  const agent = new Agent({
    connect: guardedConnector(guard),
    connections: options.socketsPerOrigin === undefined ? MAX_SOCKETS_PER_ORIGIN : options.socketsPerOrigin,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    maxOrigins: MAX_ORIGINS,
    headersTimeout: 0, // ours are tighter and cover the whole exchange
    bodyTimeout: 0,
  });

  return {
    async fetch(url, init) {
      const deadline = startDeadline(init.timeoutMs, init.signal);
      try {
        const answer = await follow(agent, url, init, deadline);
        const body = await readCapped(answer.reader, init.maxBytes, deadline);
        return new Response(NULL_BODY.has(answer.status) ? null : body, answer);
      } catch (error) {
        throw deadline.explain(error);
      } finally {
        deadline.end();
      }
    },

    send: (url, init) => sendOnce(agent, url, init),

    async stream(url, init) {
      const deadline = startDeadline(init.timeoutMs, init.signal);
      const startedAt = performance.now();
      const headersTimer = setTimeout(() => deadline.abort(new EgressError("timeout")), init.firstByteMs);
      try {
        const answer = await follow(agent, url, init, deadline);
        const firstChunkMs = Math.max(0, init.firstByteMs - (performance.now() - startedAt));
        const limits = { maxBytes: init.maxBytes, idleMs: init.idleMs, firstChunkMs };
        const body = limitedBody(answer.reader, limits, deadline);
        if (!NULL_BODY.has(answer.status)) return new Response(body, answer);
        deadline.end();
        return new Response(null, answer);
      } catch (error) {
        deadline.end();
        throw deadline.explain(error);
      } finally {
        clearTimeout(headersTimer);
      }
    },

    socket: (url, init) => openSocket(guard, url, init),

    async checkUrl(url) {
      const target = parseTarget(url);
      const port = portOf(target.protocol, target.port);
      let timer: NodeJS.Timeout | undefined;
      const tooLong = new Promise<void>((done) => {
        timer = setTimeout(done, CHECK_RESOLVE_MS);
      });
      const checked = checkedAddresses(guard, target.hostname, port).then(
        () => undefined,
        (error: unknown) => {
          if (error instanceof EgressError && error.code === "refused_address") throw error;
        },
      );
      await Promise.race([checked, tooLong]).finally(() => clearTimeout(timer));
    },

    close: () => agent.destroy(),
  };
}

type Answer = { status: number; headers: Headers; reader: ByteReader };

const NO_BODY: ByteReader = { read: async () => ({ done: true }), cancel: async () => {} };

async function follow(
  agent: Agent,
  url: string | URL,
  init: EgressInit,
  deadline: Deadline,
): Promise<Answer> {
  let hop: Hop = {
    url: parseTarget(url),
    method: init.method ?? "GET",
    headers: init.headers ?? {},
    body: init.body,
  };
  const allowed = Math.min(init.maxRedirects ?? 0, MAX_REDIRECTS);
  for (let followed = 0; ; followed++) {
    const response = await undiciFetch(hop.url, {
      method: hop.method,
      headers: { ...lowerCased(hop.headers), ...lowerCased(init.headersFor?.(hop.url) ?? {}) },
      ...(hop.body !== undefined && { body: hop.body }),
      redirect: "manual",
      dispatcher: agent,
      signal: deadline.signal,
    });
    const { status } = response;
    const reader: ByteReader = response.body?.getReader() ?? NO_BODY;
    const target = allowed === 0 ? null : redirectTarget(hop.url, status, response.headers.get("location"));
    if (target === null) {
      if (status < 200 || status > 599) throw new EgressError("network");
      return { status, headers: plainHeaders([...response.headers]), reader };
    }
    await reader.cancel();
    if (followed === allowed) throw new EgressError("redirect");
    hop = nextHop(hop, status, target);
  }
}

/** Header names in one case, so that a stronger header replaces a weaker one instead of being joined to it. */
const lowerCased = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

/** The answer's headers without those that no longer hold once the body has been decompressed and cut. */
function plainHeaders(entries: [string, string][]): Headers {
  const headers = new Headers(entries);
  for (const name of ["content-encoding", "content-length", "transfer-encoding"]) headers.delete(name);
  return headers;
}
