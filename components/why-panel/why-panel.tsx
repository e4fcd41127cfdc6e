import { Stack, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { LinkAnchor } from "@/components/link-anchor";
import { Panel } from "@/components/panel";
import type { Explanation, FindingTopic } from "@/lib/data/explanations/schema";
import { TOPICS } from "@/lib/data/explanations/values";
import { FindingItem } from "./finding-item";
import classes from "./why-panel.module.css";

type Props = {
  explanation: Explanation;
  /** Names of members and API keys, by ID. */
  names: Readonly<Record<string, string>>;
  /** Topics that the page shows elsewhere. */
  omit?: readonly FindingTopic[];
};

/** Why a call, a contact or a campaign is as it is: each decision with its rules, evidence and audit entries. */
export function WhyPanel({ explanation: { id, findings }, names, omit = [] }: Props) {
  const t = useTranslations("explanation");
  const topics = TOPICS.filter(
    (topic) => !omit.includes(topic) && findings.some((finding) => finding.topic === topic),
  );
  const isAudited = findings.some(({ code }) => code === "access_audited");
  return (
    <Panel title={t("title")}>
      <Stack gap="md">
        {topics.map((topic) => (
          <div key={topic}>
            <Text size="xs" fw={600} c="dimmed" mb={4} aria-hidden>
              {t(`topic.${topic}`)}
            </Text>
            <ul className={classes.findings} aria-label={t(`topic.${topic}`)}>
              {findings
                .filter((finding) => finding.topic === topic)
                .map((finding) => (
                  <FindingItem
                    key={`${finding.code} ${finding.at} ${finding.evidence[0]?.id}`}
                    finding={finding}
                    names={names}
                  />
                ))}
            </ul>
          </div>
        ))}
        {isAudited && (
          <LinkAnchor href={`/settings/audit?target=${id}`} prefetch={false} size="sm">
            {t("auditLog")}
          </LinkAnchor>
        )}
      </Stack>
    </Panel>
  );
}
