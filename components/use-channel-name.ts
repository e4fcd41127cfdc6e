import { useTranslations } from "next-intl";
import { channelName } from "./words";

/** Returns a function that names channels. */
export function useChannelName(): (channel: string) => string {
  const t = useTranslations("common.channel");
  return (channel) => channelName(t, channel);
}
