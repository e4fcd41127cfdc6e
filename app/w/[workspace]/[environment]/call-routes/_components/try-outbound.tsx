"use client";

import { Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { api } from "@/components/api";
import { useAction } from "@/components/use-action";
import type { OutboundPreview } from "@/lib/outreach/route-previews/schema";
import classes from "./routes.module.css";
import { TryForm } from "./try-form";

/** Tests which trunks would place a call to a number, by the rules of the server. */
export function TryOutbound({ nameOf }: { nameOf: (trunkId: string) => string }) {
  const t = useTranslations("routes.try");
  const tResult = useTranslations("trunks.result");
  const { busy, run } = useAction();
  const [preview, setPreview] = useState<OutboundPreview | null>(null);
  const test = async (to: string) => {
    const result = await run(() => api.get("/v1/outbound-routes/preview", { query: { to } }), {
      refresh: false,
    });
    setPreview(result.ok ? result.data : null);
  };
  return (
    <TryForm label={t("outbound")} placeholder="+492211234567" busy={busy} onTest={(to) => void test(to)}>
      {preview !== null && (
        <Text size="sm" fw={500} mt="sm">
          {preview.prefix === null ? t("noRoute") : t("prefix", { prefix: preview.prefix })}
        </Text>
      )}
      {preview !== null && preview.trunks.length > 0 && (
        <ol className={classes.trunks}>
          {preview.trunks.map(({ integration_id: id, from_number: number, problem }) => (
            <li key={id}>
              {problem === null
                ? t("shows", { trunk: nameOf(id), number: number ?? "" })
                : t("skipped", { trunk: nameOf(id), reason: tResult(problem) })}
            </li>
          ))}
        </ol>
      )}
    </TryForm>
  );
}
