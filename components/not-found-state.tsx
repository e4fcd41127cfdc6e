import { IconMapQuestion } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { LinkButton } from "./link-button";
import { STATE_ICON, State, type StateProps } from "./state";

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
    <State
      icon={<IconMapQuestion {...STATE_ICON} />}
      title={title ?? t("missing")}
      action={action}
      {...props}
    >
      {children ?? t("missingHelp")}
    </State>
  );
}
