import { randomUUID } from "node:crypto";
import { env, type ProcessRole } from "@/lib/platform/env";

/** The same for all signals of this process. */
const INSTANCE_ID = randomUUID();

/** The attributes of this process for each export: the service's name, its role, and the operator's own attributes. */
export const resourceAttributes = (role: ProcessRole): Record<string, string> => ({
  ...env.OTEL_RESOURCE_ATTRIBUTES,
  "service.name": env.OTEL_SERVICE_NAME,
  "service.instance.id": env.OTEL_RESOURCE_ATTRIBUTES["service.instance.id"] ?? INSTANCE_ID,
  "process.pid": String(process.pid),
  "parley.role": role,
});
