import { NO_SNIFF } from "@/lib/platform/no-sniff";

/**
 * The content security policy of a page. Scripts need the nonce of this response, and scripts that they load
 * are trusted with them; nothing comes from other sites. `style-src-attr` allows style attributes, which
 * components change as they move; they cannot run code. `voice` is the origin of calls, if it is another:
 * after client-side navigation the first page's policy still applies, so every page has it. Development needs
 * `eval` and style elements for reloading.
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

/**
 * One year, as browsers' preload lists require. Only this host, as other names of the domain are not this
 * product's.
 */
const HSTS = "max-age=31536000";

const HEADERS: Readonly<Record<string, string>> = {
  ...NO_SNIFF,
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Permissions-Policy": "camera=(), geolocation=(), payment=(), usb=(), microphone=(self)",
};

/**
 * Security headers of every page: no framing, no type sniffing, no referrer. `overTls`: browsers then use
 * only HTTPS for this host.
 */
export const pageHeaders = (overTls: boolean): Readonly<Record<string, string>> =>
  overTls ? { ...HEADERS, "Strict-Transport-Security": HSTS } : HEADERS;
