import { hash, type Options, verify } from "@node-rs/argon2";

/**
 * Argon2id (the library's default variant) with OWASP's first recommendation (Password Storage Cheat Sheet): 19 MiB,
 * two passes, one lane. About 30 ms of a worker thread.
 */
const ARGON2: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** One person's "é" may be typed as one sign or as two; both are the same password (NIST SP 800-63B, 5.1.1.2). */
const normal = (password: string): string => password.normalize("NFKC");

/** Answers the hash in PHC form, salt and costs included. */
export const hashPassword = (password: string): Promise<string> => hash(normal(password), ARGON2);

let decoy: Promise<string> | undefined;

/**
 * Whether the password fits. Without a hash (no such account, or one that signs in elsewhere) the same work is done
 * and the answer is no, so that the time it takes does not tell which accounts exist.
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword("no account has this password");
  const fits = await verify(stored ?? (await decoy), normal(password));
  return stored !== null && fits;
}
