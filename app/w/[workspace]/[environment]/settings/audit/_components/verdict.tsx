"use client";

import { Alert, Code, List, Text } from "@mantine/core";
import { IconAlertTriangle, IconHistory, IconShieldCheck } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { Time } from "@/components/time";
import type { AuditFault, AuditRestore, AuditVerdict } from "@/lib/platform/audit/schema";

const ANYWHERE = { overflowWrap: "anywhere" } as const;

function Fault({ fault: { seq, id, problem, count } }: { fault: AuditFault }) {
  const t = useTranslations("verification.log");
  if (problem === "removed") return t("missing", { from: seq, to: seq + count - 1, count });
  return (
    <>
      {t("fault", { seq, problem: t(`problem.${problem}`) })}{" "}
      {id !== null && <Code style={ANYWHERE}>{id}</Code>}
    </>
  );
}

function Faults({ verdict: { entries, faults, fault_count } }: { verdict: AuditVerdict }) {
  const t = useTranslations("verification.log");
  const unlisted = fault_count - faults.length;
  return (
    <Alert
      mt="md"
      color="red"
      role="alert"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title={t("broken", { count: fault_count })}
    >
      <List size="sm" mah={320} style={{ overflowY: "auto" }}>
        {faults.map((fault) => (
          <List.Item key={`${fault.seq} ${fault.problem}`}>
            <Fault fault={fault} />
          </List.Item>
        ))}
      </List>
      {unlisted > 0 && <Text size="sm">{t("moreFaults", { count: unlisted })}</Text>}
      <Text size="sm" mt="xs">
        {t("before", { count: entries })}
      </Text>
    </Alert>
  );
}

/** Restores that the operator recorded. They are no fault, and each reader of the log must see them. */
function Restores({ restores }: { restores: readonly AuditRestore[] }) {
  const t = useTranslations("verification.log");
  return restores.map(({ at, kept_seq, replaced_seq }) => (
    <Alert key={`${at} ${kept_seq}`} mt="md" color="yellow" icon={<IconHistory size={18} aria-hidden />}>
      {t.rich("restored", {
        time: () => <Time at={at} />,
        count: replaced_seq - kept_seq,
        from: kept_seq + 1,
        to: replaced_seq,
      })}
    </Alert>
  ));
}

/** The result of a verification: the last entry, or the faults; with the restores from a backup. */
export function Verdict({ verdict }: { verdict: AuditVerdict }) {
  const t = useTranslations("verification.log");
  const { valid, entries, head, restores } = verdict;
  return (
    <>
      {valid ? (
        <Alert
          mt="md"
          color="teal"
          icon={<IconShieldCheck size={18} aria-hidden />}
          title={t("valid", { count: entries })}
        >
          {head === null
            ? t("empty")
            : t.rich("head", {
                seq: head.seq,
                time: () => <Time at={head.at} />,
                code: () => <Code style={ANYWHERE}>{head.hash}</Code>,
              })}
        </Alert>
      ) : (
        <Faults verdict={verdict} />
      )}
      <Restores restores={restores} />
    </>
  );
}
