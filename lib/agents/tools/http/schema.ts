import { z } from "zod";
import {
  BODY_OF_GET,
  FORM_BODY_MISSING,
  HEADER_REPEATED,
  IDEMPOTENCY_KEY_REPEATED,
  PLACEHOLDER_UNDECLARED,
  TOO_MANY_HEADERS,
  USE_JSON_OR_FORM_BODY,
  USE_TOOL_NAME,
} from "@/lib/platform/reasons/fields/tools";
import { METHODS, USUAL_RETRIES } from "../values";
import { bodyFormat, bodyProblem } from "./body-template";
import { headerProblem } from "./header-template";
import { ToolParameters } from "./parameters";
import { ResponseMapping, Retries } from "./response-policy";
import { placeholdersIn } from "./template";
import { urlProblem } from "./url-template";

export const ToolName = z.string().regex(/^[a-z][a-z0-9_]{0,63}$/, USE_TOOL_NAME);

/** Time limit of a tool in milliseconds. The caller waits meanwhile. */
const TIMEOUT = { least: 100, most: 30_000, usual: 10_000 };
const MAX_HEADERS = 30;

const HttpRequest = z
  .strictObject({
    /** HTTP method. */
    method: z.enum(METHODS),
    /**
     * Address, with `{{parameter}}` for the value of a parameter. The host is fixed: it cannot contain a
     * parameter. Internal addresses are rejected.
     */
    url: z.string().min(1).max(2_000),
    /**
     * Headers by name, at most 30. Values can contain `{{parameter}}`. The integration adds its credential.
     */
    headers: z.record(z.string().max(100), z.string().max(2_000)).default({}),
    /**
     * Template of the body, as JSON or as a form by the header `Content-Type`. If null, POST, PUT and PATCH
     * send all arguments as JSON.
     */
    body: z.string().max(20_000).nullable().default(null),
  })
  .superRefine((request, context) => {
    const refuse = (message: string | null, path: PropertyKey[]): void => {
      if (message !== null) context.addIssue({ code: "custom", path, message });
    };
    refuse(urlProblem(request.url), ["url"]);
    const names = Object.keys(request.headers);
    if (names.length > MAX_HEADERS) refuse(TOO_MANY_HEADERS, ["headers"]);
    if (new Set(names.map((name) => name.toLowerCase())).size < names.length)
      refuse(HEADER_REPEATED, ["headers"]);
    for (const name of names) refuse(headerProblem(name, request.headers[name] ?? ""), ["headers", name]);
    const format = bodyFormat(contentTypeOf(request.headers));
    if (format === null) return refuse(USE_JSON_OR_FORM_BODY, ["headers"]);
    if (request.body === null) return format === "form" ? refuse(FORM_BODY_MISSING, ["body"]) : undefined;
    if (request.method === "GET") refuse(BODY_OF_GET, ["body"]);
    refuse(bodyProblem(request.body, format), ["body"]);
  });

/** The content type in a tool's headers. */
export function contentTypeOf(headers: Readonly<Record<string, string>>): string | undefined {
  return Object.entries(headers).find(([name]) => name.toLowerCase() === "content-type")?.[1];
}

/**
 * An HTTP tool: its description for the model (`name`, `description`, `parameters` as JSON Schema) and its
 * request, templated with `{{parameter}}`. The host is fixed. Without a body, POST, PUT and PATCH send the
 * arguments as JSON. `timeout_ms` covers the whole exchange, including redirects and retries.
 */
export const HttpTool = z
  .strictObject({
    /** Name of the tool, unique within the workspace. Agents list it in `tools`. */
    name: ToolName,
    /** Description of what the tool does and returns. The model reads it to decide when to call the tool. */
    description: z.string().min(1).max(2_000),
    /**
     * JSON Schema of the arguments: an object of at most 32 KiB, at most ten schemas deep, without external
     * references. Arguments that do not fit it are rejected.
     */
    parameters: ToolParameters,
    /**
     * The request that the tool sends. `{{parameter}}` in it is replaced by the value of that parameter.
     */
    request: HttpRequest,
    /** The parts of the response that the model and the transcript receive. */
    response: ResponseMapping.default({ fields: [] }),
    /** When the request is sent again after a failure. */
    retries: Retries.default(USUAL_RETRIES),
    /**
     * Time limit of the whole exchange in milliseconds, including redirects, retries and the request for an access
     * token. The caller waits meanwhile.
     */
    timeout_ms: z.number().int().min(TIMEOUT.least).max(TIMEOUT.most).default(TIMEOUT.usual),
  })
  .superRefine(({ parameters, request, retries }, context) => {
    const declared = parameters.properties ?? {};
    const refuse = (path: PropertyKey[], template: string | null): void => {
      if (placeholdersIn(template ?? "").every((name) => Object.hasOwn(declared, name))) return;
      context.addIssue({ code: "custom", path, message: PLACEHOLDER_UNDECLARED });
    };
    refuse(["request", "url"], request.url);
    refuse(["request", "body"], request.body);
    for (const [name, template] of Object.entries(request.headers)) {
      const path = ["request", "headers", name];
      refuse(path, template);
      if (retries.idempotency === "key" && name.toLowerCase() === "idempotency-key")
        context.addIssue({ code: "custom", path, message: IDEMPOTENCY_KEY_REPEATED });
    }
  });
export type HttpTool = z.output<typeof HttpTool>;
