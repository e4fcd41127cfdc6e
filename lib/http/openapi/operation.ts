import type { Method, Spec } from "@/lib/http";
import { minimumRoleOf } from "@/lib/identity/access";
import type { ErrorCode } from "@/lib/platform/errors";
import { PROBLEMS } from "@/lib/platform/errors";
import { BODY_EXAMPLES, FILE_EXAMPLES } from "./examples";
import type { Json } from "./json";
import type { Schemas } from "./schemas";
import { headerRefs } from "./shared";

/** `agents` → `agent`, `deliveries` → `delivery`; `voices` → `voice`. */
const singular = (word: string): string => word.replace(/ies$/, "y").replace(/([^s])s$/, "$1");
const pascal = (word: string): string =>
  word.replace(/(?:^|(?<![^a-zA-Z0-9])[^a-zA-Z0-9]+)([a-zA-Z0-9])/g, (_, letter: string) =>
    letter.toUpperCase(),
  );

const PREFIX: Record<Method, string> = {
  GET: "get",
  POST: "create",
  PUT: "set",
  PATCH: "update",
  DELETE: "delete",
};

/**
 * Returns the operation ID from method and path: `listAgents`, `getAgentVersion`, `deployAgent`. A POST on a
 * singular last word is an action named by that word.
 */
export function operationId(method: Method, path: string, isList: boolean): string {
  const parts = path.split("/").filter((part) => part !== "");
  const words = parts.filter((part) => !part.startsWith("{")).map((word) => word.replace(/\.json$/, ""));
  const last = words.at(-1) ?? "";
  const owners = words.slice(0, -1).map((word) => pascal(singular(word)));
  const isAction = method === "POST" && owners.length > 0 && singular(last) === last;
  if (isAction) return `${pascal(last).replace(/^./, (c) => c.toLowerCase())}${owners.join("")}`;
  const isMember = parts.at(-1)?.startsWith("{") === true || method === "POST";
  const noun = pascal(isMember ? singular(last) : last);
  return `${isList ? "list" : PREFIX[method]}${owners.join("")}${noun}`;
}

function parameterOf(
  location: "path" | "query",
  { name, schema: { description, ...schema }, required }: ReturnType<Schemas["properties"]>[number],
): Json {
  return {
    name,
    in: location,
    ...(required && { required }),
    ...(description !== undefined && { description }),
    schema,
  };
}

function parametersOf(spec: Spec, method: Method, schemas: Schemas): Json[] {
  const path = spec.params === undefined ? [] : schemas.properties(spec.params);
  const query = spec.query === undefined ? [] : schemas.properties(spec.query);
  return [
    ...path.map((property) => parameterOf("path", { ...property, required: true })),
    ...query.map((property) => parameterOf("query", property)),
    ...(method === "POST" && spec.replay !== undefined
      ? [{ $ref: "#/components/parameters/IdempotencyKey" }]
      : []),
    ...(spec.ifMatch === true ? [{ $ref: "#/components/parameters/IfMatch" }] : []),
    ...(spec.events !== undefined && method === "GET"
      ? [{ $ref: "#/components/parameters/LastEventId" }]
      : []),
  ];
}

/** Possible error statuses, in the order of the kernel's checks. */
function errorsOf(spec: Spec, method: Method): number[] {
  const changes = method !== "GET";
  const codes: ErrorCode[] = [
    "validation_error",
    ...(spec.capability === null ? [] : (["invalid_api_key", "forbidden", "workspace_locked"] as const)),
    ...(spec.params === undefined ? [] : (["not_found"] as const)),
    ...(spec.accepts === undefined ? [] : (["request_timeout"] as const)),
    ...(changes ? (["conflict"] as const) : []),
    ...(spec.ifMatch === true ? (["precondition_failed"] as const) : []),
    ...(spec.body === undefined && spec.accepts === undefined
      ? []
      : (["payload_too_large", "unsupported_media_type"] as const)),
    ...(spec.replay === undefined ? [] : (["idempotency_mismatch"] as const)),
    "rate_limited",
    "internal",
    "unavailable",
  ];
  return [...new Set(codes.map((code) => PROBLEMS[code].status))].sort((a, b) => a - b);
}

/** The events of a stream, each with its `event` and its parsed `data`. */
function eventsOf(events: NonNullable<Spec["events"]>, schemas: Schemas): Json {
  return {
    description: "Server-sent events; each line of `data` is JSON as described for its `event`.",
    oneOf: Object.entries(events).map(([event, data]) => ({
      type: "object",
      title: event,
      required: ["event", "data"],
      properties: {
        event: { const: event, description: "Name of the event, on its line `event`." },
        data: {
          ...schemas.of(data, "output"),
          description: "Content of the event, as JSON on its line `data`.",
        },
      },
    })),
  };
}

