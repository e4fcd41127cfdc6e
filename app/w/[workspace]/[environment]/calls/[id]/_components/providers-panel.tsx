import { Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { LinkAnchor } from "@/components/link-anchor";
import { Panel } from "@/components/panel";
import { Time } from "@/components/time";
import type { Call } from "@/lib/calls/calls/schema";
import { failureText, isFull } from "./failure-text";
import classes from "./review.module.css";

/** Failures of speech providers in this call and their fallbacks. Renders nothing without a failure. */
export function ProvidersPanel({ call: { provider_failures } }: { call: Call }) {
  const t = useTranslations("calls");
  if (provider_failures.length === 0) return null;
  return (
    <Panel title={t("providers.title")}>
      <Text size="xs" c="dimmed" mb="sm">
        {t.rich("providers.description", {
          link: (text) => (
            <LinkAnchor href="/integrations" size="xs" underline="always">
              {text}
            </LinkAnchor>
          ),
        })}
      </Text>
      <ul className={classes.failures}>
        {provider_failures.map((note) => {
          const { label, failure: text, fallback } = failureText(t, note);
          return (
            // A failed provider is not tried for a minute, so failures of one part do not overlap.
            <li key={`${note.at} ${note.part}`}>
              <Text span size="sm" fw={500}>
                {label}
              </Text>
              <Text span size="xs" c="dimmed">
                <Time at={note.at} as="time" />
              </Text>
              <Text size="sm" component="p">
                {text} {fallback}
              </Text>
            </li>
          );
        })}
      </ul>
      {isFull(provider_failures) && (
        <Text size="xs" c="dimmed" mt="sm">
          {t("providers.more")}
        </Text>
      )}
    </Panel>
  );
}
