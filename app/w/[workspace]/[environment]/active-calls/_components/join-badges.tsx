import { Badge, Group } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { CallJoin } from "@/lib/calls/joins/schema";

/** The members who have taken over a call or listen to it. */
export function JoinBadges({ joins }: { joins: readonly CallJoin[] }) {
  const t = useTranslations("calls.join");
  if (joins.length === 0) return null;
  return (
    <Group gap={6} mt={4} component="span">
      {joins.map(({ id, kind, member_name: name }) => (
        <Badge key={id} component="span" size="sm" color={kind === "take_over" ? "teal" : "yellow"} tt="none">
          {t(`badge.${kind}`, { name: name ?? t("formerMember") })}
        </Badge>
      ))}
    </Group>
  );
}
