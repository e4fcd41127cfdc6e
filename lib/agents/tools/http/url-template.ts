import { pairsProblem, renderPairs } from "./pairs";
import {
  ArgumentError,
  type Arguments,
  argument,
  asText,
  fill,
  hasStrayBraces,
  percentEncoded,
  placeholdersIn,
} from "./template";

/** Scheme and host without placeholders, user name or backslash; then a path; then a query; no fragment. */
const SHAPE = /^(https?:\/\/[^/?#\s{}@\\]+)(\/[^?#\s\\]*)?(?:\?([^#\s\\]*))?$/i;
/** Segments that walk the path: with dots in plain or encoded form, and with the parameters some servers cut off. */
const WALKS = /^(?:\.|%2e){1,2}(?:;.*)?$/i;

function parts(template: string): { origin: string; segments: string[]; query: string | undefined } | null {
  // A placeholder may be written with spaces inside, which the shape would refuse.
  const match = SHAPE.exec(template.replace(/\{\{\s+/g, "{{").replace(/(?<!\s)\s+\}\}/g, "}}"));
  const [, origin, path, query] = match ?? [];
  return origin === undefined ? null : { origin, segments: (path ?? "/").split("/"), query };
}

/** Scheme, host and port of a template, for the check of the address at creation. */
export const templateOrigin = (template: string): string => parts(template)?.origin ?? "";

/** What is wrong with a URL template, or null. */
export function urlProblem(template: string): string | null {
  const found = parts(template);
  if (found === null || !URL.canParse(found.origin)) {
    return "Use an http or https URL whose host is fixed, without a user name or a fragment.";
  }
  const path = found.segments.join("/");
  if (found.segments.some((segment) => WALKS.test(segment)))
    return 'Leave out path segments of "." and "..".';
  if (hasStrayBraces(path)) return "Write placeholders as {{parameter}}.";
  return found.query === undefined ? null : pairsProblem(found.query);
}

/**
 * The URL of one call. Arguments are percent-encoded: they fill segments and query values, and change neither host
 * nor path nor keys. Throws `ArgumentError` for one that walks (`..`), or leaves a segment empty, as
 * `DELETE /users/{{id}}` without an id would be another request.
 */
export function renderUrl(template: string, args: Arguments): URL {
  const found = parts(template);
  if (found === null) throw new ArgumentError("url");
  const path = found.segments.map((segment) => renderSegment(segment, args)).join("/");
  const query = found.query === undefined ? "" : renderPairs(found.query, args);
  const url = new URL(found.origin + path + (query === "" ? "" : `?${query}`));
  // What the encoding guarantees, held against what the URL parser made of it.
  const intact =
    url.origin === new URL(found.origin).origin && url.pathname.split("/").length === found.segments.length;
  if (!intact) throw new ArgumentError("url");
  return url;
}

function renderSegment(segment: string, args: Arguments): string {
  const names = placeholdersIn(segment);
  for (const name of names) {
    // Servers that decode before they route would walk on an encoded "../" too.
    if (
      asText(argument(args, name))
        .split(/[/\\]/)
        .some((part) => WALKS.test(part))
    )
      throw new ArgumentError(name);
  }
  const rendered = fill(segment, (name) => percentEncoded(args, name));
  if (names[0] !== undefined && (rendered === "" || WALKS.test(rendered))) throw new ArgumentError(names[0]);
  return rendered;
}
