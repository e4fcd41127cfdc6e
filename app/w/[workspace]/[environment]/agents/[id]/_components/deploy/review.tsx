"use client";

import { Alert, Anchor, Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { z } from "zod";
import { Link } from "@/components/link";
import { useBodyForm } from "@/components/use-body-form";
import { useNeeded } from "@/components/use-needed";
import type { DeployAgent } from "@/lib/agents/agents/schema";
import { MAX_DEPLOY_NOTE } from "@/lib/agents/agents/values";
import type { SectionId } from "../agent-form";
import { ChangeList } from "./change-list";
import { Checks } from "./checks";
import type { ReviewedDeploy } from "./deploy-request";
import type { Override } from "./open-suites";
import { type TrafficShare, TrafficShareSelect } from "./traffic-share";
import { Warnings } from "./warnings";

type Messages = ReturnType<typeof useBodyForm<typeof DeployAgent, { note: string }>>["messages"];
export type SendDeploy = (
  reviewed: ReviewedDeploy,
  body: z.input<typeof DeployAgent>,
  form: Messages,
  share: TrafficShare,
) => Promise<void>;

type Props = ReviewedDeploy & {
  hrefOf: ((section: SectionId) => string) | undefined;
  busy: boolean;
  onDeploy: SendDeploy;
  onClose: () => void;
};

/** Few deploys have open suites, so their part is loaded when there are some. */
const loadOpenSuites = async () => (await import("./open-suites")).OpenSuites;

/** A deploy before it is made: its consequences, changes, checks and warnings, and the field of its note. */
export function Review({ request, preview, hrefOf, busy, onDeploy, onClose }: Props) {
  const t = useTranslations("agents");
  const tCommon = useTranslations("common");
  const isRollback = "version" in request;
  const [share, setShare] = useState<TrafficShare>("all");
  const { live, config, traffic_split_running: isSplit } = preview;
  const offersShare = !isSplit && live !== null && live.config.type === config.type;
  const [override, setOverride] = useState<Override>({ isOn: false, reason: "" });
  const hasOpenSuites = preview.open_suites.length > 0;
  const OpenSuites = useNeeded(loadOpenSuites, hasOpenSuites);
  const reason = override.isOn ? override.reason.trim() : "";
  const isOpen = hasOpenSuites && reason === "";
  const form = useBodyForm<typeof DeployAgent, { note: string }>({
    loadSchema: async () => (await import("@/lib/agents/agents/schema")).DeployAgent,
    initialValues: { note: "" },
    bodyOf: ({ note }) => ({
      ...(isRollback && { version: request.version }),
      ...(note.trim() !== "" && { note: note.trim() }),
      ...(hasOpenSuites && reason !== "" && { override_suites_reason: reason }),
    }),
  });
  const values = { version: String(preview.version), live: String(preview.live?.version ?? "") };
  return (
    <form
      noValidate
      onSubmit={form.onSend((body) => onDeploy({ request, preview }, body, form.messages, share))}
    >
      <Stack gap="lg">
        <Text size="sm">
          {isRollback
            ? t("rollback.description", values)
            : preview.live === null
              ? t("deploy.description")
              : t("deploy.descriptionReplace", values)}
        </Text>
        <ChangeList preview={preview} isRollback={isRollback} />
        <Checks preview={preview} isRollback={isRollback} hrefOf={hrefOf} onNavigate={onClose} />
        {OpenSuites !== null && <OpenSuites preview={preview} override={override} onOverride={setOverride} />}
        <Warnings
          warnings={
            isRollback
              ? preview.warnings.filter((warning) => warning !== "no_phone_number")
              : preview.warnings
          }
        />
        {isSplit && (
          <Alert color="yellow" role="note" icon={<IconAlertTriangle size={18} aria-hidden />}>
            {t.rich("share.running", {
              link: (text) => (
                <Anchor
                  component={Link}
                  href={`/agents/${preview.agent_id}/versions`}
                  size="sm"
                  underline="always"
                  onClick={onClose}
                >
                  {text}
                </Anchor>
              ),
            })}
          </Alert>
        )}
        {offersShare && <TrafficShareSelect share={share} onShare={setShare} />}
        <TextInput
          label={t("deploy.note")}
          description={isRollback ? t("deploy.noteHelpRollback") : t("deploy.noteHelp")}
          maxLength={MAX_DEPLOY_NOTE}
          data-autofocus
          {...form.getInputProps("note")}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {tCommon("cancel")}
          </Button>
          <Button type="submit" loading={busy} disabled={preview.problems.length > 0 || isOpen || isSplit}>
            {share !== "all"
              ? t("share.action")
              : isRollback
                ? t("rollback.action", values)
                : t("deploy.action", values)}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
