"use client";

import { Button, Text } from "@mantine/core";
import { IconCircle, IconCircleCheckFilled } from "@tabler/icons-react";
import { api } from "@/components/api";
import { Link } from "@/components/link";
import { Panel } from "@/components/panel";
import { useAction } from "@/components/use-action";
import { SETUP_STEPS, type Setup, type SetupStep } from "@/lib/data/setup/schema";
import classes from "./home.module.css";

const STEPS: Readonly<Record<SetupStep, { title: string; text: string; href: string }>> = {
  model: {
    title: "Connect a model",
    text: "Without one, agents follow the scripted test model.",
    href: "/integrations?connect=model",
  },
  test: {
    title: "Test an agent",
    text: "Start from a template, then talk to it by text or voice.",
    href: "/agents?new=true",
  },
  number: {
    title: "Add a phone number",
    text: "Connect a carrier and choose the agent that answers.",
    href: "/phone-numbers",
  },
  deploy: {
    title: "Deploy the agent",
    text: "Calls use the deployed version.",
    href: "/agents",
  },
  call: {
    title: "Receive the first call",
    text: "Call the number, or start a call with the API.",
    href: "/calls",
  },
};

/** The steps from an empty workspace to its first call. The workspace's records check them off. */
export function SetupChecklist({ setup }: { setup: Setup }) {
  const { busy, run } = useAction();
  const next = SETUP_STEPS.find((step) => !setup.done.includes(step));
  const hide = () => run(() => api.patch("/v1/setup", { body: { hidden: true } }));
  return (
    <Panel
      title={next === undefined ? "Setup complete" : "Set up your workspace"}
      actions={
        <Button variant="subtle" color="gray" size="compact-sm" loading={busy} onClick={hide}>
          Dismiss
        </Button>
      }
    >
      <ol className={classes.steps}>
        {SETUP_STEPS.map((step) => {
          const isDone = setup.done.includes(step);
          const { title, text, href } = STEPS[step];
          const Mark = isDone ? IconCircleCheckFilled : IconCircle;
          return (
            <li key={step}>
              <Link
                href={href}
                prefetch={false}
                className={classes.step}
                data-next={step === next || undefined}
              >
                <span className={classes.mark}>
                  <Mark
                    size={18}
                    color={isDone ? "var(--mantine-color-teal-7)" : "var(--mantine-color-dimmed)"}
                    role="img"
                    aria-label={isDone ? "Done" : "To do"}
                  />
                  <Text component="span" size="sm" fw={600}>
                    {title}
                  </Text>
                </span>
                <Text component="span" size="xs" c="dimmed">
                  {text}
                </Text>
              </Link>
            </li>
          );
        })}
      </ol>
    </Panel>
  );
}
