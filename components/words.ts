import type { PlainTranslator } from "@/messages/translator";

/** `caller_hung_up` as words: "Caller hung up". */
export function inWords(name: string): string {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The channels that `common.channel` has a name for. */
const CHANNELS = ["phone", "web", "sms", "chat", "other"] as const;

type ChannelTexts = PlainTranslator<"common.channel", (typeof CHANNELS)[number]>;

/** The name of a channel. Channels of later versions show their name in the API. */
export function channelName(t: ChannelTexts, channel: string): string {
  const name = CHANNELS.find((candidate) => candidate === channel);
  return name === undefined ? inWords(channel) : t(name);
}

const SECOND_MS = 1_000;
const MINUTE_S = 60;

/** A length of time as a clock shows it: 61000 ms is "1:01". Hours are minutes. */
export function clock(ms: number): string {
  const seconds = Math.floor(ms / SECOND_MS);
  return `${Math.floor(seconds / MINUTE_S)}:${String(seconds % MINUTE_S).padStart(2, "0")}`;
}
