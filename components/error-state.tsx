import { IconAlertTriangle } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { STATE_ICON, State, type StateProps } from "./state";

/** Something failed. `action`: how to try again. */
export function ErrorState({ title, children, ...props }: Partial<StateProps>) {
  const t = useTranslations("common.state");
  return (
    <State icon={<IconAlertTriangle {...STATE_ICON} />} role="alert" title={title ?? t("failed")} {...props}>
      {children ?? t("failedHelp")}
    </State>
  );
}
