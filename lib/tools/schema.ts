import { z } from "zod";
import { id, pageOf, pageQuery, Time } from "@/lib/schema";
import { HttpTool } from "./http/schema";

const ToolId = id("tool");
const IntegrationId = id("int");
const { name, description, parameters, request, timeout_ms } = HttpTool.shape;

/** An HTTP tool of the workspace's own. `integration_id` names the credential that authorises its request. */
export const CreateTool = HttpTool.safeExtend({ integration_id: IntegrationId.nullable().default(null) });
export type CreateTool = z.output<typeof CreateTool>;

/** `request` and `parameters` replace what is there as a whole. */
export const UpdateTool = z.strictObject({
  name: name.optional(),
  description: description.optional(),
  parameters: parameters.optional(),
  request: request.optional(),
  integration_id: IntegrationId.nullable().optional(),
  timeout_ms: timeout_ms.unwrap().optional(),
});
export type UpdateTool = z.output<typeof UpdateTool>;

/** What was checked when it was written is not checked again when it is shown. */
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
  created_at: Time,
  updated_at: Time,
});
export type Tool = z.output<typeof Tool>;
export const ToolPage = pageOf(Tool);
export const ListTools = z.strictObject(pageQuery);
export const ToolParams = z.strictObject({ id: ToolId });
