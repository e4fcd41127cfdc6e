/** `caller_hung_up` as words: "Caller hung up". */
export function inWords(name: string): string {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const CHANNELS: Readonly<Record<string, string>> = {
  phone: "Phone",
  web: "Web",
  sms: "Text message",
  chat: "Chat",
};

/** A channel as people call it. */
export const channelName = (channel: string): string => CHANNELS[channel] ?? inWords(channel);

const SECOND_MS = 1_000;
const MINUTE_S = 60;

/** A length of time as a clock shows it: 61000 ms is "1:01". Hours are minutes. */
export function clock(ms: number): string {
  const seconds = Math.floor(ms / SECOND_MS);
  return `${Math.floor(seconds / MINUTE_S)}:${String(seconds % MINUTE_S).padStart(2, "0")}`;
}
