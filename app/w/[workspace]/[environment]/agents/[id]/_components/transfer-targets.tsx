"use client";

import { Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { MAX_TRANSFER_TARGETS } from "@/lib/agents/agents/values";
import { DraftRows } from "./draft-rows";
import { newRowKey } from "./list-edit";
import rows from "./rows.module.css";
import { TransferTargetRow } from "./transfer-target-row";

/** The further people to whom calls are transferred, in the order in which they are called. */
export function TransferTargets() {
  const t = useTranslations("agents");
  return (
    <div>
      <Text size="sm" fw={500}>
        {t("field.transferTargets")}
      </Text>
      <Text size="xs" c="dimmed" mb="xs" maw={640}>
        {t("transfer.help")}
      </Text>
      <DraftRows
        list="transfer_targets"
        label={t("field.transferTargets")}
        heads={[t("field.to"), t("field.hours")]}
        className={rows.outcome}
        add={t("transfer.add")}
        max={MAX_TRANSFER_TARGETS}
        newRow={() => ({ key: newRowKey(), to: "", hours: null })}
        renderRow={(row) => <TransferTargetRow {...row} />}
      />
    </div>
  );
}
