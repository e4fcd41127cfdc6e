import { Badge, Group, Paper, Text, Title } from "@mantine/core";
import { Facts } from "@/components/facts";
import type { Subprocessor } from "@/lib/data/subprocessors/schema";

const PURPOSES: Record<Subprocessor["purposes"][number], string> = {
  model: "Model",
  voice: "Voice",
  transcriber: "Transcriber",
  carrier: "Carrier",
  storage: "Storage",
  database: "Database",
  mail: "Mail",
};

const BASIS: Record<NonNullable<Subprocessor["zero_retention_basis"]>, string> = {
  request: "Each request tells it to.",
  agreement: "By an agreement.",
  own_server: "A server of your own, which the operator has listed.",
  unconfirmed: "Asked for, and not confirmed yet: check the integration.",
  refused: "Asked for, and the provider does not accept it.",
};

/** How it is known that a provider keeps nothing. */
const basisOf = ({ zero_retention_basis: basis, retention_agreement: agreement }: Subprocessor): string =>
  basis === null ? "" : basis === "agreement" && agreement !== null ? agreement : BASIS[basis];

function Retention({ value }: { value: boolean | null }) {
  if (value === null) return null;
  return (
    <Badge color={value ? "teal" : "gray"}>{value ? "Keeps nothing" : "May keep what it is sent"}</Badge>
  );
}

/** Where it runs; hosts of the operator's are not told. */
const placeOf = ({ location, host }: Subprocessor): string =>
  location === "local"
    ? "Here, within this installation"
    : (host ?? "At a provider of whoever runs this Parley");

const agentsOf = (count: number): string => (count === 1 ? "1 live agent" : `${count} live agents`);

const callsOf = (count: number): string => (count === 1 ? "1 call" : `${count.toLocaleString("en")} calls`);

/** One provider: what it is for, what it gets, and whether it keeps it. */
export function Provider({ row }: { row: Subprocessor }) {
  const { name, provider, purposes, receives, environment, allowed, live_agents: agents } = row;
  const { used_in_calls: calls } = row;
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" gap="xs" mb="xs">
        <Group gap="xs">
          <Title order={3} fz="sm" style={{ overflowWrap: "anywhere" }}>
            {name}
          </Title>
          {purposes.map((purpose) => (
            <Badge key={purpose} color="gray">
              {PURPOSES[purpose]}
            </Badge>
          ))}
          {environment === "test" && <Badge color="blue">Test</Badge>}
        </Group>
        <Group gap="xs">
          {!allowed && <Badge color="yellow">Not allowed</Badge>}
          <Retention value={row.zero_retention} />
        </Group>
      </Group>
      <Facts
        rows={[
          provider === name ? null : ["Provider", provider],
          ["Runs", placeOf(row)],
          [
            "Gets",
            <Text key="gets" component="span" size="sm">
              {receives.join(" ")}
            </Text>,
          ],
          row.instruction === null ? null : ["Is told", row.instruction],
          row.zero_retention_basis === null ? null : ["Keeps nothing", basisOf(row)],
          agents > 0 ? ["Named by", agentsOf(agents)] : null,
          calls === null ? null : ["Used in", `${callsOf(calls)} of the last 30 days`],
        ]}
      />
    </Paper>
  );
}
