"use client";

import { Alert, Group, Stack, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { api } from "@/components/api";
import { ConfirmButton } from "@/components/confirm-button";
import { useAction } from "@/components/use-action";
import type { Sso } from "@/lib/identity/sso/schema";
import { bodyOf, valuesOf } from "./sso-values";

type Props = {
  sso: Sso;
  /** Whether the settings above have unsaved changes, which this would discard. */
  isDirty: boolean;
};

/** Turns the requirement on or off. The other settings stay as they are saved. */
export function RequireSso({ sso, isDirty }: Props) {
  const t = useTranslations("sso.require");
  const { run } = useAction();
  const { connection } = sso;
  const isRequired = connection?.enforced === true;
  const isTested = connection?.last_success_at != null;
  const save = (enforced: boolean) => () =>
    run(() => api.put("/v1/sso", { body: bodyOf({ ...valuesOf(sso), enforced }), ifMatch: sso.revision }), {
      done: t(enforced ? "on" : "off"),
    });
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {t("help")}
      </Text>
      {isDirty && <Alert color="yellow">{t("unsaved")}</Alert>}
      {!isTested && !isRequired && <Text size="sm">{t("untested")}</Text>}
      <Group>
        {isRequired ? (
          <ConfirmButton
            title={t("stopTitle")}
            message={t("stopHelp")}
            confirm={t("stopConfirm")}
            disabled={isDirty}
            onConfirm={save(false)}
          >
            {t("stop")}
          </ConfirmButton>
        ) : (
          <ConfirmButton
            title={t("title")}
            message={t("consequence")}
            confirm={t("confirm")}
            disabled={!isTested || isDirty}
            onConfirm={save(true)}
          >
            {t("action")}
          </ConfirmButton>
        )}
      </Group>
    </Stack>
  );
}
