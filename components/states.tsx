import { Box, Code, List, ListItem, Loader, Stack, Text, Title } from "@mantine/core";
import { IconAlertTriangle, IconLock, IconMapQuestion } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { PageProblem } from "@/lib/http/page";
import { LinkButton } from "./link-button";
import { detailText, problemText } from "./problem-text";
import { Wave } from "./wave";

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

/** An empty list: what it is for, and the first action. */
export function EmptyState({ icon = <Wave />, ...props }: StateProps) {
  return <State icon={icon} {...props} />;
}

/** Something failed. `action`: how to try again. */
export function ErrorState({ title, children, ...props }: Partial<StateProps>) {
  const t = useTranslations("common.state");
  return (
    <State icon={<IconAlertTriangle {...ICON} />} role="alert" title={title ?? t("failed")} {...props}>
      {children ?? t("failedHelp")}
    </State>
  );
}

/** The member's role does not allow this page. `help`: how to get access; by default, an admin or an owner is named. */
export function RefusedState({ title, children, help, ...props }: Partial<StateProps> & { help?: string }) {
  const t = useTranslations("common.state");
  return (
    <State icon={<IconLock {...ICON} />} title={title ?? t("refused")} {...props}>
      {children} {help ?? t("refusedHelp")}
    </State>
  );
}

/** The item does not exist, or belongs to another workspace or environment. `place`: the list that would contain it. */
export function NotFoundState({
  title,
  children,
  place,
  ...props
}: Partial<StateProps> & { place: { href: string; label: string } }) {
  const t = useTranslations("common.state");
  const action = <LinkButton href={place.href}>{t("missingAction", { place: place.label })}</LinkButton>;
  return (
    <State icon={<IconMapQuestion {...ICON} />} title={title ?? t("missing")} action={action} {...props}>
      {children ?? t("missingHelp")}
    </State>
  );
}

/** Content is loading. */
export function LoadingState({ label }: { label?: string }) {
  const t = useTranslations("common.state");
  return (
    <Stack align="center" gap="sm" py={96} role="status">
      <Loader size="sm" />
      <Text size="sm" c="dimmed">
        {label ?? t("loading")}
      </Text>
    </Stack>
  );
}

/** Shown for a problem from `readRoute` of lib/http/page: forbidden, or an invalid URL. */
export function ProblemState({ problem }: { problem: PageProblem }) {
  const t = useTranslations("errors");
  const { code, detail, params, details } = problem;
  const text = problemText(t, { code, message: detail, params });
  if (code === "forbidden" || code === "plan_required") return <RefusedState help={text} />;
  return (
    <ErrorState title={t(`title.${code}`)}>
      {text}
      {details.length > 0 && (
        <List size="sm" listStyleType="none" mt="xs">
          {details.map((item) => (
            <ListItem key={item.pointer}>
              <Code>{item.pointer.slice(1)}</Code> {detailText(t, item)}
            </ListItem>
          ))}
        </List>
      )}
    </ErrorState>
  );
}
