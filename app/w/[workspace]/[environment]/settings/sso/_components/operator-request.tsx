"use client";

import { Code, Group, Stack, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { CopyButton } from "@/components/copy-button";

type Props = {
  /** The reason, and the effect. */
  help: string;
  /** The commands, one a line, which the operator runs on the server. */
  commands: readonly string[];
};

const WRAP = { overflowWrap: "anywhere", whiteSpace: "pre-wrap" } as const;

/** A step that only the operator of the installation can do, with a message for them to copy. */
export function OperatorRequest({ help, commands }: Props) {
  const t = useTranslations("sso.operator");
  const message = [t("message"), ...commands].join("\n");
  return (
    <Stack gap="xs">
      <Text size="sm">{help}</Text>
      <Code block style={WRAP}>
        {message}
      </Code>
      <Group>
        <CopyButton value={message} label={t("copy")} size="xs" />
      </Group>
    </Stack>
  );
}
