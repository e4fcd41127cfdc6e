import {
  LEAVE_OUT_DOT_SEGMENTS,
  USE_PLACEHOLDER_BRACES,
  USE_URL_WITH_FIXED_HOST,
} from "@/lib/platform/reasons/fields/tools";
import { pairsProblem, renderPairs } from "./pairs";
import {
  ArgumentError,
  type Arguments,
  argument,
  asText,
  fillTemplate,
  hasStrayBraces,
  percentEncode,
  placeholdersIn,
} from "./template";

/** Scheme and host without placeholders, user name or backslash, then a path and a query. No fragment. */
const SHAPE = /^(https?:\/\/[^/?#\s{}@\\]+)(\/[^?#\s\\]*)?(?:\?([^#\s\\]*))?$/i;
/**
 * Segments that change the path: dots in plain or encoded form, with the parameters that some servers strip.
 */
const WALKS = /^(?:\.|%2e){1,2}(?:;.*)?$/i;

function parts(template: string): { origin: string; segments: string[]; query: string | undefined } | null {
  // A placeholder can contain spaces, which the pattern would reject.
  const match = SHAPE.exec(template.replace(/\{\{\s+/g, "{{").replace(/(?<!\s)\s+\}\}/g, "}}"));
  const [, origin, path, query] = match ?? [];
  return origin === undefined ? null : { origin, segments: (path ?? "/").split("/"), query };
}

/** Scheme, host and port of a template, for the check of the address at creation. */
export const templateOrigin = (template: string): string => parts(template)?.origin ?? "";

/** Returns the problem of a URL template, or null. */
export function urlProblem(template: string): string | null {
  const urlParts = parts(template);
  if (urlParts === null || !URL.canParse(urlParts.origin)) {
    return USE_URL_WITH_FIXED_HOST;
  }
  const path = urlParts.segments.join("/");
  if (urlParts.segments.some((segment) => WALKS.test(segment))) return LEAVE_OUT_DOT_SEGMENTS;
  if (hasStrayBraces(path)) return USE_PLACEHOLDER_BRACES;
  return urlParts.query === undefined ? null : pairsProblem(urlParts.query);
}

/**
 * Renders the URL of one request. Arguments are percent-encoded: they fill segments and query values, and
 * cannot change host, path structure or keys. Throws `ArgumentError` for one that changes the path (`..`) or
 * leaves a segment empty, as `DELETE /users/{{id}}` without an ID is another request.
 */
export function renderUrl(template: string, args: Arguments): URL {
  const urlParts = parts(template);
  if (urlParts === null) throw new ArgumentError("url");
  const path = urlParts.segments.map((segment) => renderSegment(segment, args)).join("/");
  const query = urlParts.query === undefined ? "" : renderPairs(urlParts.query, args);
  const url = new URL(urlParts.origin + path + (query === "" ? "" : `?${query}`));
  // Verifies with the URL parser what the encoding guarantees.
  const intact =
    url.origin === new URL(urlParts.origin).origin &&
    url.pathname.split("/").length === urlParts.segments.length;
  if (!intact) throw new ArgumentError("url");
  return url;
}

function renderSegment(segment: string, args: Arguments): string {
  const names = placeholdersIn(segment);
  for (const name of names) {
    // Servers that decode before routing would also resolve an encoded "../".
    if (
      asText(argument(args, name))
        .split(/[/\\]/)
        .some((part) => WALKS.test(part))
    )
      throw new ArgumentError(name);
  }
  const rendered = fillTemplate(segment, (name) => percentEncode(args, name));
  if (names[0] !== undefined && (rendered === "" || WALKS.test(rendered))) throw new ArgumentError(names[0]);
  return rendered;
}
