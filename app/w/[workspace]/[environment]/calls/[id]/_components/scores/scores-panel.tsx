import { Group, Stack, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { MaskedText } from "@/components/masked-text";
import { Panel } from "@/components/panel";
import { Pill } from "@/components/pill";
import type { Call } from "@/lib/calls/calls/schema";
import type { CallScore, CallScores } from "@/lib/calls/scores/schema";
import { type MarkOption, MarkSelect } from "./mark-select";

/** The model whose answers do not judge. */
const SCRIPTED_MODEL = "builtin:rehearsal";

type Props = { call: Call; scores: CallScores | null; variables: readonly string[]; mayMark: boolean };
type ScoreProps = { callId: string; score: CallScore; variables: readonly string[]; mayMark: boolean };

function Answer({ score, variables }: Pick<ScoreProps, "score" | "variables">) {
  const t = useTranslations("scores");
  const { value, text, state, problem, max } = score;
  if (state === "pending") return <Text size="sm">{t("call.pending")}</Text>;
  if (problem !== null) return <Text size="sm">{t(`problem.${problem}`)}</Text>;
  if (text !== null)
    return (
      <Text size="sm" component="div">
        <MaskedText text={text} variables={variables} />
      </Text>
    );
  if (typeof value === "boolean") return <Text size="sm">{value ? t("field.yes") : t("field.no")}</Text>;
  return <Text size="sm">{t("call.points", { value: String(value ?? ""), max: String(max ?? "") })}</Text>;
}

/** The answers that a member can give. */
function answersOf({ kind, min, max }: CallScore): (boolean | number)[] {
  if (kind === "yes_no") return [true, false];
  if (min === null || max === null) return [];
  return Array.from({ length: max - min + 1 }, (_, at) => min + at);
}

function Mark({ callId, score }: Pick<ScoreProps, "callId" | "score">) {
  const t = useTranslations("scores");
  const label = (answer: boolean | number): string => {
    if (typeof answer === "number") return String(answer);
    return answer ? t("field.yes") : t("field.no");
  };
  const options: MarkOption[] = [
    { value: "", label: t("call.noMark"), answer: null },
    ...answersOf(score).map((answer) => ({ value: String(answer), label: label(answer), answer })),
  ];
  const { criterion, mark } = score;
  return (
    <MarkSelect
      callId={callId}
      criterion={criterion}
      label={t("call.mark", { criterion })}
      done={t("call.marked")}
      value={String(mark?.value ?? "")}
      options={options}
    />
  );
}

function Score({ callId, score, variables, mayMark }: ScoreProps) {
  const t = useTranslations("scores.call");
  const { criterion, question, reason, passed, model, version, is_current: isCurrent } = score;
  return (
    <Stack gap={4} component="li">
      <Group gap="xs">
        <Text size="sm" fw={500}>
          {question ?? criterion}
        </Text>
        {passed !== null && <Pill tone={passed ? "teal" : "red"}>{passed ? t("passed") : t("failed")}</Pill>}
      </Group>
      <Answer score={score} variables={variables} />
      {reason !== null && reason !== "" && (
        <Text size="xs" c="dimmed" component="div">
          <MaskedText text={reason} variables={variables} />
        </Text>
      )}
      {model === SCRIPTED_MODEL && (
        <Text size="xs" c="dimmed">
          {t("scripted")}
        </Text>
      )}
      {!isCurrent && (
        <Text size="xs" c="dimmed">
          {t("former", { version: String(version) })}
        </Text>
      )}
      {mayMark && isCurrent && score.kind !== "text" && <Mark callId={callId} score={score} />}
    </Stack>
  );
}

/** The judge's answers to the criteria of the call's agent, with the marks of members. */
export function ScoresPanel({ call, scores, variables, mayMark }: Props) {
  const t = useTranslations("scores");
  if (scores === null || call.settled_at === null) return null;
  const { data, total } = scores;
  return (
    <Panel title={t("title")}>
      {data.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t("call.empty")}
        </Text>
      ) : (
        <Stack gap="md">
          {total !== null && (
            <Text size="sm" fw={600}>
              {t("call.total", { total: String(total) })}
            </Text>
          )}
          <Stack gap="md" component="ul" m={0} p={0} style={{ listStyle: "none" }}>
            {data.map((score) => (
              <Score
                key={`${score.criterion} ${score.version}`}
                callId={call.id}
                score={score}
                variables={variables}
                mayMark={mayMark}
              />
            ))}
          </Stack>
        </Stack>
      )}
    </Panel>
  );
}
