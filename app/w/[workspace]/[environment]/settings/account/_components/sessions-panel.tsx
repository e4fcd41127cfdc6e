import { Text } from "@mantine/core";
import { LinkButton } from "@/components/link-button";
import { Panel } from "@/components/panel";

export function SessionsPanel() {
  return (
    <Panel
      title="Sessions"
      actions={
        <LinkButton href="/settings/sessions" variant="default" size="xs">
          Look at your sessions
        </LinkButton>
      }
    >
      <Text size="sm">Where you are signed in. You can end each of them, or all at once.</Text>
    </Panel>
  );
}
