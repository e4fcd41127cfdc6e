import {
  ArgumentError,
  type Arguments,
  argument,
  asText,
  fill,
  hasStrayBraces,
  wholePlaceholder,
} from "./template";

const NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/;
/** What the connection decides, what a proxy would read, and what belongs in a credential, sealed and bound to hosts. */
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

/** Whether a text can be a header's value: no line break or other control sign, nothing beyond one byte a sign. */
export const fitsHeader = (text: string): boolean =>
  [...text].every((char) => {
    const code = char.codePointAt(0) ?? 0;
    return code === 9 || (code >= 32 && code <= 126) || (code >= 160 && code <= 255);
  });

/** Whether a name is a valid header name (RFC 9110 token). */
export const isHeaderName = (name: string): boolean => NAME.test(name);

/** What is wrong with a header template, or null. */
export function headerProblem(name: string, template: string): string | null {
  if (!isHeaderName(name)) return "Use a valid header name.";
  if (REFUSED.has(name.toLowerCase()))
    return "This header cannot be set; what authorises belongs in a credential.";
  if (!fitsHeader(template)) return "Leave out line breaks and signs that a header cannot hold.";
  return hasStrayBraces(template) ? "Write placeholders as {{parameter}}." : null;
}

/**
 * The headers of one call. One whose value is a missing argument is left out. Throws `ArgumentError` for an argument
 * that a header cannot hold, such as one with a line break.
 */
export function renderHeaders(
  templates: Readonly<Record<string, string>>,
  args: Arguments,
): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, template] of Object.entries(templates)) {
    const only = wholePlaceholder(template);
    if (only !== undefined && argument(args, only) === undefined) continue;
    headers[name.toLowerCase()] = fill(template, (parameter) => {
      const text = asText(argument(args, parameter));
      if (!fitsHeader(text)) throw new ArgumentError(parameter);
      return text;
    });
  }
  return headers;
}
