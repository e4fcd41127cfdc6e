import { Secret, TOTP } from "otpauth";

/** What every app for codes understands (RFC 6238 with its defaults): SHA-1, 6 digits, 30 seconds. */
const SHAPE = { issuer: "Parley", algorithm: "SHA1", digits: 6, period: 30 } as const;
/** 160 bits (RFC 4226, 4, R6). */
const SECRET_BYTES = 20;
/** One step to either side, for clocks that differ and hands that type (RFC 6238, 5.2). */
const WINDOW = 1;

const totpOf = (secret: Buffer, label: string): TOTP =>
  new TOTP({ ...SHAPE, label, secret: new Secret({ buffer: new Uint8Array(secret).buffer }) });

/** 20 random bytes. */
export const newSecret = (): Buffer => Buffer.from(new Secret({ size: SECRET_BYTES }).buffer);

/** The secret as a person types it and as the picture holds it. */
export function shown(secret: Buffer, email: string): { secret: string; uri: string } {
  const totp = totpOf(secret, email);
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/** The time step that a code belongs to; null for a code that is not right now. `now`: RFC 3339. */
export function stepOf(secret: Buffer, code: string, now: string): number | null {
  const timestamp = Date.parse(now);
  const delta = totpOf(secret, "").validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? null : Math.floor(timestamp / 1_000 / SHAPE.period) + delta;
}
