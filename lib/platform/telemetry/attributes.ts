/** How an attribute's text must look. A value of another form is not recorded. */
const ID = /^[a-z]{2,8}_[0-9a-z]{26}$/;
const WORD = /^[a-z][a-z0-9_.-]{0,99}$/i;
const ROUTE = /^\/v1(?:\/[a-z0-9_.:-]{1,60}){0,12}$|^none$/i;
const NUMBER_TEXT = /^\d{1,19}$/;
const STATEMENT = /^[A-Z]{2,10}(?: [a-z_][a-z0-9_]{0,62})?$/;

/**
 * Every attribute that a span can have, with the form of its text; null for numbers and booleans. Ids, codes and fixed
 * names have such forms. Texts of people, addresses, numbers and names of the workspace's own do not belong here.
 * Names are those of OpenTelemetry's semantic conventions where it has one.
 */
const ATTRIBUTES = {
  "http.request.method": WORD,
  "http.route": ROUTE,
  "http.response.status_code": null,
  "error.type": WORD,
  "db.system.name": WORD,
  "db.query.summary": STATEMENT,
  "db.operation.batch.size": null,
  "gen_ai.operation.name": WORD,
  "gen_ai.provider.name": WORD,
  "gen_ai.usage.input_tokens": null,
  "gen_ai.usage.output_tokens": null,
  "messaging.system": WORD,
  "messaging.operation.type": WORD,
  "messaging.destination.name": WORD,
  "messaging.message.id": NUMBER_TEXT,
  "network.protocol.name": WORD,
  "parley.actor.type": WORD,
  "parley.call.id": ID,
  "parley.channel": WORD,
  "parley.db.statement": WORD,
  "parley.delivery.id": ID,
  "parley.environment": WORD,
  "parley.job.attempt": null,
  "parley.job.result": WORD,
  "parley.provider.kind": WORD,
  "parley.provider.part": WORD,
  "parley.reason": WORD,
  "parley.request.id": ID,
  "parley.tool.kind": WORD,
  "parley.turn.event": WORD,
  "parley.workspace.id": ID,
} as const satisfies Record<string, RegExp | null>;

export type AttributeName = keyof typeof ATTRIBUTES;
type Value = string | number | boolean;
export type SpanAttributes = { readonly [N in AttributeName]?: Value | undefined };

const isAllowed = (name: string, value: Value): boolean => {
  if (!Object.hasOwn(ATTRIBUTES, name)) return false;
  const form = ATTRIBUTES[name as AttributeName];
  return typeof value === "string" ? form?.test(value) === true : form === null && Number.isFinite(+value);
};

/** The attributes that may leave the process: named in the list above, with a value of its form. */
export function allowedAttributes(attributes: SpanAttributes): Record<string, Value> {
  const allowed: Record<string, Value> = {};
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined && isAllowed(name, value)) allowed[name] = value;
  return allowed;
}
