import { useFormatter, useTranslations } from "next-intl";
import { type Day, daysText } from "./week";

/** Returns a function that names the days of a week. */
export function useDaysText(): (days: readonly Day[]) => string {
  const t = useTranslations("common.week");
  const format = useFormatter();
  return (days) => daysText(t, format, days);
}
