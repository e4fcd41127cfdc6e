/** Reads or creates a random secret in a file of mode 0600. */
export function secretFile(path: string): string;
