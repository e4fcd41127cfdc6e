/** A public key, with SHA-256 of its DER in hex as its ID. */
export type PublicKey = { id: string; key: CryptoKey };

export function toHex(bytes: Uint8Array): string;

/**
 * Imports the Ed25519 keys of a text, each a PEM block. Other text is ignored. Throws `NotSupportedError` if Web Crypto lacks
 * the algorithm.
 */
export function importPublicKeys(text: string): Promise<PublicKey[]>;

/** Whether a base64url signature of a text is of this key. */
export function isSignedWith(key: PublicKey, text: string, signature: string): Promise<boolean>;
