import { z } from "zod";
import { id } from "@/lib/platform/schema";
import { TestCase } from "../cases/schema";

export const CaseFromCallParams = z.strictObject({ id: id("call") });

/** A test case that is made of a call. It is not stored. */
export const CaseFromCall = z.strictObject({
  /** The agent that held the call. */
  agent_id: id("agt"),
  /** The case. Each value of a person in it is a synthetic one. */
  case: TestCase,
  /** Parts of the call that the case does not have, because they cannot be told from personal values. */
  omitted: z.strictObject({
    /** Turns of the caller. */
    lines: z.int(),
    /** Words within the lines of the case. */
    words: z.int(),
    /** Names of the variables that the case does not check. */
    variables: z.array(z.string()),
    /** Names of the tools that the agent called. Their answers in the case are empty. */
    tools: z.array(z.string()),
  }),
});
export type CaseFromCall = z.output<typeof CaseFromCall>;
