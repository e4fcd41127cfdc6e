"use client";

import { Badge, Progress, Stack, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { api } from "@/components/api";
import { ConfirmButton } from "@/components/confirm-button";
import { Panel } from "@/components/panel";
import { Table } from "@/components/table";
import { Time } from "@/components/time";
import { useAction } from "@/components/use-action";
import { useRefreshWhile } from "@/components/use-refresh";
import type { Encryption } from "@/lib/identity/encryption/schema";

const COLORS = { next: "blue", current: "teal", previous: "gray" } as const;

function RotationProgress({ rotation }: { rotation: NonNullable<Encryption["rotation"]> }) {
  const t = useTranslations("encryption.keys");
  const { state, done, total, version } = rotation;
  const percent = total === 0 ? 100 : Math.min(100, Math.round((100 * done) / total));
  return (
    <Stack gap={6}>
      <Text size="sm" role="status">
        {state === "waiting" ? t("waiting") : t("progress", { version, done, total })}
      </Text>
      <Progress value={state === "waiting" ? 0 : percent} aria-label={t("progressBar")} />
    </Stack>
  );
}

/** The data keys, their age, and the rotation to a new key with its progress. */
export function DataKeys({ encryption, mayRotate }: { encryption: Encryption; mayRotate: boolean }) {
  const t = useTranslations("encryption.keys");
  const { run } = useAction();
  const { rotation, data_keys: keys, rotates_at, locked } = encryption;
  const isRotating = rotation !== null && rotation.state !== "completed";
  useRefreshWhile(isRotating);
  return (
    <Panel
      title={t("title")}
      actions={
        mayRotate &&
        !isRotating &&
        !locked && (
          <ConfirmButton
            size="xs"
            title={t("rotateTitle")}
            message={t("rotateHelp")}
            confirm={t("rotateConfirm")}
            confirmColor="teal"
            onConfirm={() => run(() => api.post("/v1/encryption/rotate"), { done: t("started") })}
          >
            {t("rotate")}
          </ConfirmButton>
        )
      }
    >
      <Stack>
        <Table aria-label={t("title")}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t("number")}</Table.Th>
              <Table.Th>{t("created")}</Table.Th>
              <Table.Th>{t("state")}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {keys.map(({ version, created_at, state }) => (
              <Table.Tr key={version}>
                <Table.Td>{version}</Table.Td>
                <Table.Td>
                  <Time at={created_at} as="date" />
                </Table.Td>
                <Table.Td>
                  <Badge color={COLORS[state]}>{t(`states.${state}`)}</Badge>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        {isRotating && <RotationProgress rotation={rotation} />}
        {!isRotating && rotation !== null && rotation.completed_at !== null && (
          <Text size="sm" c="dimmed">
            {t.rich("last", {
              done: rotation.done,
              time: () => <Time at={rotation.completed_at ?? rotates_at} as="ago" />,
            })}
          </Text>
        )}
        <Text size="sm" c="dimmed">
          {t.rich("next", { date: () => <Time at={rotates_at} as="date" /> })}
        </Text>
      </Stack>
    </Panel>
  );
}
