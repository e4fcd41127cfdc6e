import { Badge } from "@mantine/core";
import type { Deletion } from "@/lib/data/erasure/schema";

const STATUSES: Record<Deletion["status"], { label: string; color: string }> = {
  scheduled: { label: "Waiting", color: "gray" },
  running: { label: "Under way", color: "blue" },
  completed: { label: "Erased", color: "teal" },
  blocked: { label: "Blocked", color: "orange" },
};

export function DeletionBadge({ status }: Pick<Deletion, "status">) {
  const { label, color } = STATUSES[status];
  return (
    <Badge color={color} miw="max-content">
      {label}
    </Badge>
  );
}
