import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { TLSSocket } from "node:tls";

/** Of one exchange. /healthz answers at once. Tests on busy machines raise it. */
export const REQUEST_LIMITS = { timeoutMs: 8_000 };
/** /healthz and /readyz answer with less than a hundred bytes. */
const MAX_BYTES = 4_096;
const MAX_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** `validTo`: milliseconds of the epoch at which the server's certificate expires; null without TLS. */
type Exchange = { status: number; location: string | null; body: string; validTo: number | null };
/**
 * `redirects`: how many the server answered. `end`: `elsewhere` is a redirect to another host or without TLS, which was not
 * followed. `validTo` is that of the certificate that expires first.
 */
export type Answer = Omit<Exchange, "location"> & {
  redirects: number;
  end: "answer" | "loop" | "elsewhere";
};

type Options = {
  /** For the server of this machine, whose certificate is not for its loopback address: the request contains nothing to protect. */
  acceptAnyCertificate?: boolean;
  /** Whether redirects within the host are followed. By default a redirect is the answer. */
  followRedirects?: boolean;
};
export type RequestAddress = (url: string, options?: Options) => Promise<Answer>;

function exchange(url: URL, acceptAnyCertificate: boolean): Promise<Exchange> {
  return new Promise((resolve, reject) => {
    const isTls = url.protocol === "https:";
    const send = isTls ? requestHttps : requestHttp;
    const request = send(url, {
      // A connection that is kept open would keep this process running.
      agent: false,
      headers: { connection: "close", accept: "application/json" },
      timeout: REQUEST_LIMITS.timeoutMs,
      ...(isTls && { rejectUnauthorized: !acceptAnyCertificate }),
    });
    const timer = setTimeout(() => request.destroy(timeoutError()), REQUEST_LIMITS.timeoutMs);
    request.on("timeout", () => request.destroy(timeoutError()));
    request.on("error", reject);
    request.on("close", () => clearTimeout(timer));
    request.on("response", (response) => {
      const validTo = isTls ? Date.parse((response.socket as TLSSocket).getPeerCertificate().valid_to) : null;
      const { statusCode: status = 0 } = response;
      const location = REDIRECTS.has(status) ? (response.headers.location ?? null) : null;
      let body = "";
      response.setEncoding("utf8");
      response.on("data", (part: string) => {
        body = (body + part).slice(0, MAX_BYTES);
        if (body.length >= MAX_BYTES) response.destroy();
      });
      response.on("close", () => resolve({ status, location, body, validTo }));
      response.on("error", () => undefined);
    });
    request.end();
  });
}

const timeoutError = (): Error => Object.assign(new Error("No answer in time."), { code: "ETIMEDOUT" });

/** The earlier end of two certificates; null is no certificate. */
const earlier = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b);

/** Whether a redirect stays with the host, and does not lead from TLS to none. */
const isWithinHost = (from: URL, to: URL): boolean =>
  to.hostname === from.hostname &&
  (to.protocol === "https:" || (to.protocol === "http:" && from.protocol === "http:"));

/** Sends a GET without credentials, and follows up to five redirects within the host if asked to. Throws the error of Node. */
export async function requestAddress(
  url: string,
  { acceptAnyCertificate = false, followRedirects = false }: Options = {},
): Promise<Answer> {
  const visited = new Set<string>();
  let target = new URL(url);
  let validTo: number | null = null;
  for (let redirects = 0; ; redirects++) {
    visited.add(target.href);
    const { location, ...answer } = await exchange(target, acceptAnyCertificate);
    validTo = earlier(validTo, answer.validTo);
    if (location === null || !followRedirects) return { ...answer, validTo, redirects, end: "answer" };
    const next = URL.canParse(location, target) ? new URL(location, target) : null;
    if (next === null || !isWithinHost(target, next))
      return { ...answer, validTo, redirects: redirects + 1, end: "elsewhere" };
    if (visited.has(next.href) || redirects === MAX_REDIRECTS)
      return { ...answer, validTo, redirects: redirects + 1, end: "loop" };
    target = next;
  }
}
