import { USE_HEADER_NAME } from "@/lib/platform/reasons/fields/platform";
import {
  HEADER_NOT_SETTABLE,
  HEADER_VALUE_UNSENDABLE,
  USE_PLACEHOLDER_BRACES,
} from "@/lib/platform/reasons/fields/tools";
import {
  ArgumentError,
  type Arguments,
  argument,
  asText,
  fillTemplate,
  hasStrayBraces,
  wholePlaceholder,
} from "./template";

const NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/;
/**
 * Headers that the connection sets, that proxies interpret, or that belong in a credential, sealed and bound
 * to hosts.
 */
const REFUSED = new Set([
  "authorization",
  "connection",
  "content-length",
  "cookie",
  "expect",
  "host",
  "keep-alive",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/**
 * Whether a text can be a header's value: single-byte characters without line breaks and other control
 * characters.
 */
export const fitsHeader = (text: string): boolean =>
  [...text].every((char) => {
    const code = char.codePointAt(0) ?? 0;
    return code === 9 || (code >= 32 && code <= 126) || (code >= 160 && code <= 255);
  });

/** Whether a name is a valid header name (RFC 9110 token). */
export const isHeaderName = (name: string): boolean => NAME.test(name);

/** Returns the problem of a header template, or null. */
export function headerProblem(name: string, template: string): string | null {
  if (!isHeaderName(name)) return USE_HEADER_NAME;
  if (REFUSED.has(name.toLowerCase())) return HEADER_NOT_SETTABLE;
  if (!fitsHeader(template)) return HEADER_VALUE_UNSENDABLE;
  return hasStrayBraces(template) ? USE_PLACEHOLDER_BRACES : null;
}

/**
 * Renders the headers of one request, without those whose argument is missing. Throws `ArgumentError` for an
 * argument that is not a valid header value, such as one with a line break.
 */
export function renderHeaders(
  templates: Readonly<Record<string, string>>,
  args: Arguments,
): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, template] of Object.entries(templates)) {
    const only = wholePlaceholder(template);
    if (only !== undefined && argument(args, only) === undefined) continue;
    headers[name.toLowerCase()] = fillTemplate(template, (parameter) => {
      const text = asText(argument(args, parameter));
      if (!fitsHeader(text)) throw new ArgumentError(parameter);
      return text;
    });
  }
  return headers;
}
