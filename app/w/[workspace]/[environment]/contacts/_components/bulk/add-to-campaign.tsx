"use client";

import { Alert, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { api } from "@/components/api";
import { ApiError } from "@/components/api-error";
import { BulkDialog } from "@/components/bulk/bulk-dialog";
import { BulkForm } from "@/components/bulk/bulk-form";
import { LinkButton } from "@/components/link-button";
import { SearchSelect } from "@/components/search-select";
import { LoadingState } from "@/components/states";
import { complain, useAction } from "@/components/use-action";
import { useScopedRouter } from "@/components/use-scoped-router";
import type { Campaign } from "@/lib/outreach/campaigns/schema";
import type { ContactRow } from "../contact-row";

type Choice = Pick<Campaign, "id" | "name" | "status">;

/** Statuses in which a campaign takes contacts. */
const OPEN: readonly Campaign["status"][] = ["draft", "scheduled", "running", "paused"];
const CAMPAIGNS_SHOWN = "100";

/** The latest campaigns that have not ended; null while they load. */
function useOpenCampaigns(): readonly Choice[] | null {
  const t = useTranslations("errors");
  const [campaigns, setCampaigns] = useState<readonly Choice[] | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    api.get("/v1/campaigns", { query: { limit: CAMPAIGNS_SHOWN }, signal: controller.signal }).then(
      ({ data }) => setCampaigns(data.filter(({ status }) => OPEN.includes(status))),
      (error: unknown) => {
        if (!controller.signal.aborted && error instanceof ApiError) complain(t, error);
      },
    );
    return () => controller.abort();
  }, [t]);
  return campaigns;
}

type FieldsProps = { rows: readonly ContactRow[]; onDone: () => void };

function Fields({ rows, campaigns, onDone }: FieldsProps & { campaigns: readonly Choice[] }) {
  const t = useTranslations("contacts.bulk");
  const tStatus = useTranslations("campaigns.status");
  const router = useScopedRouter();
  const { busy, run } = useAction();
  const form = useForm<{ id: string | null }>({
    initialValues: { id: null },
    validate: { id: (id) => (id === null ? t("campaignMissing") : null) },
  });
  const campaign = campaigns.find(({ id }) => id === form.values.id);
  const add = form.onSubmit(async () => {
    if (campaign === undefined) return;
    const request = { params: { id: campaign.id }, body: { contacts: rows.map(({ phone }) => phone) } };
    const result = await run(() => api.post("/v1/campaigns/:id/contacts", request), {
      done: t("addedToCampaign", { count: rows.length }),
      refresh: false,
    });
    if (!result.ok) return;
    onDone();
    // A draft continues in the wizard.
    if (campaign.status === "draft") router.push(`/campaigns/new?id=${campaign.id}&step=contacts`);
  });
  return (
    <BulkForm
      onSubmit={add}
      onCancel={onDone}
      busy={busy}
      action={t("addToCampaign", { count: rows.length })}
    >
      <Text size="sm">{t("campaignHelp")}</Text>
      <SearchSelect
        label={t("campaign")}
        data={campaigns.map(({ id, name, status }) => ({
          value: id,
          label: t("campaignOption", { name, status: tStatus(status) }),
        }))}
        data-autofocus
        {...form.getInputProps("id")}
      />
      {campaign?.status === "running" && <Alert color="yellow">{t("campaignRunning")}</Alert>}
    </BulkForm>
  );
}

function Choose(props: FieldsProps) {
  const t = useTranslations("contacts.bulk");
  const campaigns = useOpenCampaigns();
  if (campaigns === null) return <LoadingState />;
  if (campaigns.length > 0) return <Fields {...props} campaigns={campaigns} />;
  return (
    <Stack align="flex-start">
      <Text size="sm">{t("noCampaign")}</Text>
      <LinkButton href="/campaigns/new">{t("newCampaign")}</LinkButton>
    </Stack>
  );
}

/** Adds the selected contacts to a campaign that has not ended. */
export function AddToCampaign({ rows }: { rows: readonly ContactRow[] }) {
  const t = useTranslations("contacts.bulk");
  return (
    <BulkDialog label={t("campaignOpen")} title={t("campaignOpen")}>
      {(close) => <Choose rows={rows} onDone={close} />}
    </BulkDialog>
  );
}
