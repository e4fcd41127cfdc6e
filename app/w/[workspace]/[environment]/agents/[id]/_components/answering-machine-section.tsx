"use client";

import { Radio, Stack, Textarea } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { AgentConfig } from "@/lib/agents/agents/schema";
import { useField, useProblem } from "./draft-context";
import { Section } from "./section";

type AnsweringMachine = AgentConfig["answering_machine"];

const orNull = (text: string): string | null => (text.trim() === "" ? null : text);

/** Settings of outbound calls that a mailbox or a screening service answers. */
export function AnsweringMachineSection({ disabled }: { disabled: boolean }) {
  const t = useTranslations("agents.answeringMachine");
  const { value, set } = useField("answering_machine");
  const problem = useProblem("answering_machine.message");
  const replyProblem = useProblem("answering_machine.screening_reply");
  return (
    <Section id="answering_machine" disabled={disabled} description={t("description")}>
      <Radio.Group
        label={t("action")}
        value={value.action}
        onChange={(action) => set({ ...value, action: action as AnsweringMachine["action"] })}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="hang_up" label={t("hangUp")} data-path="answering_machine.action" />
          <Radio value="leave_message" label={t("leaveMessage")} />
        </Stack>
      </Radio.Group>
      {value.action === "leave_message" && (
        <Textarea
          label={t("message")}
          description={t("messageHelp")}
          autosize
          required
          maxLength={2_000}
          data-path="answering_machine.message"
          value={value.message ?? ""}
          error={problem}
          onChange={(event) => set({ ...value, message: orNull(event.currentTarget.value) })}
        />
      )}
      <Textarea
        label={t("screeningReply")}
        description={t("screeningReplyHelp")}
        autosize
        maxLength={2_000}
        data-path="answering_machine.screening_reply"
        value={value.screening_reply ?? ""}
        error={replyProblem}
        onChange={(event) => set({ ...value, screening_reply: orNull(event.currentTarget.value) })}
      />
    </Section>
  );
}
