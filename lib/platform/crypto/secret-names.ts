/** The secrets of an installation. Each machine needs the same ones. */
export const SECRET_NAMES = [
  "root.key",
  "session.key",
  "sso.key",
  "receipt-signing.key",
  "audit-signing.key",
] as const;

/** Endings of files that hold a secret wrapped by a service, or sealed under the root key. */
export const WRAPPED = ".wrapped";
export const SEALED = ".sealed";

const ROOT = /^root(?:-([1-9]\d{0,3}))?\.key$/;

/** The name of a version of the root key: `root.key` is the first, `root-2.key` the second. */
export const rootName = (version: number): string => (version === 1 ? "root.key" : `root-${version}.key`);

/** The version of a root key's name; undefined for the name of another secret. */
export function rootVersionOf(name: string): number | undefined {
  const match = ROOT.exec(name);
  if (match === null) return undefined;
  const version = Number(match[1] ?? 1);
  return rootName(version) === name ? version : undefined;
}
