import { z } from "zod";
import { Baa, Plan } from "@/lib/identity/workspaces/schema";

/** Features that only the Enterprise plan includes. Source: product.md, "Sign-in", "Keys and encryption". */
export type EnterpriseFeature = "sso" | "byok" | "baa";

/** The plan that the operator gave the workspace, and its business associate agreement. */
export const WorkspacePlan = z.strictObject({ plan: Plan, baa: Baa.nullable() });
export type WorkspacePlan = z.output<typeof WorkspacePlan>;
