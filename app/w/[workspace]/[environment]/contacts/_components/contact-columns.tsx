import { NO_VALUE } from "@/components/no-value";
import pillClasses from "@/components/pill.module.css";
import { RowLink } from "@/components/row-link";
import type { Column } from "@/components/table-column";
import { Time } from "@/components/time";
import type { Translator } from "@/messages/translator";
import { ConsentBadge, SuppressionBadge } from "./badges";
import classes from "./contact-columns.module.css";
import type { ContactRow } from "./contact-row";

const zoneCell = (t: Translator<"contacts">, { timezone, timezone_source: source }: ContactRow) => {
  if (timezone === null) return <span className={classes.dimmed}>{t("unknown")}</span>;
  return (
    <>
      {timezone}
      {source !== null && <small className={classes.note}>{t(`zoneSource.${source}`)}</small>}
    </>
  );
};

/** The columns of the list of contacts. */
export const contactColumns = (
  t: Translator<"contacts">,
  tCommon: Translator<"common">,
): readonly Column<ContactRow>[] => [
  {
    id: "name",
    header: t("details.name"),
    hidable: false,
    cell: (contact) => (
      <RowLink
        href={`/contacts/${contact.id}`}
        {...(contact.name === null && { label: t("list.unnamedLabel", { phone: contact.phone }) })}
      >
        {contact.name === null ? (
          <span className={classes.dimmed}>{t("list.unnamed")}</span>
        ) : (
          <bdi>{contact.name}</bdi>
        )}
      </RowLink>
    ),
  },
  {
    id: "phone",
    header: t("field.phone"),
    narrow: "plain",
    cell: ({ phone }) => <span className={classes.phone}>{phone}</span>,
  },
  {
    id: "timezone",
    header: tCommon("timeZone.label"),
    narrow: "plain",
    cell: (contact) => zoneCell(t, contact),
  },
  {
    id: "consent",
    header: t("list.informational"),
    narrow: "plain",
    cell: ({ consent }) => (
      <span className={pillClasses.pills}>
        <ConsentBadge channel="call" state={consent.call} />
        <ConsentBadge channel="text" state={consent.text} />
      </span>
    ),
  },
  {
    id: "suppression",
    header: t("list.suppression"),
    narrow: "plain",
    cell: ({ suppressed }) =>
      suppressed === null ? NO_VALUE : <SuppressionBadge suppression={{ channels: suppressed }} />,
  },
  {
    id: "created_at",
    header: t("details.created"),
    cell: ({ created_at }) => <Time at={created_at} as="date" />,
  },
  { id: "region", header: t("details.region"), hidden: true, cell: ({ region }) => region ?? NO_VALUE },
  { id: "id", header: t("details.id"), hidden: true, cell: ({ id }) => <code>{id}</code> },
];
