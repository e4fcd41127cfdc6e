import { Text } from "@mantine/core";

const WRAP = { overflowWrap: "anywhere", whiteSpace: "pre-wrap" } as const;

/** An id, below its name if the name is known. */
export function NamedId({ id, name }: { id: string; name: string | undefined }) {
  if (name === undefined)
    return (
      <Text size="sm" ff="monospace" style={WRAP}>
        {id}
      </Text>
    );
  return (
    <div>
      <Text size="sm" style={WRAP}>
        {name}
      </Text>
      <Text size="xs" c="dimmed" ff="monospace" style={WRAP}>
        {id}
      </Text>
    </div>
  );
}
