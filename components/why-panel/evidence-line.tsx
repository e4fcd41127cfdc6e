import { Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { LinkAnchor } from "@/components/link-anchor";
import { Time } from "@/components/time";
import { clock } from "@/components/words";
import type { FindingEvidence } from "@/lib/data/explanations/schema";

/** Pages of the kinds of evidence that have one. */
const PATHS: Readonly<Partial<Record<FindingEvidence["kind"], string>>> = {
  campaign: "/campaigns",
  deletion: "/settings/deletions",
};

/** A record that a finding relies on: a link to its page, or its time. */
export function EvidenceLine({ kind, id, at, at_ms: position }: FindingEvidence) {
  const t = useTranslations("explanation.evidence");
  if (kind === "recording_step") return t("recordingStep", { position: clock(position ?? 0) });
  const label = kind === "attempt" ? t("attempt", { number: Number(id) }) : t(kind);
  const path = PATHS[kind];
  return (
    <>
      {path === undefined ? (
        <span>
          {label}
          {kind === "consent" && (
            <Text span inherit c="dimmed">
              {" "}
              {id}
            </Text>
          )}
        </span>
      ) : (
        <LinkAnchor href={`${path}/${id}`} prefetch={false} inherit>
          {label}
        </LinkAnchor>
      )}
      {at !== null && (
        <Text span inherit c="dimmed">
          {" · "}
          <Time at={at} />
        </Text>
      )}
    </>
  );
}
