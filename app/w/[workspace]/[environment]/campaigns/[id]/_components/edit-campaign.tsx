"use client";

import { Button } from "@mantine/core";
import { useTranslations } from "next-intl";
import { Modal } from "@/components/modal";
import type { TrunkChoice } from "@/components/trunk-order-input";
import { useDialogPart } from "@/components/use-dialog-part";
import type { Campaign } from "@/lib/outreach/campaigns/schema";

const loadForm = async () => (await import("./edit-campaign-form")).EditCampaignForm;

type Props = { campaign: Campaign; trunks: readonly TrunkChoice[] };

/** Edits a campaign after its launch. */
export function EditCampaign({ campaign, trunks }: Props) {
  const t = useTranslations("campaigns.edit");
  const { Part, opened, close, opener } = useDialogPart(loadForm);
  return (
    <>
      <Button variant="default" {...opener}>
        {t("open")}
      </Button>
      <Modal opened={opened} onClose={close} title={t("title")} centered>
        {Part !== null && <Part campaign={campaign} trunks={trunks} onDone={close} />}
      </Modal>
    </>
  );
}
