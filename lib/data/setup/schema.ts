import { z } from "zod";
import { SETUP_STEPS } from "./values";

export { SETUP_STEPS };

export type SetupStep = (typeof SETUP_STEPS)[number];

export const Setup = z.strictObject({
  /** The steps that are done. The workspace's records decide; nothing marks a step by hand. */
  done: z.array(z.enum(SETUP_STEPS)),
  /** Whether the caller has hidden the checklist. */
  hidden: z.boolean(),
});
export type Setup = z.output<typeof Setup>;

export const UpdateSetup = z.strictObject({ hidden: z.boolean() });
export type UpdateSetup = z.output<typeof UpdateSetup>;
