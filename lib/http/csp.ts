import { NO_SNIFF } from "@/lib/platform/no-sniff";

/**
 * The content security policy of a page: scripts bear the nonce of this one answer, and what they load is trusted with
 * them; nothing comes from another site. `style-src-attr` allows style attributes, which components set as they move;
 * they can run nothing. `voice` is where calls connect, if not here: a page that is moved to keeps the policy of the one
 * that was loaded first, so each has it. In development the reload needs `eval` and style elements of its own.
 */
export function contentSecurityPolicy(
  nonce: string,
  { isDevelopment = false, voice }: { isDevelopment?: boolean; voice?: string | undefined } = {},
): string {
  const more = isDevelopment
    ? { script: " 'unsafe-eval'", style: " 'unsafe-inline'" }
    : { script: "", style: ` 'nonce-${nonce}'` };
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'${more.script}`,
    `style-src 'self'${more.style}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "media-src 'self' blob:",
    `connect-src 'self'${voice === undefined ? "" : ` ${socketOrigin(voice)}`}`,
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join("; ");
}

/** The origin of the WebSockets at an address of HTTP. */
const socketOrigin = (address: string): string => new URL(address).origin.replace(/^http/, "ws");

/** A year, as browsers' preload lists ask for. The host alone: other names of the domain are not this product's to bind. */
const HSTS = "max-age=31536000";

const HEADERS: Readonly<Record<string, string>> = {
  ...NO_SNIFF,
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Permissions-Policy": "camera=(), geolocation=(), payment=(), usb=(), microphone=(self)",
};

/**
 * What every page says of itself besides: it is framed by nobody, guessed by nobody, and tells nobody where it was.
 * `overTls`: browsers that have seen it once never ask this host in the clear again.
 */
export const pageHeaders = (overTls: boolean): Readonly<Record<string, string>> =>
  overTls ? { ...HEADERS, "Strict-Transport-Security": HSTS } : HEADERS;
