"use client";

import { Button } from "@mantine/core";
import { IconChecklist } from "@tabler/icons-react";
import { SetUpFindings } from "./set-up-findings";
import { useSetUpCheck } from "./use-set-up-check";

type Props = { account: { id: string; name: string }; size?: "xs" | "sm" };

/** Asks an integration's provider whether calls can use it, and says what is wrong and what to do. */
export function CheckSetUp({ account, size = "sm" }: Props) {
  const { busy, check, shown, close } = useSetUpCheck();
  return (
    <>
      <Button
        variant="default"
        size={size}
        leftSection={<IconChecklist size={16} aria-hidden />}
        aria-label={`Check the set-up of ${account.name}`}
        onClick={() => check(account)}
        loading={busy}
      >
        Check set-up
      </Button>
      <SetUpFindings check={shown} onClose={close} />
    </>
  );
}
