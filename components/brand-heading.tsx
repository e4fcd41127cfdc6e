import { Stack, Title } from "@mantine/core";
import { Mark } from "./mark";
import { Wave } from "./wave";

/** The sign and the wave above the h1 of a page for visitors who are not signed in. */
export function BrandHeading({ children }: { children: string }) {
  return (
    <Stack align="center" gap="sm">
      <Mark size={40} />
      <Wave />
      <Title order={1} fz={26} ta="center" lts="-0.022em" style={{ overflowWrap: "anywhere" }}>
        {children}
      </Title>
    </Stack>
  );
}
