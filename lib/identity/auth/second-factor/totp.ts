import { Secret, TOTP } from "otpauth";

/** Supported by every authenticator app (RFC 6238 defaults): SHA-1, 6 digits, 30 seconds. */
const TOTP_OPTIONS = { issuer: "Parley", algorithm: "SHA1", digits: 6, period: 30 } as const;
/** 160 bits (RFC 4226, 4, R6). */
const SECRET_BYTES = 20;
/** Accepts one step before and after, for clock drift and typing time (RFC 6238, 5.2). */
const WINDOW = 1;

const totpOf = (secret: Buffer, label: string): TOTP =>
  new TOTP({ ...TOTP_OPTIONS, label, secret: new Secret({ buffer: new Uint8Array(secret).buffer }) });

/** 20 random bytes. */
export const newSecret = (): Buffer => Buffer.from(new Secret({ size: SECRET_BYTES }).buffer);

/** The secret for manual entry, and the URI for a QR code. */
export function describeSecret(secret: Buffer, email: string): { secret: string; uri: string } {
  const totp = totpOf(secret, email);
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/** Finds the time step of a code; null if the code is not valid at `now` (RFC 3339). */
export function findTimeStep(secret: Buffer, code: string, now: string): number | null {
  const timestamp = Date.parse(now);
  const delta = totpOf(secret, "").validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? null : Math.floor(timestamp / 1_000 / TOTP_OPTIONS.period) + delta;
}
