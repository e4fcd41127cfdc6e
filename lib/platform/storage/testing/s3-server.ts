import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Bucket } from "../s3";

const SECRET = "the-secret-of-the-stand-in";
const ACCOUNT = { accessKeyId: "AKIDSTANDIN", secretAccessKey: SECRET, region: "eu-test-1" };
/** How far the clocks may be apart (Amazon S3, "RequestTimeTooSkewed"). */
const SKEW_MS = 15 * 60_000;
const PAGE = 3;

const hmac = (key: string | Buffer, text: string): Buffer => createHmac("sha256", key).update(text).digest();
const sha256 = (data: string | Buffer): string => createHash("sha256").update(data).digest("hex");
/** As Signature Version 4 encodes: all but the unreserved characters of RFC 3986. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

const stampOf = (text: string): number =>
  Date.parse(text.replace(/^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/, "$1-$2-$3T$4:$5:$6Z"));

/** Whether a request is signed as Amazon's "Authenticating Requests (AWS Signature Version 4)" says, body included. */
function isSigned(request: IncomingMessage, url: URL, body: Buffer): boolean {
  const header = (name: string): string => String(request.headers[name] ?? "");
  const sent =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      header("authorization"),
    );
  const [, id, date = "", region = "", names = "", signature = ""] = sent ?? [];
  const at = header("x-amz-date");
  const needed = ["host", "x-amz-content-sha256", "x-amz-date"].every((name) =>
    names.split(";").includes(name),
  );
  if (id !== ACCOUNT.accessKeyId || region !== ACCOUNT.region || !needed || !at.startsWith(date))
    return false;
  if (!(Math.abs(Date.now() - stampOf(at)) < SKEW_MS) || header("x-amz-content-sha256") !== sha256(body))
    return false;
  const query = [...url.searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join("&");
  const path = url.pathname
    .split("/")
    .map((part) => encoded(decodeURIComponent(part)))
    .join("/");
  const headers = names.split(";").map((name) => `${name}:${header(name).trim()}\n`);
  const canonical = [request.method, path, query, headers.join(""), names, sha256(body)].join("\n");
  const text = ["AWS4-HMAC-SHA256", at, `${date}/${region}/s3/aws4_request`, sha256(canonical)].join("\n");
  const key = [date, region, "s3", "aws4_request"].reduce<Buffer | string>(hmac, `AWS4${SECRET}`);
  return timingSafeEqual(Buffer.from(signature, "hex"), hmac(key, text));
}

/** Faults for the next requests: a status, no response, a broken connection, an oversized response. */
export type Fault = number | "silence" | "torn" | "flood";

/** A stand-in for an S3-compatible service: one bucket, listings by pages of three, and it believes signatures alone. */
export async function openS3Server() {
  const objects = new Map<string, Buffer>();
  /** When each was put there, where that is not now. */
  const times = new Map<string, Date>();
  const requests: string[] = [];
  const faults: Fault[] = [];
  let refused = 0;

  /** As `ListObjectsV2` says: what shares its name up to the delimiter is one entry, and counts as one. */
  function listing(url: URL): string {
    const of = (name: string) => url.searchParams.get(name) ?? "";
    const prefix = of("prefix");
    const keys = [...objects.keys()]
      .filter((key) => key.startsWith(prefix) && key > of("start-after"))
      .sort();
    const entries = new Map<string, string>();
    for (const key of keys) {
      const end = of("delimiter") === "" ? -1 : key.indexOf(of("delimiter"), prefix.length);
      const common = key.slice(0, end + 1);
      if (end >= 0) entries.set(common, `<CommonPrefixes><Prefix>${common}</Prefix></CommonPrefixes>`);
      else {
        const at = (times.get(key) ?? new Date()).toISOString();
        entries.set(key, `<Contents><Key>${key}</Key><LastModified>${at}</LastModified></Contents>`);
      }
    }
    const pageSize = Math.min(PAGE, Number(of("max-keys") || PAGE));
    const xml = [...entries.values()].slice(0, pageSize).join("");
    return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${entries.size > pageSize}</IsTruncated>${xml}</ListBucketResult>`;
  }
  function answer(method: string, url: URL, body: Buffer, response: ServerResponse): void {
    const [, bucket, ...keyParts] = url.pathname.split("/");
    const key = keyParts.join("/");
    if (bucket !== "parley-test") response.writeHead(404).end("<Code>NoSuchBucket</Code>");
    else if (method === "PUT") {
      objects.set(key, body);
      response.writeHead(200).end();
    } else if (method === "DELETE") {
      objects.delete(key);
      response.writeHead(204).end();
    } else if (key === "") response.writeHead(200).end(listing(url));
    else if (objects.has(key)) response.writeHead(200).end(objects.get(key));
    else response.writeHead(404).end("<Code>NoSuchKey</Code>");
  }
  function fail(fault: Fault, response: ServerResponse): void {
    if (fault === "torn") response.destroy();
    else if (fault === "flood") response.writeHead(200).end(Buffer.alloc(4_096));
    else if (fault !== "silence") response.writeHead(fault, { location: "https://elsewhere.example/" }).end();
  }

  const http = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const url = new URL(request.url ?? "", `http://${request.headers.host}`);
    requests.push(`${request.method} ${url.pathname}`);
    const fault = faults.shift();
    if (fault !== undefined) return fail(fault, response);
    if (isSigned(request, url, body)) return answer(request.method ?? "", url, body, response);
    refused++;
    response.writeHead(403).end("<Code>SignatureDoesNotMatch</Code>");
  });
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  const endpoint = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const bucket: Bucket = { ...ACCOUNT, endpoint, bucket: "parley-test", prefix: "some-where/" };
  return {
    ...{ objects, times, seen: requests, faults, bucket },
    refused: () => refused,
    async close() {
      http.closeAllConnections();
      await new Promise((done) => http.close(done));
    },
  };
}
