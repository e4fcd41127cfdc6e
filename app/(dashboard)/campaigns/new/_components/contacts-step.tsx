"use client";

import { Button, Group, Paper, SegmentedControl, Stack, Text, Title } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { ImportFile } from "@/components/contact-import/import-file";
import type { TablePage } from "@/components/data-table";
import type { Campaign, CampaignContact } from "@/lib/outreach/campaigns/schema";
import { contacts } from "../../_components/parts";
import { RemoveAll } from "../../_components/remove-contacts";
import { ResultsTable } from "../../_components/results-table";
import { askedOf } from "./asked";
import { ChooseContacts } from "./choose-contacts";
import { PasteNumbers } from "./paste-numbers";
import { pathOf } from "./steps";

const WAYS = [
  { value: "paste", label: "Paste" },
  { value: "choose", label: "Choose" },
  { value: "import", label: "Import" },
] as const;

type Props = {
  campaign: Campaign;
  /** Names of what the agent asks for. */
  variables: readonly string[];
  page: TablePage<CampaignContact>;
};

/** Contacts to reach. Added contacts are saved in the draft immediately. */
export function ContactsStep({ campaign, variables, page }: Props) {
  const router = useRouter();
  const [way, setWay] = useState<string>("paste");
  const { total } = campaign.counts;
  return (
    <Stack gap="lg">
      <Paper component="section" withBorder p="lg" aria-labelledby="add-title">
        <Title order={2} fz={17} mb="md" id="add-title">
          Add contacts
        </Title>
        <Stack>
          <SegmentedControl
            aria-label="Way to add contacts"
            data={[...WAYS]}
            value={way}
            onChange={setWay}
            orientation="horizontal"
          />
          {way === "paste" && <PasteNumbers campaign={campaign} variables={variables} />}
          {way === "choose" && <ChooseContacts campaign={campaign} />}
          {way === "import" && (
            <ImportFile campaignId={campaign.id} variables={variables} offered={[askedOf(campaign)]} />
          )}
        </Stack>
      </Paper>
      <Paper component="section" withBorder p="lg" aria-labelledby="in-title">
        <Group justify="space-between" mb="sm">
          <div>
            <Title order={2} fz={17} id="in-title">
              In this campaign
            </Title>
            <Text size="sm" c="dimmed" role="status">
              {contacts(total)}
            </Text>
          </div>
          {total > 0 && <RemoveAll campaignId={campaign.id} total={total} />}
        </Group>
        <ResultsTable page={page} draft mayRemove empty="Who is added above stands here." />
      </Paper>
      <Group>
        <Button disabled={total === 0} onClick={() => router.push(pathOf(campaign.id, "check"))}>
          Check who would be reached
        </Button>
        {total === 0 && (
          <Text size="sm" c="dimmed">
            Add somebody first.
          </Text>
        )}
      </Group>
    </Stack>
  );
}
