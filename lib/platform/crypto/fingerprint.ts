import { createHmac } from "node:crypto";

const PURPOSE = "parley fingerprint of a secret file";

/** A hash of a secret that does not tell it, as the secret has 256 random bits. */
export const fingerprintOf = (secret: Buffer): string =>
  createHmac("sha256", secret).update(PURPOSE).digest("hex");
