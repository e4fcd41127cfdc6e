import { Box, Code, List, ListItem, Loader, Stack, Text, Title } from "@mantine/core";
import { IconAlertTriangle, IconInbox, IconLock, IconMapQuestion } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { PageProblem } from "@/lib/http/page";
import { LinkButton } from "./link-button";

type StateProps = {
  icon?: ReactNode;
  title: string;
  children?: ReactNode;
  /** The next step for the user. */
  action?: ReactNode;
  /** 1 where the state is the whole page. */
  order?: 1 | 2 | 3;
  role?: "alert" | "status";
};

const ICON = { size: 30, stroke: 1.5, "aria-hidden": true } as const;

function State({ icon, title, children, action, order = 2, role }: StateProps) {
  return (
    <Stack align="center" gap="xs" py={64} px="md" ta="center" role={role}>
      <Box c="dimmed" mb={4}>
        {icon}
      </Box>
      <Title order={order} fz={18}>
        {title}
      </Title>
      {children && (
        <Text component="div" size="sm" c="dimmed" maw={440}>
          {children}
        </Text>
      )}
      {action && <Box mt="sm">{action}</Box>}
    </Stack>
  );
}

/** Nothing is here yet: says what would be, and how to begin. */
export function EmptyState({ icon = <IconInbox {...ICON} />, ...props }: StateProps) {
  return <State icon={icon} {...props} />;
}

/** Something failed. `action`: how to try again. */
export function ErrorState({
  title = "This did not work.",
  children = "Try again in a moment. If it goes on, tell whoever runs this Parley.",
  ...props
}: Partial<StateProps>) {
  return (
    <State icon={<IconAlertTriangle {...ICON} />} role="alert" title={title} {...props}>
      {children}
    </State>
  );
}

/** The person's role may not see this; whom to ask. */
export function RefusedState({
  title = "This is not for your role.",
  children,
  ...props
}: Partial<StateProps>) {
  return (
    <State icon={<IconLock {...ICON} />} title={title} {...props}>
      {children} Ask an admin or an owner of this workspace.
    </State>
  );
}

/** It is not there, or belongs to another workspace or environment. `place`: the list that it would be in. */
export function NotFoundState({
  title = "There is nothing here.",
  children = "It may have been deleted, or it belongs to another workspace or environment. Look at the switches at the top.",
  place,
  ...props
}: Partial<StateProps> & { place: { href: string; label: string } }) {
  const action = <LinkButton href={place.href}>Go to {place.label}</LinkButton>;
  return (
    <State icon={<IconMapQuestion {...ICON} />} title={title} action={action} {...props}>
      {children}
    </State>
  );
}

/** Something is on its way. */
export function LoadingState({ label = "Loading" }: { label?: string }) {
  return (
    <Stack align="center" gap="sm" py={96} role="status">
      <Loader size="sm" />
      <Text size="sm" c="dimmed">
        {label}…
      </Text>
    </Stack>
  );
}

/** Shown for a problem from `readRoute` of lib/http/page: forbidden, or an invalid URL. */
export function ProblemState({ problem }: { problem: PageProblem }) {
  if (problem.code === "forbidden" || problem.code === "plan_required")
    return <RefusedState>{problem.detail}</RefusedState>;
  return (
    <ErrorState title={problem.title}>
      {problem.detail}
      {problem.details.length > 0 && (
        <List size="sm" listStyleType="none" mt="xs">
          {problem.details.map(({ pointer, message }) => (
            <ListItem key={pointer}>
              <Code>{pointer.slice(1)}</Code> {message}
            </ListItem>
          ))}
        </List>
      )}
    </ErrorState>
  );
}
