import { z } from "zod";
import { CostAmount, CostLine } from "@/lib/agents/prices/schema";
import { CallId } from "@/lib/calls/calls/schema";

export const CallCostParams = z.strictObject({ id: CallId });

/** The cost of a call by the workspace's prices. */
export const CallCost = z.strictObject({
  call_id: CallId,
  /** Day (UTC) on which the call began, whose prices count. */
  priced_on: z.iso.date(),
  /** Sum of the known costs, one for each currency. Empty if none is known. */
  total: z.array(CostAmount),
  /**
   * Whether `total` is the whole cost: the call has been settled, every use was reported and has a price, and the list of uses has
   * no gap.
   */
  is_complete: z.boolean(),
  /** Use and cost by provider, model and unit. Providers that run on the operator's machines are left out. */
  lines: z.array(CostLine),
  /** Use and cost by turn, as far as they belong to one: the requests to models during the conversation. */
  turns: z.array(
    z.strictObject({
      /** Index of the last turn that was stored together with the use. */
      turn_index: z.int().nonnegative(),
      /** Use and cost by provider, model and unit. */
      lines: z.array(CostLine),
    }),
  ),
});
export type CallCost = z.output<typeof CallCost>;
