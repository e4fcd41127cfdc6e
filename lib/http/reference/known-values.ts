import { BODY_EXAMPLES } from "@/lib/http/openapi/examples";
import type { KnownValues } from "./example-value";

/**
 * The example values of a resource's fields: those of the body that creates it. `resource` is a name in the
 * singular, such as `Agent` or `agent`.
 */
export const knownValuesOf = (resource: string): KnownValues =>
  BODY_EXAMPLES[`create${resource.charAt(0).toUpperCase()}${resource.slice(1)}`] ?? {};
