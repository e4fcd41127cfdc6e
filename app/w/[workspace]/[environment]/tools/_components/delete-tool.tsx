"use client";

import { Alert, Anchor, Button, Group, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { api } from "@/components/api";
import { ApiError } from "@/components/api-error";
import { Link } from "@/components/link";
import { Modal } from "@/components/modal";
import { say, useAction } from "@/components/use-action";
import { useProblemText } from "@/components/use-problem-text";
import { useScopedRouter } from "@/components/use-scoped-router";

/** Deletes the tool. Returns the error if a live agent uses it. */
async function deleteTool(id: string): Promise<ApiError | null> {
  try {
    await api.delete("/v1/tools/:id", { params: { id } });
    return null;
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) return error;
    throw error;
  }
}

/** Deletes a tool after a confirmation. The dialog names the live agent that uses the tool, with a link to it. */
export function DeleteTool({ id, name }: { id: string; name: string }) {
  const t = useTranslations("tools.delete");
  const tCommon = useTranslations("common");
  const problemText = useProblemText();
  const router = useScopedRouter();
  const [opened, { open, close }] = useDisclosure(false);
  const [refusal, setRefusal] = useState<ApiError | null>(null);
  const { busy, run } = useAction();
  const agent = refusal?.params?.agent_id;

  const confirm = async () => {
    const result = await run(() => deleteTool(id), { refresh: false });
    if (!result.ok) return;
    if (result.data !== null) return setRefusal(result.data);
    say(t("done", { name }));
    router.push("/tools");
    router.refresh();
  };
  const dismiss = () => {
    close();
    setRefusal(null);
  };

  return (
    <>
      <Button variant="default" onClick={open}>
        {t("action")}
      </Button>
      <Modal opened={opened} onClose={dismiss} title={t("title", { name })} centered>
        <Stack>
          {refusal === null ? (
            <Text size="sm">{t("description")}</Text>
          ) : (
            <Alert
              color="yellow"
              role="alert"
              icon={<IconAlertTriangle size={18} aria-hidden />}
              title={t("refused")}
            >
              {problemText.full(refusal)}{" "}
              {agent && (
                <Anchor component={Link} href={`/agents/${agent}`} size="sm" underline="always">
                  {t("openAgent")}
                </Anchor>
              )}
            </Alert>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={dismiss} data-autofocus>
              {refusal === null ? tCommon("cancel") : tCommon("close")}
            </Button>
            {refusal === null && (
              <Button color="red" loading={busy} onClick={confirm}>
                {t("confirm")}
              </Button>
            )}
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
