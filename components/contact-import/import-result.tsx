"use client";

import { Button, Group, Stack } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { Import } from "@/lib/outreach/imports/schema";
import { Link } from "../link";
import { ImportReport } from "./report";

type Props = {
  of: Import;
  /** Closes the import. Without it, the contacts are on the same page. */
  onClose?: (() => void) | undefined;
  onAnother: () => void;
};

/** The result of a completed import, with the next steps. */
export function ImportResult({ of, onClose, onAnother }: Props) {
  const t = useTranslations("contacts.import");
  return (
    <Stack>
      <ImportReport of={of} />
      <Group>
        {onClose !== undefined && (
          <>
            <Button component={Link} href="/contacts" onClick={onClose}>
              {t("viewContacts")}
            </Button>
            <Button component={Link} href="/campaigns/new" variant="default">
              {t("startCampaign")}
            </Button>
          </>
        )}
        <Button variant="default" onClick={onAnother}>
          {t("another")}
        </Button>
      </Group>
    </Stack>
  );
}
