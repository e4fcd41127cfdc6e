import type { Env } from "@/lib/platform/read-env";

/** Variables whose whole value is private. */
const PRIVATE = [
  "METRICS_TOKEN",
  "PARLEY_INIT_API_KEY",
  "PARLEY_INIT_OWNER_EMAIL",
  "PARLEY_INIT_OWNER_PASSWORD",
  "S3_ACCESS_KEY_ID",
  "S3_BUCKET",
  "S3_SECRET_ACCESS_KEY",
  "MAIL_FROM",
  "DATA_DIR",
] as const satisfies readonly (keyof Env)[];
/** Variables with an address, which can contain a user, a password and a host. */
const ADDRESSES = [
  "DATABASE_URL",
  "DATABASE_DIRECT_URL",
  "PARLEY_BASE_URL",
  "PARLEY_VOICE_URL",
  "S3_ENDPOINT",
  "SMTP_URL",
] as const satisfies readonly (keyof Env)[];
const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);
/** A shorter value is likely a part of ordinary words: its removal would show it. */
const MIN_LETTERS = 8;

/** Parameters with which an address of PostgreSQL can name its host, user and password. */
const PRIVATE_PARAMETERS = ["host", "user", "password"];

/** The decoded text, or the same text if it has a percent sign that encodes nothing. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function valuesOfAddress(address: string): string[] {
  const { hostname, password, username, search, searchParams } = new URL(address);
  const parameters = PRIVATE_PARAMETERS.flatMap((name) => searchParams.getAll(name));
  const rawParameters = [...search.matchAll(/[?&](?:host|user|password)=([^&]*)/g)].map(
    ([, raw = ""]) => raw,
  );
  const parts = [password, username, hostname, ...rawParameters].flatMap((part) => [part, decode(part)]);
  // A parser of URLs encodes some characters of a password, which a driver's message shows as they were written.
  const [, userInfo = ""] = /^[a-z]+:\/\/([^/?#]*)@/.exec(address) ?? [];
  return [address, ...parts, ...parameters, ...userInfo.split(":")].filter((value) => !LOOPBACK.has(value));
}

/**
 * Returns a function that replaces private values of the environment in a text. Checks do not write them; this is the second
 * line of defense, as the report can be published. `extra`: further private values, such as the address of `--mail-to`.
 */
export function createPrivateValueRemover(env: Env, extra: readonly string[] = []): (text: string) => string {
  const values = [
    ...extra,
    ...PRIVATE.map((name) => env[name] ?? ""),
    ...ADDRESSES.flatMap((name) => (env[name] === undefined ? [] : valuesOfAddress(env[name]))),
  ];
  const listed = [...new Set(values)]
    .filter((value) => value.length >= MIN_LETTERS)
    .sort((a, b) => b.length - a.length);
  return (text) => listed.reduce((result, value) => result.replaceAll(value, "[removed]"), text);
}
