import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

export type Account = { accessKeyId: string; secretAccessKey: string; region: string; sessionToken?: string };

/** "Requests must reach AWS within five minutes of the time stamp" (Signature Version 4, "Request signature elements"). */
const SKEW_MS = 5 * 60_000;
const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/;

const hmac = (key: string | Buffer, text: string): Buffer => createHmac("sha256", key).update(text).digest();
const sha256 = (data: string | Buffer): string => createHash("sha256").update(data).digest("hex");
const timeOf = (stamp: string): number =>
  Date.parse(stamp.replace(/^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/, "$1-$2-$3T$4:$5:$6Z"));

/**
 * Returns the type of AWS's error for a POST to `/` that is not signed as
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html describes; null if it is.
 */
export function findSignatureProblem(
  request: IncomingMessage,
  body: Buffer,
  account: Account,
  service: string,
): string | null {
  const header = (name: string): string => String(request.headers[name] ?? "");
  const [, id, date = "", region = "", name, list = "", signature = ""] =
    AUTHORIZATION.exec(header("authorization")) ?? [];
  if (id === undefined) return "MissingAuthenticationTokenException";
  if (id !== account.accessKeyId) return "UnrecognizedClientException";
  if (header("x-amz-security-token") !== (account.sessionToken ?? "")) return "UnrecognizedClientException";
  const stamp = header("x-amz-date");
  if (region !== account.region || name !== service || !stamp.startsWith(date))
    return "InvalidSignatureException";
  if (!(Math.abs(Date.now() - timeOf(stamp)) < SKEW_MS)) return "InvalidSignatureException";
  const names = list.split(";");
  // The host, the content type and every x-amz header that is sent must be signed.
  const required = [
    "host",
    "content-type",
    ...Object.keys(request.headers).filter((key) => key.startsWith("x-amz-")),
  ];
  if (required.some((key) => !names.includes(key)) || names.join() !== [...names].sort().join())
    return "IncompleteSignature";
  const headers = names.map((key) => `${key}:${header(key).trim()}\n`).join("");
  const canonical = [request.method, "/", "", headers, list, sha256(body)].join("\n");
  const text = [
    "AWS4-HMAC-SHA256",
    stamp,
    `${date}/${region}/${service}/aws4_request`,
    sha256(canonical),
  ].join("\n");
  const key = [date, region, service, "aws4_request"].reduce<Buffer | string>(
    hmac,
    `AWS4${account.secretAccessKey}`,
  );
  return timingSafeEqual(Buffer.from(signature, "hex"), hmac(key, text)) ? null : "InvalidSignatureException";
}
