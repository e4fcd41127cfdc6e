"use client";

import { Anchor, Box, Group, List, Text, Title } from "@mantine/core";
import { IconAlertCircle, IconCircleCheck } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useProblemText } from "@/components/use-problem-text";
import type { DeployPreview } from "@/lib/agents/agents/schema";
import type { ErrorDetail } from "@/lib/platform/errors";
import { type SectionId, sectionOf } from "../agent-form";
import classes from "./deploy.module.css";

type HrefOf = ((section: SectionId) => string) | undefined;
type Props = { preview: DeployPreview; isRollback: boolean; hrefOf: HrefOf; onNavigate: () => void };

const detailOf = ({ params, ...problem }: DeployPreview["problems"][number]): ErrorDetail => ({
  in: "body",
  ...problem,
  ...(params && { params }),
});

/** The result of the checks: each problem with a link to its section, or one line if there is none. */
export function Checks({ preview, isRollback, hrefOf, onNavigate }: Props) {
  const t = useTranslations("agents.deploy");
  const problemText = useProblemText();
  const { problems, open_suites: openSuites, version } = preview;
  return (
    <Box component="section" aria-label={t("checks")} aria-live="polite">
      <Title order={3} fz={14} mb={6}>
        {t("checks")}
      </Title>
      {problems.length === 0 && openSuites.length === 0 && (
        <Group gap={8} wrap="nowrap">
          <IconCircleCheck size={18} className={classes.passed} aria-hidden />
          <Text size="sm">{t("ready")}</Text>
        </Group>
      )}
      {problems.length > 0 && (
        <>
          <Group gap={8} wrap="nowrap" align="flex-start" mb="xs">
            <IconAlertCircle size={18} className={classes.failed} aria-hidden />
            <Text size="sm" fw={500}>
              {isRollback
                ? t("fixVersion", { version: String(version) })
                : t("notReady", { count: problems.length })}
            </Text>
          </Group>
          <List size="sm" spacing="xs">
            {problems.map((problem) => (
              <List.Item key={problem.pointer + problem.message}>
                {t.rich("problem", {
                  field: () => (
                    <FieldLink pointer={problem.pointer} hrefOf={hrefOf} onNavigate={onNavigate} />
                  ),
                  message: problemText.detail(detailOf(problem)),
                })}
              </List.Item>
            ))}
          </List>
        </>
      )}
    </Box>
  );
}

type FieldLinkProps = { pointer: string; hrefOf: HrefOf; onNavigate: () => void };

function FieldLink({ pointer, hrefOf, onNavigate }: FieldLinkProps) {
  const t = useTranslations("agents.section");
  const id = sectionOf(pointer);
  if (hrefOf === undefined) return <strong>{t(id)}</strong>;
  return (
    <Anchor href={hrefOf(id)} onClick={onNavigate} size="sm" underline="always">
      {t(id)}
    </Anchor>
  );
}
