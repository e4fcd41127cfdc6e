"use client";

import { Button, Group, Paper, SegmentedControl, Stack, Text, Title } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ImportFile } from "@/components/contact-import/import-file";
import type { TablePage } from "@/components/data-table";
import { useScopedRouter } from "@/components/use-scoped-router";
import type { Campaign, CampaignContact } from "@/lib/outreach/campaigns/schema";
import { RemoveAll } from "../../_components/remove-contacts";
import { ResultsTable } from "../../_components/results-table";
import { requiredConsent } from "./campaign-consent";
import { ChooseContacts } from "./choose-contacts";
import { PasteNumbers } from "./paste-numbers";
import { pathOf } from "./steps";

const METHODS = ["paste", "choose", "import"] as const;

type Props = {
  campaign: Campaign;
  /** Names of the agent's variables. */
  variables: readonly string[];
  /** Whether the workspace has contacts to choose from. */
  hasContacts: boolean;
  page: TablePage<CampaignContact>;
};

/** Contacts to reach. Added contacts are saved in the draft immediately. */
export function ContactsStep({ campaign, variables, hasContacts, page }: Props) {
  const t = useTranslations("campaigns");
  const router = useScopedRouter();
  const [method, setMethod] = useState<string>(hasContacts ? "choose" : "paste");
  const { total } = campaign.counts;
  return (
    <Stack gap="lg">
      <Paper component="section" withBorder p="lg" aria-labelledby="add-title">
        <Title order={2} fz={17} mb="md" id="add-title">
          {t("add.title")}
        </Title>
        <Stack>
          <SegmentedControl
            aria-label={t("add.method")}
            data={METHODS.map((value) => ({ value, label: t(`add.methods.${value}`) }))}
            value={method}
            onChange={setMethod}
            orientation="horizontal"
          />
          {method === "paste" && <PasteNumbers campaign={campaign} variables={variables} />}
          {method === "choose" && <ChooseContacts campaign={campaign} />}
          {method === "import" && (
            <ImportFile
              campaignId={campaign.id}
              variables={variables}
              offered={[requiredConsent(campaign)]}
            />
          )}
        </Stack>
      </Paper>
      <Paper component="section" withBorder p="lg" aria-labelledby="in-title">
        <Group justify="space-between" mb="sm">
          <div>
            <Title order={2} fz={17} id="in-title">
              {t("add.list")}
            </Title>
            <Text size="sm" c="dimmed" role="status">
              {t("count", { count: total })}
            </Text>
          </div>
          {total > 0 && <RemoveAll campaignId={campaign.id} total={total} />}
        </Group>
        <ResultsTable page={page} draft mayRemove empty={t("add.empty")} />
      </Paper>
      <Group>
        <Button disabled={total === 0} onClick={() => router.push(pathOf(campaign.id, "check"))}>
          {t("add.check")}
        </Button>
        {total === 0 && (
          <Text size="sm" c="dimmed">
            {t("add.checkHelp")}
          </Text>
        )}
      </Group>
    </Stack>
  );
}
