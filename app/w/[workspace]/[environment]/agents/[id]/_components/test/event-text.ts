import { stepText } from "@/components/consent-steps";
import { inWords } from "@/components/words";
import type { Translator } from "@/messages/translator";
import type { TimelineEvent } from "./timeline";

type Texts = { t: Translator<"agents.event">; tCalls: Translator<"calls"> };

/** The text of an event in a test conversation. */
export function eventText({ t, tCalls }: Texts, event: TimelineEvent): string {
  switch (event.type) {
    case "disclosed":
      return t("disclosed");
    case "recording":
      return stepText(tCalls, event.step);
    case "transfer":
      return event.ok ? t("transferred") : t("transferFailed");
    case "provider_failed": {
      const { kind, provider, part } = event.failure;
      return t("providerFailed", {
        failure: tCalls(`providerFailure.${kind}`, { provider }),
        fallback: tCalls(`providers.${part}Fallback`),
      });
    }
    case "opted_out":
      return t("optedOut");
    case "outcome":
      return t("outcome", { outcome: inWords(event.outcome.tag) });
  }
}
