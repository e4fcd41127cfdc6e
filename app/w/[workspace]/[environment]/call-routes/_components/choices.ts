import type { TrunkChoice } from "@/components/trunk-order-input";

/** Choices of the forms. */
export type Choices = {
  /** Voice agents that are not archived. */
  agents: readonly { id: string; name: string }[];
  /** Live SIP trunks. */
  trunks: readonly TrunkChoice[];
  /** The workspace's, for new hours. */
  timezone: string;
};