/** The response for a key or session, and the one for a call's participant, each with its token. */
function responseOf({ participant }: Spec, response: NonNullable<Spec["response"]>, schemas: Schemas): Json {
  const schema = schemas.of(response, "output");
  return participant?.response === undefined
    ? schema
    : { anyOf: [schema, schemas.of(participant.response, "output")] };
}

function contentOf(spec: Spec, schemas: Schemas): Json | undefined {
  if (spec.response === undefined && spec.events === undefined && spec.file === undefined) return undefined;
  return {
    ...Object.fromEntries(
      (spec.file ?? []).map((type) => [type, { schema: { type: "string", contentMediaType: type } }]),
    ),
    ...(spec.response !== undefined && {
      "application/json": { schema: responseOf(spec, spec.response, schemas) },
    }),
    ...(spec.events !== undefined && { "text/event-stream": { schema: eventsOf(spec.events, schemas) } }),
  };
}

const DONE: Record<number, string> = {
  200: "Done.",
  201: "Created.",
  202: "Accepted; the work continues.",
  204: "Done, without a body.",
  206: "The range that `Range` requests.",
};

function successOf(spec: Spec, schemas: Schemas): Json {
  const statuses = [
    spec.status ?? 200,
    ...(spec.isAsync === undefined ? [] : [202]),
    ...(spec.file === undefined ? [] : [206]),
  ];
  return Object.fromEntries(statuses.map((status) => [status, successAs(status, spec, schemas)]));
}

function successAs(status: number, spec: Spec, schemas: Schemas): Json {
  const content = contentOf(spec, schemas);
  const headers = headerRefs(
    "X-Request-Id",
    "RateLimit-Policy",
    "RateLimit",
    ...((status === 201 || status === 202) && spec.location !== undefined ? ["Location"] : []),
    ...(spec.etag === undefined ? [] : ["ETag"]),
    ...(spec.replay === undefined ? [] : ["Idempotent-Replayed"]),
  );
  return { description: DONE[status], headers, ...(content !== undefined && { content }) };
}

function description(spec: Spec): string {
  const test = spec.refuseTest === true ? " Keys of the `test` environment are rejected." : "";
  const role =
    spec.capability === null
      ? "Public: needs no key."
      : `Requires the role \`${minimumRoleOf(spec.capability)}\` or a stronger one.`;
  return [spec.description, `${role}${test}`].filter((part) => part !== undefined).join("\n\n");
}

/** A body with only optional fields can be omitted. */
const mayBeEmpty = (body: NonNullable<Spec["body"]>): boolean => body.safeParse({}).success;

/** A file of rows: an array for JSON, text for other types. */
const fileSchema = (type: string): Json =>
  type === "application/json" ? { type: "array", items: { type: ["object", "string"] } } : { type: "string" };

/** The request body of an operation with a file or with fields; undefined without a body. */
function requestBodyOf(operation: string, { accepts, body }: Spec, schemas: Schemas): Json | undefined {
  if (accepts !== undefined) {
    const content = accepts.map((type) => [type, { schema: fileSchema(type), example: FILE_EXAMPLES[type] }]);
    return { required: true, content: Object.fromEntries(content) };
  }
  if (body === undefined) return undefined;
  const example = BODY_EXAMPLES[operation];
  return {
    required: !mayBeEmpty(body),
    content: {
      "application/json": {
        schema: schemas.of(body, "input"),
        ...(example !== undefined && { example }),
      },
    },
  };
}

/** One operation of the document. */
export function operationOf(method: Method, path: string, spec: Spec, schemas: Schemas): Json {
  const success = successOf(spec, schemas);
  const isList = spec.response !== undefined && "next_cursor" in (shapeOf(spec.response) ?? {});
  const parameters = parametersOf(spec, method, schemas);
  const id = operationId(method, path, isList);
  const requestBody = requestBodyOf(id, spec, schemas);
  return {
    operationId: id,
    summary: spec.summary,
    description: description(spec),
    tags: spec.tags ?? [],
    ...(spec.capability === null && { security: [] }),
    ...(spec.participant !== undefined && { security: [{ key: [] }, { participant: [] }] }),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody !== undefined && { requestBody }),
    responses: {
      ...success,
      ...Object.fromEntries(
        errorsOf(spec, method).map((status) => [status, { $ref: `#/components/responses/Error${status}` }]),
      ),
    },
  };
}

const shapeOf = (schema: unknown): object | undefined => {
  const { shape } = schema as { shape?: unknown };
  return typeof shape === "object" && shape !== null ? shape : undefined;
};
