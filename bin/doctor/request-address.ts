import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { TLSSocket } from "node:tls";

/** Of one exchange. /healthz answers at once. */
const TIMEOUT_MS = 8_000;
/** /healthz and /readyz answer with less than a hundred bytes. */
const MAX_BYTES = 4_096;
const MAX_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** `validTo`: milliseconds of the epoch at which the server's certificate expires; null without TLS. */
type Exchange = { status: number; location: string | null; body: string; validTo: number | null };
/** `redirects`: how many were followed. `isLoop`: they did not end. */
export type Answer = Omit<Exchange, "location"> & { redirects: number; isLoop: boolean };

export type RequestAddress = (url: string, options?: { acceptAnyCertificate?: boolean }) => Promise<Answer>;

function exchange(url: URL, acceptAnyCertificate: boolean): Promise<Exchange> {
  return new Promise((resolve, reject) => {
    const isTls = url.protocol === "https:";
    const send = isTls ? requestHttps : requestHttp;
    const request = send(url, {
      // A connection that is kept open would keep this process running.
      agent: false,
      headers: { connection: "close", accept: "application/json" },
      timeout: TIMEOUT_MS,
      ...(isTls && { rejectUnauthorized: !acceptAnyCertificate }),
    });
    const timer = setTimeout(() => request.destroy(timeoutError()), TIMEOUT_MS);
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

/**
 * Sends a GET without credentials and follows up to five redirects. Throws the error of Node. `acceptAnyCertificate` is for
 * the server of this machine, whose certificate is not for its loopback address; the request contains nothing to protect.
 */
export async function requestAddress(url: string, { acceptAnyCertificate = false } = {}): Promise<Answer> {
  const visited = new Set<string>();
  let target = new URL(url);
  for (let redirects = 0; ; redirects++) {
    visited.add(target.href);
    const { location, ...answer } = await exchange(target, acceptAnyCertificate);
    if (location === null) return { ...answer, redirects, isLoop: false };
    target = new URL(location, target);
    const isHttp = target.protocol === "http:" || target.protocol === "https:";
    if (!isHttp || visited.has(target.href) || redirects === MAX_REDIRECTS)
      return { ...answer, redirects: redirects + 1, isLoop: true };
  }
}
