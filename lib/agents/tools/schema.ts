import { z } from "zod";
import { id, pageOf, pageQuery, Revision, Time } from "@/lib/platform/schema";
import { HttpTool } from "./http/schema";

const ToolId = id("tool");
const IntegrationId = id("int");
const { name, description, parameters, request, timeout_ms } = HttpTool.shape;

/** An HTTP tool of the workspace. `integration_id` names the credential that authorizes its request. */
export const CreateTool = HttpTool.safeExtend({ integration_id: IntegrationId.nullable().default(null) });
export type CreateTool = z.output<typeof CreateTool>;

/** `request` and `parameters` are replaced as a whole. */
export const UpdateTool = z.strictObject({
  name: name.optional(),
  description: description.optional(),
  parameters: parameters.optional(),
  request: request.optional(),
  integration_id: IntegrationId.nullable().optional(),
  timeout_ms: timeout_ms.unwrap().optional(),
});
export type UpdateTool = z.output<typeof UpdateTool>;

/** Values that were validated when written are not validated again when shown. */
const Stored = z.record(z.string(), z.unknown());

export const Tool = z.strictObject({
  id: ToolId,
  name: z.string(),
  description: z.string(),
  parameters: Stored,
  request: z.strictObject({
    method: z.string(),
    url: z.string(),
    headers: z.record(z.string(), z.string()),
    body: z.string().nullable(),
  }),
  integration_id: IntegrationId.nullable(),
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
  error: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
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
