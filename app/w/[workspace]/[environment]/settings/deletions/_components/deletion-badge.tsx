import { Badge } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { Deletion } from "@/lib/data/erasure/schema";

const COLORS: Record<Deletion["status"], string> = {
  scheduled: "gray",
  running: "blue",
  completed: "teal",
  blocked: "orange",
};

export function DeletionBadge({ status }: Pick<Deletion, "status">) {
  const t = useTranslations("records.deletions");
  return (
    <Badge color={COLORS[status]} miw="max-content">
      {t(`status.${status}`)}
    </Badge>
  );
}
