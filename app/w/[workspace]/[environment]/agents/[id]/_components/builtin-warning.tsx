"use client";

import { Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { builtinSupport } from "@/lib/voice/values";
import type { VariableValues } from "./agent-form";
import { useDraft } from "./draft-context";
import rows from "./rows.module.css";

const BUILTIN = "builtin:";

/** Warns if callers cannot answer this variable well with the built-in transcriber. */
export function BuiltinWarning({ variable }: { variable: VariableValues }) {
  const t = useTranslations("agents.variables.builtin");
  const isBuiltin = useDraft(
    ({ values }) => values.type === "voice" && values.transcriber.startsWith(BUILTIN),
  );
  const support = builtinSupport(variable);
  if (!isBuiltin || support === "spoken") return null;
  return (
    <Text size="xs" c="dimmed" role="note" className={rows.warning}>
      {t(support)}
    </Text>
  );
}
