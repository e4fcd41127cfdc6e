import { PLACEHOLDER_IN_KEY, USE_PLACEHOLDER_BRACES } from "@/lib/platform/reasons/fields/tools";
import {
  type Arguments,
  argument,
  fillTemplate,
  hasStrayBraces,
  percentEncode,
  placeholdersIn,
  wholePlaceholder,
} from "./template";

const split = (pair: string): [key: string, value: string] => {
  const equals = pair.indexOf("=");
  return equals === -1 ? [pair, ""] : [pair.slice(0, equals), pair.slice(equals + 1)];
};

/**
 * Returns the problem of a template of `key=value&…` (a query or a form), or null. Keys cannot contain
 * placeholders.
 */
export function pairsProblem(template: string): string | null {
  const keys = template.split("&").map((pair) => split(pair)[0]);
  if (keys.some((key) => placeholdersIn(key).length > 0)) return PLACEHOLDER_IN_KEY;
  return hasStrayBraces(template) ? USE_PLACEHOLDER_BRACES : null;
}

/** Renders `key=value&…` with encoded arguments, without pairs whose only argument is missing. */
export function renderPairs(template: string, args: Arguments): string {
  const rendered = template.split("&").flatMap((pair) => {
    const only = wholePlaceholder(split(pair)[1]);
    if (only !== undefined && argument(args, only) === undefined) return [];
    return [fillTemplate(pair, (name) => percentEncode(args, name))];
  });
  return rendered.join("&");
}
