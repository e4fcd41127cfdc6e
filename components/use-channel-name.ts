import { useTranslations } from "next-intl";
import { useCallback } from "react";
import { channelName } from "./words";

/** Returns a function that names channels. */
export function useChannelName(): (channel: string) => string {
  const t = useTranslations("common.channel");
  return useCallback((channel) => channelName(t, channel), [t]);
}
