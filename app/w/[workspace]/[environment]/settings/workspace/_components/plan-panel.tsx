import { Badge, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { Panel } from "@/components/panel";
import type { WorkspacePlan } from "@/lib/identity/plans/schema";

type Props = WorkspacePlan & { workspaceId: string };

/** The workspace's plan and BAA, which the operator sets. */
export function PlanPanel({ plan, baa, workspaceId }: Props) {
  const t = useTranslations("settings.plan");
  return (
    <Panel title={t("title")} actions={<Badge>{t(`name.${plan}`)}</Badge>}>
      <Text size="sm">
        {t.rich(`help.${plan}`, { workspace: workspaceId, code: (text) => <code>{text}</code> })}
      </Text>
      <Text size="sm" mt="xs">
        {baa === null ? t("noBaa") : t("baa", { signer: baa.signer, date: baa.signed_on })}
      </Text>
    </Panel>
  );
}
