import { Stack, Text } from "@mantine/core";
import { LinkButton } from "@/components/link-button";
import { Card } from "../../../_components/card";

/** Shown for an invalid link, for any reason. */
export function NoInvitation() {
  return (
    <Card title="This invitation does not work">
      <Stack>
        <Text size="sm">
          It has been used, withdrawn or renewed, or is older than 7 days. Ask whoever invited you for another
          link.
        </Text>
        <LinkButton href="/sign-in" variant="default">
          Sign in
        </LinkButton>
      </Stack>
    </Card>
  );
}
