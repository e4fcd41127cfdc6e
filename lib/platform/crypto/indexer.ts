import { createHmac } from "node:crypto";
import { ExpiringMap } from "@/lib/platform/expiring-map";
import { indexKey } from "./workspace-keys";

/** The use of a keyed hash. Equal texts have unrelated hashes under different purposes. */
export type IndexPurpose = "number" | "idempotency" | "name" | "email";

/** Computes keyed hashes, so that rows can be found by sealed values without storing the values in clear. */
export type Indexer = {
  /** 32 bytes: HMAC-SHA-256 under a key of this workspace and purpose. */
  hash(purpose: IndexPurpose, text: string): Buffer;
  /**
   * The first 53 bits of a word's keyed hash, for `calls.words`. Both PostgreSQL's 8-byte integer and a
   * JavaScript `number` hold it exactly, and the batch layer sends it as it is. Among 100,000 words, two
   * collide with a probability of one in a million.
   */
  word(word: string): number;
  /**
   * The same for a word of a person's name, for `contacts.name_hashes`. Unrelated to the word's hash in
   * transcripts.
   */
  nameWord(word: string): number;
};

/** Words of transcripts repeat, and a memoized hash costs a tenth. The memo takes about 10 MB when full. */
const WORD_LIMIT = 50_000;
/** A word that is not spoken or searched within this time leaves memory. */
const WORD_TTL_MS = 10 * 60_000;
const words = new ExpiringMap<string, number>({ ttlMs: WORD_TTL_MS, limit: WORD_LIMIT });

const hmac = (key: Buffer, text: string): Buffer => createHmac("sha256", key).update(text, "utf8").digest();

/** The first 53 bits of a digest. */
const first53Bits = (digest: Buffer): number => digest.readUIntBE(0, 6) * 32 + (digest.readUInt8(6) >> 3);

/** The indexer of a workspace's `index` key. The key never rotates, so that hashes remain comparable. */
export async function workspaceIndexer(workspaceId: string): Promise<Indexer> {
  return createIndexer(workspaceId, await indexKey(workspaceId));
}

/** Creates an indexer. Each purpose has its own key, derived from the index key. */
export function createIndexer(workspaceId: string, key: Buffer): Indexer {
  const derived = new Map<string, Buffer>();
  const keyOf = (purpose: string): Buffer => {
    const purposeKey = derived.get(purpose) ?? hmac(key, `parley index ${purpose}`);
    derived.set(purpose, purposeKey);
    return purposeKey;
  };
  return {
    hash: (purpose, text) => hmac(keyOf(purpose), text),
    word: (word) => {
      const memoKey = `${workspaceId} ${word}`;
      const cached = words.get(memoKey);
      if (cached !== undefined) return cached;
      const value = first53Bits(hmac(keyOf("word"), word));
      words.set(memoKey, value);
      return value;
    },
    nameWord: (word) => first53Bits(hmac(keyOf("name"), word)),
  };
}
