import { createHash } from "node:crypto";
import { ExpiringMap } from "@/lib/platform/expiring-map";

/** Lifetime of cached speech. */
const KEPT_MS = 10 * 60_000;
/** A question takes three seconds: some 50 MB. */
const MOST_KEPT = 500;
const MOST_NOTED = 10_000;
/** Numbers, dates and times are mostly personal, and spoken to one caller. */
const SOMEBODYS = /\d/;

type Say = (piece: string, voice: string) => Promise<Int16Array>;

/**
 * Keeps the sound of what is said again and again, as an agent's greeting, announcement and questions are: to make it
 * costs a tenth of a second of a processor, for each call. Only what is said a second time is kept, in memory alone; of
 * the first time a digest is noted. Two who are to say the same at once wait for one sound. `text` is what the piece is of.
 */
export function saidAgain(say: Say): (piece: string, voice: string, text: string) => Promise<Int16Array> {
  const noted = new ExpiringMap<string, true>({ ttlMs: KEPT_MS, limit: MOST_NOTED });
  const cache = new ExpiringMap<string, Int16Array>({ ttlMs: KEPT_MS, limit: MOST_KEPT });
  const underway = new Map<string, Promise<Int16Array>>();
  const make = async (key: string, piece: string, voice: string): Promise<Int16Array> => {
    try {
      const sound = await say(piece, voice);
      if (noted.get(key)) cache.set(key, sound);
      noted.set(key, true);
      return sound;
    } finally {
      underway.delete(key);
    }
  };
  return async (piece, voice, text) => {
    if (SOMEBODYS.test(text)) return say(piece, voice);
    const key = createHash("sha256").update(`${voice} ${piece}`).digest("base64url");
    const cached = cache.get(key);
    if (cached !== undefined) return cached;
    const pending = underway.get(key);
    if (pending !== undefined) {
      noted.set(key, true);
      return pending;
    }
    const making = make(key, piece, voice);
    underway.set(key, making);
    return making;
  };
}
