"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { memo } from "react";
import type { TransferTargetValues } from "./agent-form";
import { useDraft } from "./draft-context";
import { EditableRow, type RowProps } from "./editable-row";
import rows from "./rows.module.css";

/** Most targets have no hours, so their inputs are loaded with the first that has. */
const TransferHours = dynamic(() => import("./transfer-hours").then(({ TransferHours: part }) => part));

type Props = RowProps & { change: (at: number, changes: Partial<TransferTargetValues>) => void };

/** Hours that a schedule begins with, in the time zone of the browser. */
const firstHours = (): NonNullable<TransferTargetValues["hours"]> => ({
  days: ["mon", "tue", "wed", "thu", "fri"],
  start: "09:00",
  end: "17:00",
  timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
});

/** A person to whom calls are transferred, edited in place. */
export const TransferTargetRow = memo(function TransferTargetRow({ change, ...row }: Props) {
  const { at } = row;
  const t = useTranslations("agents");
  const target = useDraft(({ values }) => values.transfer_targets[at]);
  if (target === undefined) return null;
  return (
    <EditableRow
      {...row}
      list="transfer_targets"
      className={rows.outcome}
      title={target.to || t("transfer.unnamed", { number: String(at + 1) })}
      name={{
        field: "to",
        example: "+12125550123",
        value: target.to,
        onChange: (to) => change(at, { to: to.trim() }),
      }}
      details={
        target.hours !== null && (
          <TransferHours at={at} hours={target.hours} onChange={(hours) => change(at, { hours })} />
        )
      }
    >
      <select
        className={rows.text}
        aria-label={t("field.hours")}
        data-path={`transfer_targets.${at}.hours`}
        value={target.hours === null ? "always" : "scheduled"}
        onChange={(event) =>
          change(at, { hours: event.currentTarget.value === "scheduled" ? firstHours() : null })
        }
      >
        <option value="always">{t("transfer.always")}</option>
        <option value="scheduled">{t("transfer.scheduled")}</option>
      </select>
    </EditableRow>
  );
});
