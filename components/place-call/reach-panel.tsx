"use client";

import { Box, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { ExplainedDecision } from "@/lib/contacts/policy/schema";
import type { OutboundPreview } from "@/lib/outreach/route-previews/schema";
import { Time } from "../time";
import classes from "./reach-panel.module.css";
import { type Reach, useReach } from "./use-reach";

/** The verdict as a text, and every reason against the call. */
function Verdict({ decision }: { decision: ExplainedDecision | null }) {
  const t = useTranslations("dialing");
  if (decision === null) return <Text size="sm">{t("unknownContact")}</Text>;
  const { verdict, until, reasons } = decision;
  return (
    <>
      <Text size="sm" fw={600}>
        {verdict === "hold" && until !== null
          ? t.rich("verdict.until", { time: () => <Time at={until} /> })
          : t(`verdict.${verdict}`)}
      </Text>
      {reasons.map(({ code, message }) => (
        <Text key={code} size="sm">
          {message}
        </Text>
      ))}
    </>
  );
}

/** The number that the call shows, as far as the routes decide it. */
function Route({ preview: { prefix, trunks } }: { preview: OutboundPreview }) {
  const t = useTranslations("dialing");
  const usable = trunks.find(({ problem, from_number: number }) => problem === null && number !== null);
  if (prefix === null) return t("noRoute");
  return usable?.from_number
    ? t("route", { prefix, number: usable.from_number })
    : t("routeSkipped", { prefix });
}

function Result({ reach: { decision, preview } }: { reach: Reach }) {
  return (
    <>
      <Verdict decision={decision} />
      {preview !== null && (
        <Text size="xs" c="dimmed" mt={4}>
          <Route preview={preview} />
        </Text>
      )}
    </>
  );
}

/** Whether the call can be placed now, as the server decides it. */
export function ReachPanel(props: Parameters<typeof useReach>[0]) {
  const t = useTranslations("dialing");
  const reach = useReach(props);
  const verdict = typeof reach === "object" ? (reach.decision?.verdict ?? "hold") : undefined;
  return (
    <Box className={classes.panel} data-verdict={verdict} role="status">
      <Text size="xs" c="dimmed" mb={2}>
        {t("check")}
      </Text>
      {reach === "none" && <Text size="sm">{t("checkPending")}</Text>}
      {reach === "loading" && <Text size="sm">{t("checking")}</Text>}
      {reach === "failed" && <Text size="sm">{t("unchecked")}</Text>}
      {typeof reach === "object" && <Result reach={reach} />}
    </Box>
  );
}
