"use client";

import { Button, Checkbox, Fieldset, Group, NumberInput, Radio, Stack, Text } from "@mantine/core";
import { api } from "@/components/api";
import { UnsavedGuard } from "@/components/unsaved-guard";
import { useAction } from "@/components/use-action";
import { useBodyForm } from "@/components/use-body-form";
import { useScopedRouter } from "@/components/use-scoped-router";
import { WeekHours } from "@/components/week-hours";
import { ZoneSelect } from "@/components/zone-select";
import { type Campaign, RETRYABLE_OUTCOMES, UpdateCampaign } from "@/lib/outreach/campaigns/schema";
import { DONE, RETRY_NAMES } from "../../_components/labels";
import { MomentInput } from "../../_components/moment-input";
import { PaceFields } from "../../_components/pace-fields";
import { pathOf } from "./steps";
import { type WhenValues, whenBodyOf, whenProblemsOf, whenValuesOf } from "./when-form";

/** When people may be reached, how fast, and how often. */
export function WhenStep({ campaign }: { campaign: Campaign }) {
  const router = useScopedRouter();
  const { busy, run } = useAction();
  const form = useBodyForm<typeof UpdateCampaign, WhenValues>({
    schema: UpdateCampaign,
    initialValues: whenValuesOf(campaign),
    bodyOf: whenBodyOf,
    problemsOf: whenProblemsOf,
  });
  const { called } = DONE[campaign.channel];
  const save = form.onSend(async (body) => {
    const request = { params: { id: campaign.id }, body };
    const result = await run(() => api.patch("/v1/campaigns/:id", request), { form, refresh: false });
    if (!result.ok) return;
    form.resetDirty();
    router.push(pathOf(campaign.id, "contacts"));
  });
  return (
    <form onSubmit={save} noValidate>
      <UnsavedGuard dirty={form.isDirty()} />
      <Stack gap="lg">
        <Fieldset legend="Window">
          <Stack>
            <Text size="sm" c="dimmed">
              Nobody is {called} before 08:00 or after 21:00 where they are, whatever is set here.
            </Text>
            <WeekHours
              inputOf={(field) => form.getInputProps(`window.${field}`)}
              start={form.values.window.start}
              end={form.values.window.end}
            />
            <Radio.Group label="On whose clock" {...form.getInputProps("clock")}>
              <Stack gap="sm" mt={6}>
                <Radio
                  value="callee"
                  label={`Of whoever is ${called}`}
                  description="Each contact's own time zone. Who has none is held."
                />
                <Radio value="fixed" label="Of one time zone" description="Such as that of your office." />
              </Stack>
            </Radio.Group>
            {form.values.clock === "fixed" && (
              <ZoneSelect placeholder="Choose a time zone" {...form.getInputProps("window.timezone")} />
            )}
          </Stack>
        </Fieldset>
        <Fieldset legend="Start and end">
          <Group align="flex-start" grow preventGrowOverflow={false}>
            <MomentInput
              label="Starts"
              description="Your clock. Empty: with the launch."
              {...form.getInputProps("starts_at")}
            />
            <MomentInput
              label="Ends"
              description="Empty: 7 days after the start."
              {...form.getInputProps("ends_at")}
            />
          </Group>
        </Fieldset>
        <Fieldset legend="Pace">
          <Group align="flex-start" grow preventGrowOverflow={false}>
            <PaceFields channel={campaign.channel} inputOf={(field) => form.getInputProps(field)} />
          </Group>
        </Fieldset>
        <Fieldset legend="Attempts">
          <Stack>
            <Group align="flex-start" grow preventGrowOverflow={false}>
              <NumberInput
                label="For each contact, at most"
                min={1}
                max={10}
                allowDecimal={false}
                {...form.getInputProps("attempts.max")}
              />
              <NumberInput
                label="Minutes between two"
                min={1}
                max={10_080}
                allowDecimal={false}
                {...form.getInputProps("attempts.retry_after_minutes")}
              />
            </Group>
            <Checkbox.Group label="Try again if" {...form.getInputProps("attempts.on")}>
              <Stack gap="xs" mt={6}>
                {RETRYABLE_OUTCOMES.map((outcome) => (
                  <Checkbox key={outcome} value={outcome} label={RETRY_NAMES[outcome]} />
                ))}
              </Stack>
            </Checkbox.Group>
            <Text size="sm" c="dimmed">
              Whoever it is, nobody is tried more than 3 times in a day and 7 times in a week, by all
              campaigns and calls together.
            </Text>
          </Stack>
        </Fieldset>
        <Group>
          <Button type="submit" loading={busy}>
            Save and continue
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
