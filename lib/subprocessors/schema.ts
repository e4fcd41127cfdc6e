import { z } from "zod";

/** What a provider does for the workspace. */
const SubprocessorPurpose = z.enum([
  "model",
  "voice",
  "recogniser",
  "carrier",
  "storage",
  "database",
  "mail",
]);
export type Purpose = z.output<typeof SubprocessorPurpose>;

/** Whoever is given data of the workspace, and what runs within the installation itself. */
export const Subprocessor = z.strictObject({
  /** An integration's id; `builtin`, `storage`, `database` and `mail` are the installation's. */
  id: z.string(),
  name: z.string(),
  provider: z.string(),
  purposes: z.array(SubprocessorPurpose),
  /** `here`: within the installation, and nothing is sent anywhere. */
  location: z.enum(["here", "elsewhere"]),
  /** Where it is reached, of one that is elsewhere and is the workspace's own. */
  host: z.string().nullable(),
  /** Whose calls it serves; null: of both. */
  environment: z.enum(["live", "test"]).nullable(),
  /** Who chose it. */
  chosen_by: z.enum(["product", "operator", "workspace"]),
  /** What it is sent, in words. */
  receives: z.array(z.string()),
  /** Whether it keeps nothing of what it is sent, as the workspace has said of its contract. Null: keeping is what it is for. */
  zero_retention: z.boolean().nullable(),
  /** Whether conversations may use it under what the workspace demands. */
  allowed: z.boolean(),
  /** Live agents that name it. */
  live_agents: z.int(),
});
export type Subprocessor = z.output<typeof Subprocessor>;

export const Subprocessors = z.strictObject({
  demand_zero_retention: z.boolean(),
  data: z.array(Subprocessor),
});
export type Subprocessors = z.output<typeof Subprocessors>;
