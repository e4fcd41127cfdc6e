import { useTranslations } from "next-intl";
import { LinkAnchor } from "@/components/link-anchor";
import { Time } from "@/components/time";
import type { AuditReference } from "@/lib/data/explanations/schema";

type Props = { entry: AuditReference; names: Readonly<Record<string, string>> };

const hrefOf = ({ target, action }: AuditReference): string =>
  `/settings/audit?${new URLSearchParams({ target, action })}`;

/** An entry of the audit log, with a link to it. */
export function AuditLine({ entry, names }: Props) {
  const t = useTranslations();
  const { action, actor, at } = entry;
  return t.rich("explanation.entry", {
    action,
    actor: names[actor.id] ?? t(`records.audit.actors.${actor.type}`),
    time: () => <Time at={at} />,
    link: (text) => (
      <LinkAnchor href={hrefOf(entry)} prefetch={false} inherit ff="monospace">
        {text}
      </LinkAnchor>
    ),
  });
}
