import { Code, List, ListItem, Loader, Stack, Text } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { PageProblem } from "@/lib/http/page";
import { ErrorState } from "./error-state";
import { detailText, problemText } from "./problem-text";
import { STATE_ICON, State, type StateProps } from "./state";
import { Wave } from "./wave";

/** An empty list: what it is for, and the first action. */
export function EmptyState({ icon = <Wave />, ...props }: StateProps) {
  return <State icon={icon} {...props} />;
}

/** The member's role does not allow this page. `help`: how to get access; by default, an admin or an owner is named. */
export function RefusedState({ title, children, help, ...props }: Partial<StateProps> & { help?: string }) {
  const t = useTranslations("common.state");
  return (
    <State icon={<IconLock {...STATE_ICON} />} title={title ?? t("refused")} {...props}>
      {children} {help ?? t("refusedHelp")}
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
  const { code, reason, detail, params, details } = problem;
  const text = problemText(t, { code, reason, message: detail, params });
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
