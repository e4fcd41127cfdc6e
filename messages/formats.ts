import type { Formats } from "next-intl";

/** Formats by name, for `useFormatter` and for messages. Numbers without a name use the language's own format. */
export const FORMATS = {
  dateTime: {
    datetime: { dateStyle: "medium", timeStyle: "short" },
    date: { dateStyle: "medium" },
    time: { timeStyle: "medium" },
    clock: { timeStyle: "short" },
  },
} as const satisfies Formats;

/** The zone of dates without a stated zone. `components/time.tsx` shows times in the viewer's zone. */
export const TIME_ZONE = "UTC";
