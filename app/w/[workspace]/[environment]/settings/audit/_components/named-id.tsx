import { Anchor, Text } from "@mantine/core";
import { Link } from "@/components/link";

const WRAP = { overflowWrap: "anywhere", whiteSpace: "pre-wrap" } as const;

type Props = {
  id: string;
  name: string | undefined;
  /** The page of the record, if it has one. */
  href?: string | null;
};

/** An ID, below its name if it has one. The name of a record with a page is a link. */
export function NamedId({ id, name, href = null }: Props) {
  if (name === undefined)
    return (
      <Text size="sm" ff="monospace" style={WRAP}>
        {id}
      </Text>
    );
  return (
    <div>
      <Text size="sm" style={WRAP}>
        {href === null ? (
          name
        ) : (
          <Anchor component={Link} href={href} prefetch={false} inherit>
            <bdi>{name}</bdi>
          </Anchor>
        )}
      </Text>
      <Text size="xs" c="dimmed" ff="monospace" style={WRAP}>
        {id}
      </Text>
    </div>
  );
}
