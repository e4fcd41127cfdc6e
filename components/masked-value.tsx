"use client";

import { useTranslations } from "next-intl";
import { isRecord } from "@/lib/platform/is-record";
import { Facts } from "./facts";
import { MaskChip, MaskedText } from "./masked-text";

const isMasked = (value: unknown): boolean =>
  typeof value === "object" && value !== null && "masked" in value && value.masked === true;

type ValueProps = { name: string; value: unknown; variables: readonly string[] };

/** A value of a variable, a tool or the call's metadata: plain, or the mask that stands for it. */
export function Value({ name, value, variables }: ValueProps) {
  const t = useTranslations("common.value");
  if (isMasked(value)) {
    return <MaskChip mask={{ kind: variables.includes(name) ? "variable" : "value", name }} />;
  }
  if (value === null || value === undefined) return "–";
  if (typeof value === "boolean") return value ? t("yes") : t("no");
  const text = typeof value === "string" ? value : JSON.stringify(value, null, 1);
  return (
    <bdi>
      <MaskedText text={text} variables={variables} />
    </bdi>
  );
}

/** An object's fields as facts; anything else as one value. */
export function Fields({ name, value, variables }: ValueProps) {
  const t = useTranslations("common.value");
  if (!isRecord(value) || isMasked(value)) return <Value name={name} value={value} variables={variables} />;
  const rows = Object.entries(value).map(
    ([key, one]) => [key, <Value key={key} name={key} value={one} variables={variables} />] as const,
  );
  return rows.length === 0 ? t("empty") : <Facts rows={rows} />;
}
