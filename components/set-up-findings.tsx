import { Group, Loader, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { IntegrationCheck } from "@/lib/agents/integrations/schema";
import { Modal } from "./modal";
import { Requested } from "./requested";

/** A check of an integration by its name; `check` is null while its provider is being asked. */
export type ShownCheck = { name: string; check: IntegrationCheck | null };

const loadFindings = async () => (await import("./check-findings")).CheckFindings;

/** Shows what a check has found, and what to do about it. */
export function SetUpFindings({ check, onClose }: { check: ShownCheck | null; onClose: () => void }) {
  const t = useTranslations("integrations.check");
  return (
    <Modal
      opened={check !== null}
      onClose={onClose}
      title={check === null ? "" : t("title", { name: check.name })}
      size="lg"
      centered
    >
      {check?.check === null && (
        <Group gap="sm" role="status">
          <Loader size="sm" />
          <Text size="sm">{t("running")}</Text>
        </Group>
      )}
      {check?.check && <Requested load={loadFindings} isNeeded props={{ check: check.check }} />}
    </Modal>
  );
}
