"use client";

import { Alert, Box, Button, Code, Group, Text } from "@mantine/core";
import { IconAlertTriangle, IconShieldCheck } from "@tabler/icons-react";
import { useState } from "react";
import { api } from "@/components/api";
import { Time } from "@/components/time";
import { useAction } from "@/components/use-action";
import type { AuditProblem, AuditVerdict } from "@/lib/platform/audit/schema";

const PROBLEMS: Record<AuditProblem, string> = {
  edited: "It was edited after it had been written.",
  removed: "It was removed.",
  reordered: "It stands at another place than it was written.",
  rewritten:
    "It and what follows were written anew: they do not fit the head that was signed and kept outside.",
  head: "The end of the chain is not the one that the database noted.",
  signature: "The head that was signed at this place does not bear the product's signature.",
};

/** Verifies the hash chain and shows whether it is valid, or its first invalid entry. */
export function VerifyChain() {
  const [verdict, setVerdict] = useState<AuditVerdict | null>(null);
  const { busy, run } = useAction();
  const verify = async () => {
    const result = await run(() => api.get("/v1/audit/verify"), { refresh: false });
    setVerdict(result.ok ? result.data : null);
  };
  return (
    <Box>
      <Group gap="md">
        <Button
          variant="default"
          leftSection={<IconShieldCheck size={16} aria-hidden />}
          onClick={verify}
          loading={busy}
        >
          Verify the chain
        </Button>
        <Text size="sm" c="dimmed" flex="1 1 240px">
          Reads every entry and compares them with the heads that were signed and kept outside the database.
        </Text>
      </Group>
      <Box aria-live="polite">{verdict && <Verdict verdict={verdict} />}</Box>
    </Box>
  );
}

function Verdict({ verdict: { entries, head, first_invalid } }: { verdict: AuditVerdict }) {
  const count = `${entries.toLocaleString("en")} ${entries === 1 ? "entry" : "entries"}`;
  if (first_invalid !== null)
    return (
      <Alert
        mt="md"
        color="red"
        role="alert"
        icon={<IconAlertTriangle size={18} aria-hidden />}
        title={`The chain is broken at entry ${first_invalid.seq.toLocaleString("en")}`}
      >
        {PROBLEMS[first_invalid.problem]} {count} before it {entries === 1 ? "is" : "are"} in order.
        {first_invalid.id !== null && (
          <Box mt="xs">
            <Code style={{ overflowWrap: "anywhere" }}>{first_invalid.id}</Code>
          </Box>
        )}
      </Alert>
    );
  return (
    <Alert
      mt="md"
      color="teal"
      icon={<IconShieldCheck size={18} aria-hidden />}
      title={`The chain is whole: ${count}`}
    >
      {head === null ? (
        "Nothing has been written yet."
      ) : (
        <>
          Its head is entry {head.seq.toLocaleString("en")} of <Time at={head.at} />, with the hash{" "}
          <Code style={{ overflowWrap: "anywhere" }}>{head.hash}</Code>
        </>
      )}
    </Alert>
  );
}
