import { Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { Time } from "@/components/time";
import { REASON_CODES } from "@/lib/contacts/policy/values";
import type { ExplanationFinding } from "@/lib/data/explanations/schema";
import { AuditLine } from "./audit-line";
import { EvidenceLine } from "./evidence-line";
import { RuleLine } from "./rule-line";
import { useFindingNames } from "./use-finding-names";
import classes from "./why-panel.module.css";

type Reason = ExplanationFinding["reasons"][number];

function ReasonLine({ code, message, until, count }: Reason) {
  const t = useTranslations();
  const reason = REASON_CODES.find((candidate) => candidate === code);
  const title = message ?? (reason === undefined ? code : t(`campaigns.reason.title.${reason}`));
  if (count !== null) return t("explanation.reason", { title, count });
  return until === null
    ? title
    : t.rich("explanation.reasonUntil", { message: title, time: () => <Time at={until} /> });
}

function CapLine({ max, days, used }: ExplanationFinding["caps"][number]) {
  const t = useTranslations("explanation.cap");
  return used === null ? t("limit", { max, days }) : t("used", { used, max, days });
}

/** One finding: its text, and below it the reasons, limits, rules, evidence and audit entries. */
export function FindingItem({
  finding,
  names,
}: {
  finding: ExplanationFinding;
  names: Readonly<Record<string, string>>;
}) {
  const t = useTranslations("explanation.finding");
  const findingNames = useFindingNames();
  const { code, at, until, count, reasons, caps, rules, evidence, audit } = finding;
  const lines = [
    ...reasons.map((reason) => <ReasonLine key={`reason ${reason.code}`} {...reason} />),
    ...caps.map((cap) => <CapLine key={`cap ${cap.max} ${cap.days}`} {...cap} />),
    ...rules.map((rule) => <RuleLine key={rule.law} {...rule} />),
    ...evidence.map((item) => <EvidenceLine key={`${item.kind} ${item.id} ${item.at}`} {...item} />),
    ...audit.map((entry) => <AuditLine key={entry.id} entry={entry} names={names} />),
  ];
  return (
    <li>
      <Text size="sm" component="div">
        {t.rich(code, {
          names: findingNames(finding),
          count: count ?? 0,
          time: () => at !== null && <Time at={at} />,
          until: () => until !== null && <Time at={until} as="date" />,
        })}
      </Text>
      {lines.length > 0 && (
        <ul className={classes.references}>
          {lines.map((line) => (
            <li key={line.key}>{line}</li>
          ))}
        </ul>
      )}
    </li>
  );
}
