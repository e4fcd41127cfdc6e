"use client";

import { Button, Group, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { type ReactNode, useRef, useState } from "react";
import type { ApiError } from "./api-error";
import { Modal } from "./modal";
import type { ActionMessages, useAction } from "./use-action";

type Choice = "keep" | "load" | "overwrite";

/** The kind of the resource. */
type Noun =
  | "agent"
  | "campaign"
  | "contact"
  | "phone number"
  | "routes"
  | "suite"
  | "tool"
  | "webhook"
  | "workspace";

type Options<T> = {
  /** `run` of the form's `useAction`. */
  run: ReturnType<typeof useAction>["run"];
  noun: Noun;
  /** The button that repeats the request; by default "Overwrite". */
  overwrite?: string;
  /** Reads the resource as it is now. */
  read: () => Promise<T>;
  /** Shows the latest version in place of the member's changes. */
  onLoad: (latest: T) => void;
};

/** Mantine closes every open modal on Escape; with this attribute the form's own modal stays open behind the dialog. */
const KEEP_OPEN = { "data-mantine-stop-propagation": "true" } as const;

const ignore = () => undefined;

const isConflict = ({ code }: ApiError): boolean => code === "precondition_failed";

/**
 * Sends a change with the revision that the member has seen. If the resource was changed meanwhile, the form keeps its values, and
 * a dialog offers to load the latest version or to overwrite it. The caller renders `conflictDialog`.
 */
export function useConditionalSave<T extends { id: string; revision: string }>({
  run,
  noun,
  overwrite,
  read,
  onLoad,
}: Options<T>) {
  const t = useTranslations("common");
  const [answer, setAnswer] = useState<((choice: Choice) => void) | null>(null);
  const [otherChange, setOtherChange] = useState<ReactNode>(null);
  /** A conflict is rare: its description is loaded when there is one. */
  const describeOtherChange = async (baseline: object): Promise<ReactNode> => {
    const { OtherChange, readOtherChange } = await import("./other-change");
    return <OtherChange {...(await readOtherChange(baseline, await read()))} />;
  };
  const questions = useRef(0);
  const ask = (baseline: object) =>
    new Promise<Choice>((resolve) => {
      const question = ++questions.current;
      setOtherChange(null);
      // The question does not wait for the description of the other change.
      void describeOtherChange(baseline).then((description) => {
        if (question === questions.current) setOtherChange(description);
      }, ignore);
      setAnswer(() => (choice: Choice) => {
        setAnswer(null);
        resolve(choice);
      });
    });

  /** `baseline`: the record that the page shows, or its revision. Returns the response, or null if nothing was saved. */
  async function save<R>(
    baseline: Partial<T> & Pick<T, "revision">,
    send: (ifMatch: string) => Promise<R>,
    messages: ActionMessages = {},
  ): Promise<R | null> {
    for (let ifMatch = baseline.revision; ; ) {
      const result = await run(() => send(ifMatch), { ...messages, isHandled: isConflict });
      if (result.ok) return result.data;
      if (!isConflict(result.error)) return null;
      const choice = await ask(baseline);
      if (choice === "keep") return null;
      const latest = await run(read, { refresh: choice === "load" });
      if (!latest.ok) return null;
      if (choice === "load") {
        onLoad(latest.data);
        return null;
      }
      ifMatch = latest.data.revision;
    }
  }

  const conflictDialog = (
    <Modal
      opened={answer !== null}
      onClose={() => answer?.("keep")}
      title={t(`conflict.title.${noun === "phone number" ? "phoneNumber" : noun}`)}
      withCloseButton={false}
      closeOnClickOutside={false}
      centered
    >
      <Text size="sm">{t("conflict.description")}</Text>
      {otherChange}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={() => answer?.("keep")} data-autofocus {...KEEP_OPEN}>
          {t("cancel")}
        </Button>
        <Button variant="default" onClick={() => answer?.("load")} {...KEEP_OPEN}>
          {t("conflict.load")}
        </Button>
        <Button color="red" onClick={() => answer?.("overwrite")} {...KEEP_OPEN}>
          {overwrite ?? t("conflict.overwrite")}
        </Button>
      </Group>
    </Modal>
  );
  return { save, conflictDialog };
}
