"use client";

import { Badge, Button, Group, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { api } from "@/components/api";
import { Panel } from "@/components/panel";
import { useAction } from "@/components/use-action";
import { CodesModal } from "./codes-modal";
import { EnableFactor } from "./enable-factor";
import { PasswordModal } from "./password-modal";

type Props = { hasPassword: boolean; enabled: boolean; recovery_codes_left: number };

/** Two-factor authentication: an authenticator app turns it on, the password turns it off. */
export function SecondFactorPanel({ hasPassword, enabled, recovery_codes_left: left }: Props) {
  const t = useTranslations("account.factor");
  const { run } = useAction();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [request, setRequest] = useState<"off" | "codes" | null>(null);

  async function perform(password: string): Promise<boolean> {
    const body = { password };
    const result =
      request === "off"
        ? await run(() => api.post("/v1/account/second-factor/disable", { body }), {
            done: t("turnedOff"),
          })
        : await run(() => api.post("/v1/account/second-factor/recovery-codes", { body }));
    if (!result.ok) return false;
    setRequest(null);
    if (result.data !== undefined) setCodes(result.data.recovery_codes);
    return true;
  }

  return (
    <Panel title={t("title")} actions={enabled && <Badge>{t("status")}</Badge>}>
      <Text size="sm" mb="md">
        {enabled ? t("on", { left }) : t("off")}
      </Text>
      {enabled ? (
        <Group gap="xs">
          <Button variant="default" onClick={() => setRequest("codes")}>
            {t("newCodes")}
          </Button>
          <Button variant="default" onClick={() => setRequest("off")}>
            {t("turnOff")}
          </Button>
        </Group>
      ) : (
        <EnableFactor disabled={!hasPassword} onCodes={setCodes} />
      )}
      <PasswordModal
        title={request === "off" ? t("offTitle") : t("codesTitle")}
        message={request === "off" ? t("offHelp") : t("codesHelp")}
        opened={request !== null}
        onClose={() => setRequest(null)}
        onPassword={perform}
      />
      <CodesModal codes={codes} onClose={() => setCodes(null)} />
    </Panel>
  );
}
