import { Badge, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Panel } from "@/components/panel";

type Props = {
  number: 1 | 2 | 3 | 4 | 5;
  name: "create" | "connect" | "people" | "test" | "require";
  isDone: boolean;
  /** The earlier step that this one needs, if it is not done yet. */
  waitsFor?: 2 | 4 | null;
  children: ReactNode;
};

/** One of the numbered steps of single sign-on, and whether it is done. */
export function SetupStep({ number, name, isDone, waitsFor = null, children }: Props) {
  const t = useTranslations("sso.steps");
  const title = t("title", { number, name: t(name) });
  return (
    <Panel title={title} actions={isDone && <Badge color="teal">{t("done")}</Badge>}>
      {waitsFor === null ? (
        children
      ) : (
        <Text size="sm" c="dimmed">
          {t("waits", { number: waitsFor })}
        </Text>
      )}
    </Panel>
  );
}
