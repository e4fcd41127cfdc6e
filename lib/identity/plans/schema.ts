import { z } from "zod";
import { Baa, Plan } from "@/lib/identity/workspaces/schema";

/** Features that only the Enterprise plan includes. Source: product.md, "Sign-in", "Keys and encryption". */
export const ENTERPRISE_FEATURES = {
  sso: "Single sign-on",
  byok: "Your own encryption key",
  baa: "A business associate agreement",
} as const;
export type EnterpriseFeature = keyof typeof ENTERPRISE_FEATURES;

/** The plan that the operator gave the workspace, and its business associate agreement. */
export const WorkspacePlan = z.strictObject({ plan: Plan, baa: Baa.nullable() });
export type WorkspacePlan = z.output<typeof WorkspacePlan>;
