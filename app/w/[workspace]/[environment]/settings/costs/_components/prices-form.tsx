"use client";

import { Group, Stack, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { api } from "@/components/api";
import { FewLines } from "@/components/few-lines";
import { SubmitButton } from "@/components/submit-button";
import { useAction } from "@/components/use-action";
import { useBodyForm } from "@/components/use-body-form";
import type { PriceList, SetPriceList } from "@/lib/agents/prices/schema";
import { FieldsPanel } from "../../_components/fields-panel";
import { priceLinesOf, pricesOf } from "./cost-values";

const EXAMPLE = "house, *, output_tokens, EUR, 0.60, 1000000, 2026-01-01";

type Props = { list: PriceList; mayChange: boolean };

/** The dated prices of providers, one on each line. */
export function PricesForm({ list, mayChange }: Props) {
  const t = useTranslations("settings.costs");
  const { busy, run } = useAction();
  const form = useBodyForm<typeof SetPriceList, { prices: string }>({
    loadSchema: async () => (await import("@/lib/agents/prices/schema")).SetPriceList,
    bodyOf: ({ prices }) => ({ prices: pricesOf(prices) }),
    fieldOf: (path) => (path.startsWith("prices") ? "prices" : path),
    initialValues: { prices: priceLinesOf(list.prices) },
  });
  const save = form.onSend(async (body) => {
    await run(() => api.put("/v1/prices", { body, ifMatch: list.revision }), {
      done: t("pricesDone"),
      form: form.messages,
    });
  });
  return (
    <form onSubmit={save} noValidate>
      <FieldsPanel title={t("prices")} disabled={!mayChange}>
        <Stack>
          <Text size="sm" c="dimmed">
            {t("pricesHelp")}
          </Text>
          <FewLines
            label={t("lines")}
            description={t("linesHelp")}
            placeholder={EXAMPLE}
            spellCheck={false}
            {...form.getInputProps("prices")}
          />
          {mayChange && (
            <Group>
              <SubmitButton loading={busy}>{t("savePrices")}</SubmitButton>
            </Group>
          )}
        </Stack>
      </FieldsPanel>
    </form>
  );
}
