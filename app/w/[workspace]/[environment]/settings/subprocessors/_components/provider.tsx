import { Badge, Group, Paper, Text, Title } from "@mantine/core";
import { useTranslations } from "next-intl";
import { Facts } from "@/components/facts";
import type { Subprocessor } from "@/lib/data/subprocessors/schema";
import type { Translator } from "@/messages/translator";

type Texts = Translator<"records.subprocessors">;

/** The basis of a provider's zero retention, or its state. */
function basisOf(
  t: Texts,
  { zero_retention_basis: basis, retention_agreement: agreement }: Subprocessor,
): string {
  if (basis === null) return "";
  return basis === "agreement" && agreement !== null ? agreement : t(`basis.${basis}`);
}

function Retention({ value }: { value: boolean | null }) {
  const t = useTranslations("records.subprocessors");
  if (value === null) return null;
  return <Badge color={value ? "teal" : "gray"}>{value ? t("keepsNothing") : t("mayKeep")}</Badge>;
}

/** Where the provider runs. The API omits the operator's hosts. */
const locationOf = (t: Texts, { location, host }: Subprocessor): string =>
  location === "local" ? t("local") : (host ?? t("operatorProvider"));

const PARTS = ["builtin", "local", "storage", "database", "mail"] as const;
/** The component of the installation; undefined for an integration. */
const partOf = ({ id }: Subprocessor) => PARTS.find((part) => part === id);

/** The software of a component, else the provider by its name. */
const softwareText = (t: Texts, { software, provider }: Subprocessor): string =>
  software === null ? provider : t(`software.${software}`);

/** The data that a provider receives: a component by its name, an integration by its purposes. */
function receivesText(t: Texts, row: Subprocessor): string {
  const part = partOf(row);
  return (part === undefined ? row.purposes : [part]).map((recipient) => t(`gets.${recipient}`)).join(" ");
}

const INSTRUCTED = ["deepgram", "elevenlabs", "model"] as const;
/** The instruction in each request. One of a kind that this page does not have is in the server's words. */
function instructionText(t: Translator<"providers">, { kind, instruction }: Subprocessor): string {
  const instructed = INSTRUCTED.find((candidate) => candidate === kind);
  return instructed === undefined ? (instruction ?? "") : t(`instruction.${instructed}`);
}

/** One provider: its purposes, the data that it receives, and its retention. */
export function Provider({ row }: { row: Subprocessor }) {
  const t = useTranslations("records.subprocessors");
  const tProvider = useTranslations("providers");
  const { kind, instruction, purposes, environment, allowed, live_agents: agents } = row;
  const { used_in_calls: calls } = row;
  const part = partOf(row);
  const name = part === undefined ? row.name : t(`part.${part}`);
  const provider = kind === null ? softwareText(t, row) : tProvider(`kind.${kind}`);
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" gap="xs" mb="xs">
        <Group gap="xs">
          <Title order={3} fz="sm" style={{ overflowWrap: "anywhere" }}>
            {name}
          </Title>
          {purposes.map((purpose) => (
            <Badge key={purpose} color="gray">
              {t(`purpose.${purpose}`)}
            </Badge>
          ))}
          {environment === "test" && <Badge color="blue">{t("test")}</Badge>}
        </Group>
        <Group gap="xs">
          {!allowed && <Badge color="yellow">{t("notAllowed")}</Badge>}
          <Retention value={row.zero_retention} />
        </Group>
      </Group>
      <Facts
        rows={[
          provider === name ? null : [t("provider"), provider],
          [t("location"), locationOf(t, row)],
          [
            t("receives"),
            <Text key="gets" component="span" size="sm">
              {receivesText(t, row)}
            </Text>,
          ],
          instruction === null ? null : [t("instruction"), instructionText(tProvider, row)],
          row.zero_retention_basis === null ? null : [t("keepsNothing"), basisOf(t, row)],
          agents > 0 ? [t("usedBy"), t("agents", { count: agents })] : null,
          calls === null ? null : [t("usedIn"), t("calls", { count: calls })],
        ]}
      />
    </Paper>
  );
}
