import { createHmac } from "node:crypto";
import { ExpiringMap } from "@/lib/platform/expiring-map";
import { indexKey } from "./workspace-keys";

/** What a keyed hash is for. Equal texts of different purposes have unrelated hashes. */
export type IndexPurpose = "number" | "idempotency" | "name" | "email";

/** Finds rows by values that are sealed, without knowing the values. */
export type Indexer = {
  /** 32 bytes: HMAC-SHA-256 under a key of this workspace and purpose. */
  hash(purpose: IndexPurpose, text: string): Buffer;
  /**
   * The first 53 bits of a word's keyed hash, for `calls.words`: a `number` that PostgreSQL's 8-byte integer and
   * JavaScript both hold exactly, and that the batch layer sends as it is. Two words of 100,000 collide with a
   * probability of one in a million.
   */
  word(word: string): number;
  /** The same of a word of somebody's name, for `contacts.name_hashes`; unrelated to what transcripts hold of it. */
  nameWord(word: string): number;
};

/** Words of transcripts repeat: a memoised call costs a tenth. About 10 MB when full. */
const WORD_LIMIT = 50_000;
/** A word that nobody spoke or searched meanwhile is not kept in memory longer. */
const WORD_TTL_MS = 10 * 60_000;
const words = new ExpiringMap<string, number>({ ttlMs: WORD_TTL_MS, limit: WORD_LIMIT });

const hmac = (key: Buffer, text: string): Buffer => createHmac("sha256", key).update(text, "utf8").digest();

/** The first 53 bits of a digest. */
const first53 = (digest: Buffer): number => digest.readUIntBE(0, 6) * 32 + (digest.readUInt8(6) >> 3);

/** The indexer of a workspace's `index` key, which never rotates: a hash stays comparable for good. */
export async function indexer(workspaceId: string): Promise<Indexer> {
  return indexerOf(workspaceId, await indexKey(workspaceId));
}

/** Purposes are separated by keys of their own, derived from the index key. */
export function indexerOf(workspaceId: string, key: Buffer): Indexer {
  const derived = new Map<string, Buffer>();
  const keyOf = (purpose: string): Buffer => {
    const known = derived.get(purpose) ?? hmac(key, `parley index ${purpose}`);
    derived.set(purpose, known);
    return known;
  };
  return {
    hash: (purpose, text) => hmac(keyOf(purpose), text),
    word: (word) => {
      const memo = `${workspaceId} ${word}`;
      const known = words.get(memo);
      if (known !== undefined) return known;
      const value = first53(hmac(keyOf("word"), word));
      words.set(memo, value);
      return value;
    },
    nameWord: (word) => first53(hmac(keyOf("name"), word)),
  };
}
