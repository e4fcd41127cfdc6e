"use client";

import { Alert, Button, Group, SimpleGrid, Stack, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { api } from "@/components/api";
import { Table } from "@/components/table";
import { useAction } from "@/components/use-action";
import type { SsoTest } from "@/lib/identity/sso/schema";
import { withDynamicKeys } from "@/messages/dynamic-keys";
import type { Translator } from "@/messages/translator";

const WRAP = { overflowWrap: "anywhere" } as const;

function Received({ received }: { received: NonNullable<SsoTest["received"]> }) {
  const t = useTranslations("sso.test");
  const rows = [{ name: t("nameId"), values: [received.name_id] }, ...received.attributes];
  return (
    <Table layout="fixed" aria-label={t("received")}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t("attribute")}</Table.Th>
          <Table.Th>{t("values")}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ name, values }) => (
          <Table.Tr key={name}>
            <Table.Td style={WRAP}>{name}</Table.Td>
            <Table.Td style={WRAP}>{values.join(", ")}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** The text of a refusal. One that this page does not have is in the server's words. */
function refusalText(texts: Translator<"auth.ssoRefusal">, { code, message }: Refusal): string {
  const t = withDynamicKeys(texts);
  return t.has(code) ? t(code) : message;
}
type Refusal = NonNullable<SsoTest["reason"]>;

function Outcome({ test }: { test: SsoTest | null }) {
  const t = useTranslations("sso.test");
  const tRole = useTranslations("access.role");
  const tRefusal = useTranslations("auth.ssoRefusal");
  if (test === null || test.state === "none") return <Text size="sm">{t("none")}</Text>;
  if (test.state === "waiting") return <Text size="sm">{t("waiting")}</Text>;
  const isSuccess = test.state === "worked";
  return (
    <>
      <Alert color={isSuccess ? "teal" : "red"} title={isSuccess ? t("worked") : t("refused")}>
        {isSuccess && test.would_be
          ? t("result", {
              name: test.would_be.name,
              email: test.would_be.email,
              role: tRole(test.would_be.role),
            })
          : test.reason && refusalText(tRefusal, test.reason)}
      </Alert>
      {test.received && <Received received={test.received} />}
    </>
  );
}

/** Goes to the provider and comes back with what it sends, without opening a session. */
export function TestPanel({ test }: { test: SsoTest | null }) {
  const t = useTranslations("sso.test");
  const { busy, run } = useAction();
  const begin = async () => {
    const result = await run(() => api.post("/v1/sso/check"), { refresh: false });
    if (result.ok) window.location.assign(result.data.url);
  };
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
      <Stack>
        <Text size="sm" c="dimmed">
          {t("help")}
        </Text>
        <Group>
          <Button variant="default" loading={busy} onClick={begin}>
            {t("action")}
          </Button>
        </Group>
      </Stack>
      <Stack>
        <Outcome test={test} />
      </Stack>
    </SimpleGrid>
  );
}
