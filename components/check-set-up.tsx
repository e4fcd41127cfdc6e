"use client";

import { Alert, Button, List, Modal, Text, ThemeIcon } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconAlertTriangle, IconCheck, IconChecklist, IconX } from "@tabler/icons-react";
import { useState } from "react";
import type { Finding, IntegrationCheck } from "@/lib/integrations/schema";
import { api } from "./api";
import { useAction } from "./use-action";

type Props = { account: { id: string; name: string }; size?: "xs" | "sm" };

/** Looks at everything that calls by a carrier's account need, and says what is wrong and what to do. */
export function CheckSetUp({ account: { id, name }, size = "sm" }: Props) {
  const [check, setCheck] = useState<IntegrationCheck | null>(null);
  const [opened, { open, close }] = useDisclosure(false);
  const { busy, run } = useAction();
  const look = async () => {
    const out = await run(() => api.post<IntegrationCheck>(`/v1/integrations/${id}/check`), {
      refresh: false,
    });
    if (!out.ok) return;
    setCheck(out.data);
    open();
  };
  return (
    <>
      <Button
        variant="default"
        size={size}
        leftSection={<IconChecklist size={16} aria-hidden />}
        aria-label={`Check the set-up of ${name}`}
        onClick={look}
        loading={busy}
      >
        Check set-up
      </Button>
      <Modal opened={opened} onClose={close} title={`Set-up of ${name}`} size="lg" centered>
        {check && <Findings check={check} />}
      </Modal>
    </>
  );
}

function Findings({ check: { ok, findings } }: { check: IntegrationCheck }) {
  const wrong = findings.filter((finding) => !finding.ok).length;
  return (
    <>
      <Alert
        color={ok ? "teal" : "red"}
        icon={ok ? <IconCheck size={18} aria-hidden /> : <IconAlertTriangle size={18} aria-hidden />}
        title={
          ok ? "All is as it must be" : `${wrong} ${wrong === 1 ? "thing is" : "things are"} to be mended`
        }
      />
      <List mt="md" spacing="sm" center={false}>
        {findings.map((finding) => (
          <Item key={`${finding.subject ?? ""} ${finding.code}`} finding={finding} />
        ))}
      </List>
    </>
  );
}

function Item({ finding: { ok, subject, message } }: { finding: Finding }) {
  return (
    <List.Item
      icon={
        <ThemeIcon
          size={20}
          radius="xl"
          color={ok ? "teal" : "red"}
          aria-label={ok ? "Right" : "Wrong"}
          role="img"
        >
          {ok ? <IconCheck size={14} aria-hidden /> : <IconX size={14} aria-hidden />}
        </ThemeIcon>
      }
    >
      <Text size="sm" style={{ overflowWrap: "anywhere" }}>
        {subject !== null && (
          <Text span fw={600}>
            {subject}:{" "}
          </Text>
        )}
        {message}
      </Text>
    </List.Item>
  );
}
