"use client";

import { Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { api } from "@/components/api";
import { useAction } from "@/components/use-action";
import type { InboundPreview } from "@/lib/outreach/route-previews/schema";
import type { Choices } from "./choices";
import { TryForm } from "./try-form";

type Props = { trunk: { id: string }; choices: Pick<Choices, "agents"> };

/** Tests how a call to a number would be answered, by the rules of the server. */
export function TryInbound({ trunk, choices }: Props) {
  const t = useTranslations("routes.try");
  const tInbound = useTranslations("routes.inbound");
  const { busy, run } = useAction();
  const [preview, setPreview] = useState<InboundPreview | null>(null);
  const test = async (called: string) => {
    const path = "/v1/integrations/:id/inbound-routes/preview";
    const result = await run(() => api.get(path, { params: { id: trunk.id }, query: { called } }), {
      refresh: false,
    });
    setPreview(result.ok ? result.data : null);
  };
  return (
    <TryForm
      label={t("inbound")}
      placeholder="+492211234567"
      busy={busy}
      onTest={(called) => void test(called)}
    >
      {preview !== null && (
        <>
          <Text size="sm" fw={500} mt="sm">
            {t(`matched.${preview.matched}`, { pattern: preview.pattern ?? "" })}
          </Text>
          {preview.matched !== "none" && (
            <Text size="sm">
              {t(preview.result, {
                agent:
                  choices.agents.find(({ id }) => id === preview.agent_id)?.name ?? tInbound("unknownAgent"),
                number: preview.forwarded_to ?? "",
              })}{" "}
              {preview.reason !== null && t(`reason.${preview.reason}`)}
            </Text>
          )}
        </>
      )}
    </TryForm>
  );
}
