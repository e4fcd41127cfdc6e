import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { KeySourceError } from "./key-wrapper";

/** Answers of these services are a few kilobytes. */
const MAX_BYTES = 64 * 1_024;

export type ServiceRequest = {
  url: string;
  method: "GET" | "POST" | "PUT";
  headers: Readonly<Record<string, string>>;
  body?: string;
  /** Time for the whole exchange, in milliseconds. */
  timeoutMs: number;
  /** Certificates of the authority in PEM, in place of the system's. */
  ca?: string;
};
export type ServiceResponse = { status: number; body: string };

/** TLS errors whose repetition is pointless. Node's codes. */
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS/;

/**
 * Sends one request and reads its response, of at most 64 KB. Follows no redirect: its target would receive the token.
 * Throws a `KeySourceError` that names `service` and no address; it is temporary unless the certificate is not trusted.
 */
export function sendRequest(service: string, request: ServiceRequest): Promise<ServiceResponse> {
  const { url, method, headers, body, timeoutMs, ca } = request;
  const isTls = url.startsWith("https:");
  return new Promise((done, fail) => {
    const failWith = (code: string) =>
      fail(
        CERTIFICATE.test(code)
          ? new KeySourceError(`The certificate of ${service} is not trusted (${code}).`)
          : new KeySourceError(`${service} cannot be reached (${code}).`, true),
      );
    const outgoing = (isTls ? httpsRequest : httpRequest)(url, {
      method,
      headers: {
        ...headers,
        ...(body !== undefined && { "content-length": String(Buffer.byteLength(body)) }),
      },
      agent: false,
      ...(isTls && { minVersion: "TLSv1.2", ...(ca !== undefined && { ca }) }),
    });
    const timer = setTimeout(
      () => outgoing.destroy(Object.assign(new Error(), { code: "TIMEOUT" })),
      timeoutMs,
    );
    outgoing.on("close", () => clearTimeout(timer));
    outgoing.on("error", (error: NodeJS.ErrnoException) => failWith(error.code ?? "error"));
    outgoing.on("response", (response) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      response.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > MAX_BYTES) outgoing.destroy(Object.assign(new Error(), { code: "RESPONSE_TOO_LARGE" }));
        else chunks.push(chunk);
      });
      response.on("error", (error: NodeJS.ErrnoException) => failWith(error.code ?? "error"));
      response.on("end", () =>
        done({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString("utf8") }),
      );
    });
    outgoing.end(body);
  });
}

/** The JSON of a response, or undefined if it is none. */
export function parseBody(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
