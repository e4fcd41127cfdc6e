import { Stack, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { LinkButton } from "@/components/link-button";
import { VisitorCard } from "@/components/visitor-card";

/** Days until an invitation expires. */
const INVITATION_DAYS = 7;

/** Shown for an invalid link, for any reason. */
export function NoInvitation() {
  const t = useTranslations("auth");
  return (
    <VisitorCard title={t("invite.invalidTitle")}>
      <Stack>
        <Text size="sm">{t("invite.invalid", { days: INVITATION_DAYS })}</Text>
        <LinkButton href="/sign-in" variant="default">
          {t("signIn.action")}
        </LinkButton>
      </Stack>
    </VisitorCard>
  );
}
