import { hash, type Options, verify } from "@node-rs/argon2";

/**
 * Argon2id (the library's default variant) with OWASP's first recommendation (Password Storage Cheat Sheet):
 * 19 MiB, two passes, one lane. About 30 ms of a worker thread.
 */
const ARGON2: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Normalizes Unicode: "é" may be typed as one or two code points (NIST SP 800-63B, 5.1.1.2). */
const normalize = (password: string): string => password.normalize("NFKC");

/** Hashes a password; the result is a PHC string with salt and costs. */
export const hashPassword = (password: string): Promise<string> => hash(normalize(password), ARGON2);

let decoy: Promise<string> | undefined;

/**
 * Whether the password matches the stored hash. Without a hash (no account, or single sign-on only) it does
 * the same work and returns false, so that the timing does not reveal which accounts exist.
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword("no account has this password");
  const isMatch = await verify(stored ?? (await decoy), normalize(password));
  return stored !== null && isMatch;
}
