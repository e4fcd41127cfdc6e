import { Stack, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { LinkButton } from "@/components/link-button";
import { VisitorCard } from "@/components/visitor-card";

/** For a link to a workspace that requires single sign-on since the invitation. */
export function BySso({ workspace }: { workspace: string }) {
  const t = useTranslations("auth");
  return (
    <VisitorCard title={t("invite.title", { workspace })}>
      <Stack>
        <Text size="sm">{t("invite.ssoOnly")}</Text>
        <LinkButton href="/sign-in">{t("signIn.action")}</LinkButton>
      </Stack>
    </VisitorCard>
  );
}
