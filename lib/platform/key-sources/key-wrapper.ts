/** Names and values that a wrapped key belongs to. The service authenticates it, so that a wrapped key of another installation does not open. */
export type WrapContext = Readonly<Record<string, string>>;

/** A service that wraps keys with a key that does not leave it. */
export type KeyWrapper = {
  /** Wraps 32 bytes. Returns the service's text for them. Throws `KeySourceError`. */
  wrap(key: Buffer, context: WrapContext): Promise<string>;
  /** Unwraps such a text. Throws `KeySourceError`. */
  unwrap(ciphertext: string, context: WrapContext): Promise<Buffer>;
};

/** The service refused, or was not reached. The message is one line that says what to do, without a key, token or address. */
export class KeySourceError extends Error {
  /** Whether the same request can succeed later. */
  readonly isTemporary: boolean;
  constructor(message: string, isTemporary = false) {
    super(message);
    this.name = "KeySourceError";
    this.isTemporary = isTemporary;
  }
}

/** Requires 32 bytes from a service that can return any. */
export function requireKeyBytes(key: Buffer, service: string): Buffer {
  if (key.length !== 32)
    throw new KeySourceError(
      `${service} unwrapped ${key.length} bytes instead of a key of 32. Check the wrapped file.`,
    );
  return key;
}
