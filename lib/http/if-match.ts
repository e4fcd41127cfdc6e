import { type ErrorDetail, problemIn } from "@/lib/platform/errors";
import type { IfMatch } from "@/lib/platform/if-match";

/** An element of the list, which can be empty, with the comma after it (RFC 9110, 5.6.1 and 8.8.3). */
const ELEMENT = /[ \t]*(?:(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"[ \t]*)?(,|$)/y;

/**
 * The tags of a list that can match: a weak tag never does, as `If-Match` compares strongly. Null for a malformed list.
 * The list is bounded, as Node limits the headers of a request to 16 KiB.
 */
function strongTags(header: string): string[] | null {
  const strong: string[] = [];
  let hasTags = false;
  for (let position = 0, separator = ","; separator === ","; position = ELEMENT.lastIndex) {
    ELEMENT.lastIndex = position;
    const element = ELEMENT.exec(header);
    if (element === null) return null;
    const [, weak, tag] = element;
    if (tag !== undefined) hasTags = true;
    if (tag !== undefined && weak === undefined) strong.push(tag);
    separator = element[3] ?? "";
  }
  return hasTags ? strong : null;
}

/** Parses `If-Match`. A malformed header is a problem. */
export function parseIfMatch(header: string | null, problems: ErrorDetail[]): IfMatch {
  if (header === null) return null;
  if (header.trim() === "*") return "*";
  const tags = strongTags(header);
  if (tags !== null) return tags;
  problems.push(problemIn("header", "/If-Match", "if_match_invalid"));
  return null;
}

/** A strong entity tag. */
export const entityTag = (revision: string): string => `"${revision}"`;
