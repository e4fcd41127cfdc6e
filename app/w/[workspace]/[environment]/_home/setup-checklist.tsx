"use client";

import { Button, Text } from "@mantine/core";
import { IconCircle, IconCircleCheckFilled } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { api } from "@/components/api";
import { Link } from "@/components/link";
import { Panel } from "@/components/panel";
import { useAction } from "@/components/use-action";
import type { Setup, SetupStep } from "@/lib/data/setup/schema";
import { SETUP_STEPS } from "@/lib/data/setup/values";
import classes from "./home.module.css";

const HREFS: Readonly<Record<SetupStep, string>> = {
  model: "/integrations?connect=model",
  test: "/agents?new=true",
  number: "/phone-numbers",
  deploy: "/agents",
  call: "/calls",
};

/** The steps from an empty workspace to its first call. The workspace's records check them off. */
export function SetupChecklist({ setup }: { setup: Setup }) {
  const t = useTranslations("home");
  const { busy, run } = useAction();
  const next = SETUP_STEPS.find((step) => !setup.done.includes(step));
  const hide = () => run(() => api.patch("/v1/setup", { body: { hidden: true } }));
  return (
    <Panel
      title={next === undefined ? t("setup.complete") : t("setup.title")}
      actions={
        <Button variant="subtle" color="gray" size="compact-sm" loading={busy} onClick={hide}>
          {t("setup.hide")}
        </Button>
      }
    >
      <ol className={classes.steps}>
        {SETUP_STEPS.map((step) => {
          const isDone = setup.done.includes(step);
          const Mark = isDone ? IconCircleCheckFilled : IconCircle;
          return (
            <li key={step}>
              <Link
                href={HREFS[step]}
                prefetch={false}
                className={classes.step}
                data-next={step === next || undefined}
                data-done={isDone || undefined}
              >
                <span className={classes.mark}>
                  <Mark
                    size={18}
                    color={isDone ? "var(--mantine-color-teal-7)" : "var(--mantine-color-dimmed)"}
                    role="img"
                    aria-label={t(isDone ? "setup.done" : "setup.toDo")}
                  />
                  <Text component="span" size="sm" fw={600}>
                    {t(`step.${step}`)}
                  </Text>
                </span>
                <Text component="span" size="xs" c="dimmed" className={classes.help ?? ""}>
                  {t(`stepHelp.${step}`)}
                </Text>
              </Link>
            </li>
          );
        })}
      </ol>
    </Panel>
  );
}
