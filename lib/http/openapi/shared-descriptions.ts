import type { IdPrefix } from "@/lib/platform/id-format";
import type { Json } from "./json";

/** Resource that an identifier names, by its prefix. */
export const ID_NOUNS: Readonly<Partial<Record<IdPrefix, string>>> = {
  agt: "agent",
  call: "call",
  cmp: "campaign",
  cmt: "comment",
  con: "ledger entry",
  ctc: "contact",
  del: "deletion",
  dlv: "delivery",
  exp: "export",
  imp: "import",
  int: "integration",
  inv: "invitation",
  key: "API key",
  mem: "member",
  num: "phone number",
  run: "run of a test suite",
  spl: "traffic split",
  srn: "run that judges calls again",
  ste: "test suite",
  tck: "request for access",
  tool: "tool",
  whk: "webhook endpoint",
  ws: "workspace",
};

/** Descriptions of fields that mean the same in every resource. */
export const FIELD_DESCRIPTIONS: Readonly<Record<string, string>> = {
  created_at: "Time at which the resource was created.",
  updated_at: "Time of the last change, or of the creation if there was none.",
  environment: "Environment that the resource belongs to. Nothing in `test` reaches a real person.",
  revision:
    "State of the resource, opaque to clients. It changes with each change of the resource's settings. In double quotes it is the `ETag`, to be sent as `If-Match`.",
  workspace_id: "Identifier of the workspace, `ws_…`.",
};

/** The prefix of an identifier's pattern: `^agt_[0123…]{26}$` → `agt`. */
const PREFIX = /^\^([a-z]+)_\[0123/;

/** The description of a kind of identifier; undefined if no public resource has it. */
export function identifierDescription(prefix: string): string | undefined {
  const noun = ID_NOUNS[prefix as IdPrefix];
  return noun === undefined ? undefined : `Identifier of the ${noun}, \`${prefix}_…\`.`;
}

const canBeNull = ({ type, anyOf }: Json): boolean =>
  (Array.isArray(type) && type.includes("null")) ||
  (Array.isArray(anyOf) && anyOf.some((choice: Json) => choice.type === "null"));

/**
 * The description that a field shares with those of other resources: by the kind of its identifier, or by its name.
 * Undefined for other fields, and for one that can be null, since its description says when it is.
 */
export function sharedDescription(name: string, property: Json): string | undefined {
  if (canBeNull(property)) return undefined;
  const { pattern } = property;
  const prefix = typeof pattern === "string" ? PREFIX.exec(pattern)?.[1] : undefined;
  const description = prefix === undefined ? undefined : identifierDescription(prefix);
  return description ?? (Object.hasOwn(FIELD_DESCRIPTIONS, name) ? FIELD_DESCRIPTIONS[name] : undefined);
}
