"use client";

import { Button, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useState } from "react";
import { api } from "@/components/api";
import { FormButtons } from "@/components/form-buttons";
import { useAction } from "@/components/use-action";
import { useBodyForm } from "@/components/use-body-form";
import { useConditionalSave } from "@/components/use-conditional-save";
import { type Campaign, UpdateCampaign } from "@/lib/outreach/campaigns/schema";
import { MomentInput } from "../../_components/moment-input";
import { PaceFields } from "../../_components/pace-fields";

type Values = {
  name: string;
  ends_at: string | null;
  max_concurrent_calls: number | string;
  calls_per_second: number | string;
};

const valuesOf = ({ name, ends_at, max_concurrent_calls, calls_per_second }: Campaign): Values => ({
  name,
  ends_at,
  max_concurrent_calls,
  calls_per_second,
});
const requireNumber = (value: number | string) => (value === "" ? "Write a number." : null);

/** Fields that can change after the launch: the name, and the end and pace while it is in progress. */
export function EditCampaign({ campaign: current }: { campaign: Campaign }) {
  // The page follows the campaign while the form is open: the form stays with the settings that it shows.
  const [campaign, setCampaign] = useState(current);
  const [opened, { open, close }] = useDisclosure(false);
  const { busy, run } = useAction();
  const isInProgress = ["scheduled", "running", "paused"].includes(campaign.status);
  const form = useBodyForm<typeof UpdateCampaign, Values>({
    schema: UpdateCampaign,
    initialValues: valuesOf(campaign),
    bodyOf: ({ name, ends_at, max_concurrent_calls, calls_per_second }) =>
      isInProgress
        ? {
            name,
            ...(ends_at !== campaign.ends_at && { ends_at }),
            max_concurrent_calls: Number(max_concurrent_calls),
            calls_per_second: Number(calls_per_second),
          }
        : { name },
    problemsOf: ({ name, max_concurrent_calls, calls_per_second }) => ({
      name: name.trim() === "" ? "Give it a name." : null,
      max_concurrent_calls: requireNumber(max_concurrent_calls),
      calls_per_second: requireNumber(calls_per_second),
    }),
  });

  const show = (latest: Campaign) => {
    const values = valuesOf(latest);
    setCampaign(latest);
    form.setInitialValues(values);
    form.setValues(values);
    form.clearErrors();
  };
  const start = () => {
    show(current);
    open();
  };
  const params = { id: campaign.id };
  const conditional = useConditionalSave({
    run,
    noun: "campaign",
    read: () => api.get("/v1/campaigns/:id", { params }),
    onLoad: show,
  });
  const save = form.onSend(async (body) => {
    const saved = await conditional.save(
      campaign.revision,
      (ifMatch) => api.patch("/v1/campaigns/:id", { params, body, ifMatch }),
      { form, done: "Saved." },
    );
    if (saved !== null) close();
  });

  return (
    <>
      <Button variant="default" onClick={start}>
        Edit
      </Button>
      {conditional.conflictDialog}
      <Modal opened={opened} onClose={close} title="Edit the campaign" centered>
        <form onSubmit={save} noValidate>
          <Stack>
            <TextInput label="Name" maxLength={200} {...form.getInputProps("name")} />
            {isInProgress && (
              <>
                <PaceFields channel={campaign.channel} inputOf={(field) => form.getInputProps(field)} />
                <MomentInput
                  label="Ends"
                  description="Who still waits then is blocked."
                  {...form.getInputProps("ends_at")}
                />
              </>
            )}
            <Text size="sm" c="dimmed">
              Whom it reaches, for what and when was seen before the launch, and stays.
            </Text>
            <FormButtons onCancel={close} busy={busy}>
              Save
            </FormButtons>
          </Stack>
        </form>
      </Modal>
    </>
  );
}
