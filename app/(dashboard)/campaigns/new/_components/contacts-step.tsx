"use client";

import { Button, Group, Paper, SegmentedControl, Stack, Text, Title } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { TablePage } from "@/components/data-table";
import type { Campaign, CampaignContact } from "@/lib/campaigns/schema";
import { contacts } from "../../_components/parts";
import { ResultsTable } from "../../_components/results-table";
import { ChooseContacts } from "./choose-contacts";
import { ImportFile } from "./import-file";
import { PasteNumbers } from "./paste-numbers";
import { pathOf } from "./steps";

const WAYS = [
  { value: "paste", label: "Paste numbers" },
  { value: "choose", label: "Choose contacts" },
  { value: "import", label: "Import a file" },
] as const;

type Props = { campaign: Campaign; page: TablePage<CampaignContact> };

/** Who is to be reached. What is added is in the draft at once. */
export function ContactsStep({ campaign, page }: Props) {
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
          {way === "paste" && <PasteNumbers campaign={campaign} />}
          {way === "choose" && <ChooseContacts campaign={campaign} />}
          {way === "import" && <ImportFile campaign={campaign} />}
        </Stack>
      </Paper>
      <Paper component="section" withBorder p="lg" aria-labelledby="in-title">
        <Title order={2} fz={17} mb="md" id="in-title">
          In this campaign
        </Title>
        <Text size="sm" c="dimmed" role="status" mb="sm">
          {contacts(total)}
        </Text>
        <ResultsTable page={page} draft empty="Who is added above stands here." />
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
