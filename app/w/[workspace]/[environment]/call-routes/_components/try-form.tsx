"use client";

import { Box, Button, Group, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import classes from "./routes.module.css";

type Props = {
  label: string;
  placeholder: string;
  busy: boolean;
  /** Tests a number. */
  onTest: (number: string) => void;
  /** The result of the last test. */
  children: ReactNode;
};

/** A number to test routes with, and the result. */
export function TryForm({ label, placeholder, busy, onTest, children }: Props) {
  const t = useTranslations("routes.try");
  const [number, setNumber] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const test = (event: { preventDefault: () => void }) => {
    event.preventDefault();
    const text = number.trim();
    setProblem(text === "" ? t("missing") : null);
    if (text !== "") onTest(text);
  };
  return (
    <form className={classes.try} onSubmit={test} noValidate>
      <Group align="flex-end" gap="sm">
        <Box style={{ flex: "1 1 220px" }} maw={360}>
          <TextInput
            label={label}
            description={t("help")}
            placeholder={placeholder}
            value={number}
            onChange={(event) => setNumber(event.currentTarget.value)}
            error={problem}
            maxLength={64}
            spellCheck={false}
            autoComplete="off"
          />
        </Box>
        <Button type="submit" variant="default" loading={busy}>
          {t("action")}
        </Button>
      </Group>
      <div role="status">{children}</div>
    </form>
  );
}
