import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { AwsV4Signer } from "aws4fetch";
import { assertStorageName, type Storage, StorageFailure } from "./port";

/** A bucket of an S3-compatible service; the endpoint may lie inside, as the operator has set it. */
export type Bucket = {
  endpoint: string;
  region: string;
  bucket: string;
  /** Before each name; ends with a slash, or is empty. */
  prefix: string;
  accessKeyId: string;
  secretAccessKey: string;
};

export type S3Limits = {
  /** Of one exchange, its body included. A chunk is a few hundred kilobytes. */
  attemptMs: number;
  /** Of a chunk, thrice at most: a recording's chunks wait half a minute for one that does not get through. */
  attempts: number;
  /** Before the second attempt; twice that before the third. */
  retryMs: number;
  /** Of an answer: far above any chunk and any page of a listing. */
  maxBytes: number;
};
const LIMITS: S3Limits = { attemptMs: 10_000, attempts: 3, retryMs: 300, maxBytes: 16 * 1_024 * 1_024 };

/** Objects removed at once; a page of a listing is 1,000. */
const DELETES_AT_ONCE = 8;
/** Pages of one folder. A recording of a day is 24,000 chunks; a service that lists what is gone must not hold us for ever. */
const MOST_PAGES = 100;
/** "Not now": busy, or a part of it is down. */
const RETRIED = new Set([408, 429, 500, 502, 503, 504]);
const MOVED = new Set([301, 302, 307, 308]);

type Ask = { method: "GET" | "PUT" | "DELETE"; url: URL; body?: Uint8Array };
type Answer = { status: number; body: Buffer };

/** Reads an answer whole. Throws where it is longer than any of ours can be. */
async function bodyOf({ body }: Response, maxBytes: number): Promise<Buffer> {
  const reader = body?.getReader();
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  try {
    for (let read = await reader?.read(); read?.value !== undefined; read = await reader?.read()) {
      bytes += read.value.length;
      if (bytes > maxBytes) throw new StorageFailure("The storage sent far more than was stored.");
      pieces.push(read.value);
    }
  } finally {
    await reader?.cancel().catch(() => undefined);
  }
  return Buffer.concat(pieces);
}

/** Hint for an unexpected status, without object names. */
const refusalOf = (status: number): StorageFailure => {
  const hint = MOVED.has(status)
    ? " Is S3_REGION the bucket's?"
    : status === 403
      ? " Do the keys of S3_ACCESS_KEY_ID open the bucket, and is the clock right?"
      : "";
  return new StorageFailure(`The storage answered ${status}.${hint}`);
};

/** The keys of a page of `ListObjectsV2`. Ours are of letters, digits, dots, dashes and slashes: nothing in them is escaped. */
const keysIn = (xml: string): string[] =>
  [...xml.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key]) => key ?? "");

/** The folders of a page that was asked for with a delimiter, each with the slash at its end. */
const foldersIn = (xml: string): string[] =>
  [...xml.matchAll(/<CommonPrefixes>\s*<Prefix>([^<]*)<\/Prefix>/g)].map(([, key]) => key ?? "");
/** Modification times of a page's objects; NaN if unknown. */
const timesIn = (xml: string): number[] =>
  [...xml.matchAll(/<LastModified>([^<]*)<\/LastModified>/g)].map(([, at]) => Date.parse(at ?? ""));

/**
 * Chunks as objects of a bucket, by signed requests (Signature Version 4, the body's digest among what is signed) with
 * the bucket in the path. Every exchange has a time limit, and is tried three times. The bucket must keep no versions:
 * what is removed there is to be gone.
 */
