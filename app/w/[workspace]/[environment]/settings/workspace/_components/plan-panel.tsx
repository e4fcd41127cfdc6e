import { Badge, Text } from "@mantine/core";
import { Panel } from "@/components/panel";
import type { WorkspacePlan } from "@/lib/identity/plans/schema";

const PLANS = { standard: "Standard", enterprise: "Enterprise" } as const;

/** The workspace's plan and BAA, which the operator sets. */
export function PlanPanel({ plan, baa }: WorkspacePlan) {
  return (
    <Panel title="Plan" actions={<Badge>{PLANS[plan]}</Badge>}>
      <Text size="sm">
        {plan === "enterprise"
          ? "Single sign-on, an encryption key of your own, and a business associate agreement are part of it."
          : "Single sign-on, an encryption key of your own, and a business associate agreement are part of the Enterprise plan. Whoever runs Parley gives a workspace its plan."}
      </Text>
      <Text size="sm" mt="xs">
        {baa === null ? (
          "No business associate agreement is on record: variables of health or finance cannot be deployed."
        ) : (
          <>
            Business associate agreement on record: signed by {baa.signer} on {baa.signed_on}.
          </>
        )}
      </Text>
    </Panel>
  );
}
