import { Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { Panel } from "@/components/panel";
import { TrunkTries } from "@/components/trunk-tries";
import type { Call } from "@/lib/calls/calls/schema";
import type { TrunkTry } from "@/lib/outreach/trunk-tries/schema";
import { SipMessages } from "./sip-messages";

type Props = {
  call: Call;
  tries: readonly TrunkTry[];
  /** Whether SIP messages of the call are stored. */
  hasMessages: boolean;
};

/**
 * The signature of the caller's number, the trunks that the call was tried over, and the messages of a call over a trunk,
 * which are loaded on request. Renders nothing for a call that used no trunk.
 */
export function SipPanel({ call: { id, caller_signature: signature }, tries, hasMessages }: Props) {
  const t = useTranslations("calls.sip");
  const tTries = useTranslations("trunks.tries");
  if (signature === null && tries.length === 0 && !hasMessages) return null;
  return (
    <Panel title={t("title")}>
      {signature !== null && (
        <>
          <Text size="sm">
            {signature.status === "verified" && signature.attestation !== null
              ? t(`attestation.${signature.attestation}`)
              : t(`signature.${signature.status}`)}
          </Text>
          {signature.reason !== null && (
            <Text size="xs" c="dimmed">
              {t(`failure.${signature.reason}`)}
            </Text>
          )}
        </>
      )}
      {tries.length > 0 && (
        <>
          <Text size="sm" fw={500}>
            {tTries("title")}
          </Text>
          <TrunkTries tries={tries} hasTimes />
          <Text size="xs" c="dimmed" mt={4}>
            {tTries("help")}
          </Text>
        </>
      )}
      {hasMessages && (
        <>
          <Text size="xs" c="dimmed" my="sm">
            {t("description")}
          </Text>
          <SipMessages callId={id} />
        </>
      )}
    </Panel>
  );
}