export function s3Storage(bucket: Bucket, limits: S3Limits = LIMITS): Storage {
  const { accessKeyId, secretAccessKey, region, prefix } = bucket;
  const root = `${bucket.endpoint.replace(/(?<!\/)\/+$/, "")}/${bucket.bucket}`;
  const urlOf = (name: string): URL => new URL(`${root}/${prefix}${assertStorageName(name)}`);

  async function attempt({ method, url, body }: Ask): Promise<Answer> {
    const digest = createHash("sha256")
      .update(body ?? "")
      .digest("hex");
    // Each request is signed, as a signature is valid for minutes.
    const signed = await new AwsV4Signer({
      method,
      url: url.href,
      headers: { "x-amz-content-sha256": digest },
      service: "s3",
      accessKeyId,
      secretAccessKey,
      region,
    }).sign();
    const response = await fetch(signed.url, {
      method,
      headers: signed.headers,
      // Where a service sends us elsewhere, the signature would not hold.
      redirect: "manual",
      signal: AbortSignal.timeout(limits.attemptMs),
      ...(body && { body: new Uint8Array(body) }),
    });
    return { status: response.status, body: await bodyOf(response, limits.maxBytes) };
  }

  /** Asks until there is an answer; `expected` are the statuses that are one. */
  async function ask(request: Ask, expected: readonly number[]): Promise<Answer> {
    for (let attemptNumber = 1; ; attemptNumber++) {
      const last = attemptNumber >= limits.attempts;
      const answer = await attempt(request).catch((cause: unknown) => {
        if (cause instanceof StorageFailure) throw cause;
        if (last) throw new StorageFailure("The storage could not be reached in time.", { cause });
        return null;
      });
      if (answer !== null && expected.includes(answer.status)) return answer;
      if (answer !== null && (last || !RETRIED.has(answer.status))) throw refusalOf(answer.status);
      await sleep(limits.retryMs * attemptNumber);
    }
  }

  const remove = (key: string) => ask({ method: "DELETE", url: new URL(`${root}/${key}`) }, [200, 204, 404]);

  /** A page of what begins with `folder`, with more to ask of the listing. */
  async function listing(folder: string, more: Record<string, string> = {}): Promise<string> {
    const url = new URL(root);
    const query = { "list-type": "2", prefix: folder, ...more };
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const xml = (await ask({ method: "GET", url }, [200])).body.toString();
    if (keysIn(xml).some((key) => !key.startsWith(folder)))
      throw new StorageFailure("The storage listed what was not asked for.");
    return xml;
  }
  const page = async (folder: string): Promise<string[]> => keysIn(await listing(folder));

  async function list(folder: string, after: string, limit: number): Promise<string[]> {
    const under = folder === "" ? prefix : `${prefix}${assertStorageName(folder)}/`;
    const xml = await listing(under, {
      delimiter: "/",
      "max-keys": String(limit),
      // Behind the chunk and the folder of that name, and before the next: a slash comes before all that names are of.
      ...(after !== "" && { "start-after": `${under}${after}/~` }),
    });
    return [...keysIn(xml), ...foldersIn(xml)]
      .map((key) => key.slice(under.length).replace(/\/$/, ""))
      .sort();
  }

  async function changedSince(folder: string, sinceMs: number): Promise<boolean> {
    const under = `${prefix}${assertStorageName(folder)}/`;
    for (let pages = 0, after = ""; pages < MOST_PAGES; pages++) {
      const xml = await listing(under, after === "" ? {} : { "start-after": after });
      if (timesIn(xml).some((at) => !(at <= sinceMs))) return true;
      const last = keysIn(xml).at(-1);
      if (last === undefined) return false;
      after = last;
    }
    throw new StorageFailure("The storage does not come to the end of a folder.");
  }

  async function removeUnder(folder: string): Promise<void> {
    for (let pages = 0; pages < MOST_PAGES; pages++) {
      const keys = await page(folder);
      if (keys.length === 0) return;
      const removing = Array.from({ length: DELETES_AT_ONCE }, async () => {
        for (let key = keys.pop(); key !== undefined; key = keys.pop()) await remove(key);
      });
      await Promise.all(removing);
    }
    throw new StorageFailure("The storage still lists what was removed.");
  }

  return {
    async put(name, bytes) {
      await ask({ method: "PUT", url: urlOf(name), body: bytes }, [200]);
    },
    async read(name) {
      const { status, body } = await ask({ method: "GET", url: urlOf(name) }, [200, 404]);
      return status === 404 ? null : body;
    },
    removeAll: (folder) => removeUnder(`${prefix}${assertStorageName(folder)}/`),
    list,
    changedSince,
  };
}
