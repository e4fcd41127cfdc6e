import { Alert, Group, List, Loader, Text, ThemeIcon } from "@mantine/core";
import { IconAlertTriangle, IconCheck, IconX } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { IntegrationCheck } from "@/lib/agents/integrations/schema";
import type { Finding } from "@/lib/agents/providers/schema";
import { findingText } from "./finding-text";
import { Modal } from "./modal";

/** A check of an integration by its name; `check` is null while its provider is being asked. */
export type ShownCheck = { name: string; check: IntegrationCheck | null };

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
      {check?.check && <Findings check={check.check} />}
    </Modal>
  );
}

function Findings({ check: { ok, findings } }: { check: IntegrationCheck }) {
  const t = useTranslations("integrations.check");
  const failed = findings.filter((finding) => !finding.ok).length;
  return (
    <>
      <Alert
        color={ok ? "teal" : "red"}
        icon={ok ? <IconCheck size={18} aria-hidden /> : <IconAlertTriangle size={18} aria-hidden />}
        title={ok ? t("ok") : t("failed", { count: failed })}
      />
      <List mt="md" spacing="sm" center={false}>
        {findings.map((finding) => (
          <Item key={`${finding.subject ?? ""} ${finding.reason}`} finding={finding} />
        ))}
      </List>
    </>
  );
}

function Item({ finding }: { finding: Finding }) {
  const t = useTranslations("integrations.check");
  const tFinding = useTranslations("checks.finding");
  const { ok, subject } = finding;
  return (
    <List.Item
      icon={
        <ThemeIcon
          size={20}
          radius="xl"
          color={ok ? "teal" : "red"}
          aria-label={ok ? t("itemOk") : t("itemFailed")}
          role="img"
        >
          {ok ? <IconCheck size={14} aria-hidden /> : <IconX size={14} aria-hidden />}
        </ThemeIcon>
      }
    >
      <Text size="sm" style={{ overflowWrap: "anywhere" }}>
        {subject !== null && (
          <Text span fw={600}>
            {subject}:{" "}
          </Text>
        )}
        {findingText(tFinding, finding)}
      </Text>
    </List.Item>
  );
}
