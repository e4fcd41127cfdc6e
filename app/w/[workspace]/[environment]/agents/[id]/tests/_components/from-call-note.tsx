"use client";

import { Alert, List } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import type { CaseFromCall } from "@/lib/suites/call-cases/schema";

/** The parts of a call that its case does not have. */
export function FromCallNote({ fromCall }: { fromCall: CaseFromCall }) {
  const t = useTranslations("suites.fromCall");
  const format = useFormatter();
  const { lines, words, variables, tools } = fromCall.omitted;
  return (
    <Alert color="blue" title={t("done", { name: fromCall.case.name })} role="note">
      <List size="sm">
        {lines > 0 && <List.Item>{t("lines", { count: lines })}</List.Item>}
        {words > 0 && <List.Item>{t("words", { count: words })}</List.Item>}
        {variables.length > 0 && <List.Item>{t("variables", { names: format.list(variables) })}</List.Item>}
        {tools.length > 0 && <List.Item>{t("tools", { names: format.list(tools) })}</List.Item>}
      </List>
    </Alert>
  );
}
