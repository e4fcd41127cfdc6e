import { z } from "zod";
import { id, pageOf, pageQuery, Revision, Time } from "@/lib/platform/schema";
import { HttpTool } from "./http/schema";
import { IDEMPOTENCY } from "./values";

const ToolId = id("tool");
const IntegrationId = id("int");
const fields = HttpTool.shape;

/** An HTTP tool of the workspace. `integration_id` names the credential that authorizes its request. */
export const CreateTool = HttpTool.safeExtend({
  /**
   * Identifier of the integration that authorizes the request, `int_…`; null for a service that needs no
   * credential. Its `hosts` must contain the host of the request.
   */
  integration_id: IntegrationId.nullable().default(null),
});
export type CreateTool = z.output<typeof CreateTool>;

/** `request`, `parameters`, `response` and `retries` are replaced as a whole. */
export const UpdateTool = z.strictObject({
  name: fields.name.optional(),
  description: fields.description.optional(),
  parameters: fields.parameters.optional(),
  request: fields.request.optional(),
  response: fields.response.unwrap().optional(),
  retries: fields.retries.unwrap().optional(),
  /**
   * Identifier of the integration that authorizes the request, `int_…`; null for a service that needs no
   * credential.
   */
  integration_id: IntegrationId.nullable().optional(),
  timeout_ms: fields.timeout_ms.unwrap().optional(),
});
export type UpdateTool = z.output<typeof UpdateTool>;

/** Values that were validated when written are not validated again when shown. */
const Stored = z.record(z.string(), z.unknown());

export const Tool = z.strictObject({
  id: ToolId,
  /** Name of the tool, unique within the workspace. Agents list it in `tools`. */
  name: z.string(),
  /** Description of what the tool does and returns. The model reads it to decide when to call the tool. */
  description: z.string(),
  /** JSON Schema of the arguments. */
  parameters: Stored,
  /** The request that the tool sends. `{{parameter}}` in it is replaced by the value of that parameter. */
  request: z.strictObject({
    /** HTTP method. */
    method: z.string(),
    /** Address, which can contain `{{parameter}}` after the host. */
    url: z.string(),
    /** Headers by name, without the credential. Values can contain `{{parameter}}`. */
    headers: z.record(z.string(), z.string()),
    /** Template of the body. If null, POST, PUT and PATCH send all arguments as JSON. */
    body: z.string().nullable(),
  }),
  /** The parts of the response that the model and the transcript receive. */
  response: z.strictObject({
    /** Fields of the result. If there are none, the result is the whole response. */
    fields: z.array(
      z.strictObject({
        /** Name of the field in the result that the model receives. */
        name: z.string(),
        /** Path of the value in the response's JSON, as in `data.items[0].name`. */
        path: z.string(),
      }),
    ),
  }),
  /** When the request is sent again after a failure. */
  retries: z.strictObject({
    /** Maximum retries. 0 for tools of an earlier release until their `retries` are set. */
    max: z.int(),
    /** Why the service can receive the request twice: by its method, as declared, or by an `Idempotency-Key`. */
    idempotency: z.enum(IDEMPOTENCY),
  }),
  /**
   * Identifier of the integration that authorizes the request, `int_…`; null for a service that needs no
   * credential.
   */
  integration_id: IntegrationId.nullable(),
  /** Time limit of the whole exchange, redirects and retries included, in milliseconds. */
  timeout_ms: z.int(),
  revision: Revision,
  created_at: Time,
  updated_at: Time,
});
export type Tool = z.output<typeof Tool>;
export const ToolPage = pageOf(Tool);
export const ListTools = z.strictObject(pageQuery);
export const ToolParams = z.strictObject({ id: ToolId });

/** Arguments as a model would send them; they are validated against the tool's parameters, as in a call. */
export const DryRunTool = z.strictObject({ arguments: Stored.default({}) });

/** The result of a dry run. */
export const DryRun = z.strictObject({
  ok: z.boolean(),
  /** HTTP status of the service's response; null if there was none. */
  status: z.int().nullable(),
  /** JSON or text without the credential; null for a repeated `Idempotency-Key`. */
  result: z.unknown(),
  /** The response before the mapping, as `result`; null for a tool without a mapping. */
  unmapped: z.unknown(),
  /** Requests sent to the service, retries included. Absent in stored results of an earlier release. */
  requests: z.int().nonnegative().optional(),
  error: z
    .strictObject({
      code: z.string(),
      /** Name of the sentence, for clients that translate it. Absent in stored results of an earlier release. */
      reason: z.string().optional(),
      message: z.string(),
      /** Values of the sentence: the status, and names of parameters. Absent for a sentence without. */
      params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
    })
    .nullable(),
  duration_ms: z.int().nonnegative(),
});
export type DryRun = z.output<typeof DryRun>;

/** A built-in tool. */
export const Builtin = z.strictObject({
  name: z.string(),
  description: z.string(),
  /** A sentence that says what is missing; null if it works. */
  missing: z.string().nullable(),
});
export type Builtin = z.output<typeof Builtin>;
export const BuiltinList = z.strictObject({ data: z.array(Builtin) });
