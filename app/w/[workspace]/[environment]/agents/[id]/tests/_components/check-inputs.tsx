"use client";

import { Checkbox, NativeSelect, SimpleGrid, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { FewLines } from "@/components/few-lines";
import { NumberInput } from "@/components/number-input";
import { CALL_END_REASONS } from "@/lib/calls/calls/values";
import type { CheckType } from "./suite-form";
import type { CaseEditorProps, SuiteForm } from "./suite-form-type";

type Props = { form: SuiteForm; path: string; type: CheckType; agent: CaseEditorProps["agent"] };

const MAX_MS = 120_000;
const MAX_TURNS = 120;
const MAX_CALLS = 50;

/** The inputs of a check of one kind. */
export function CheckInputs({ form, path, type, agent }: Props) {
  const t = useTranslations("suites.case");
  const input = (field: string) => form.getInputProps(`${path}.${field}`);
  switch (type) {
    case "outcome":
    case "end_reason": {
      const options: readonly string[] = type === "outcome" ? agent.outcomes : CALL_END_REASONS;
      return (
        <FewLines
          label={t("oneOf")}
          description={t("oneOfHelp")}
          placeholder={options.join("\n")}
          {...input("one_of")}
        />
      );
    }
    case "variable":
      return (
        <SimpleGrid cols={{ base: 1, sm: 3 }}>
          <TextInput
            label={t("variable")}
            {...(agent.variables[0] !== undefined && { placeholder: agent.variables[0] })}
            {...input("name")}
          />
          <TextInput
            label={t("equals")}
            description={t("equalsHelp")}
            inputWrapperOrder={["label", "input", "description", "error"]}
            {...input("equals")}
          />
          <NumberInput
            label={t("tolerance")}
            description={t("toleranceHelp")}
            inputWrapperOrder={["label", "input", "description", "error"]}
            min={0}
            {...input("tolerance")}
          />
        </SimpleGrid>
      );
    case "tool_called":
      return (
        <>
          <TextInput label={t("tool")} {...input("tool")} />
          <FewLines label={t("arguments")} description={t("argumentsHelp")} {...input("arguments")} />
          <SimpleGrid cols={2}>
            <NumberInput label={t("min")} min={0} max={MAX_CALLS} allowDecimal={false} {...input("min")} />
            <NumberInput label={t("max")} min={0} max={MAX_CALLS} allowDecimal={false} {...input("max")} />
          </SimpleGrid>
        </>
      );
    case "agent_says":
    case "agent_never_says":
      return <FewLines label={t("anyOf")} description={t("anyOfHelp")} {...input("any_of")} />;
    case "judge":
      return (
        <>
          <FewLines label={t("question")} {...input("question")} />
          <Checkbox
            label={t("expectedYes")}
            {...form.getInputProps(`${path}.expected`, { type: "checkbox" })}
          />
        </>
      );
    case "reply_time":
      return (
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <NumberInput label={t("maxMs")} min={1} max={MAX_MS} allowDecimal={false} {...input("max_ms")} />
          <NativeSelect label={t("percentile")} data={["50", "95"]} {...input("percentile")} />
        </SimpleGrid>
      );
    case "language":
      return (
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput
            label={t("language")}
            description={t("languageHelp")}
            inputWrapperOrder={["label", "input", "description", "error"]}
            {...input("language")}
          />
          <NativeSelect
            label={t("speaker")}
            data={(["agent", "caller"] as const).map((value) => ({ value, label: t(`speakerOf.${value}`) }))}
            {...input("speaker")}
          />
        </SimpleGrid>
      );
    default:
      return (
        <NumberInput label={t("maxTurns")} min={1} max={MAX_TURNS} allowDecimal={false} {...input("max")} />
      );
  }
}
