import { Stack, Text } from "@mantine/core";
import { LinkButton } from "@/components/link-button";
import { Card } from "../../../_components/card";

/** For a link to a workspace that has taken to single sign-on since. */
export function BySso({ workspace }: { workspace: string }) {
  return (
    <Card title={`Join ${workspace}`}>
      <Stack>
        <Text size="sm">
          This workspace is entered by your organisation&apos;s single sign-on alone. Continue with it: you
          become a member by that, and need no invitation.
        </Text>
        <LinkButton href="/sign-in">Sign in</LinkButton>
      </Stack>
    </Card>
  );
}
