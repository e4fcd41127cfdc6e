import { Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { TrunkTry } from "@/lib/outreach/trunk-tries/schema";
import { Time } from "./time";
import classes from "./trunk-tries.module.css";

type Props = { tries: readonly TrunkTry[]; hasTimes?: boolean };

/** The trunks that a call was tried over, in their order. */
export function TrunkTries({ tries, hasTimes = false }: Props) {
  const t = useTranslations("trunks");
  return (
    <ol className={classes.list} aria-label={t("tries.title")}>
      {tries.map(({ integration_id: id, trunk, at, result, sip_status: status }) => (
        <li key={id}>
          <Text size="xs" component="span">
            {t("tries.line", {
              trunk: trunk ?? t("order.unknown"),
              result: t(`result.${result}`, { status: String(status) }),
            })}
          </Text>
          {hasTimes && (
            <Text size="xs" c="dimmed" component="div">
              <Time at={at} />
            </Text>
          )}
        </li>
      ))}
    </ol>
  );
}
