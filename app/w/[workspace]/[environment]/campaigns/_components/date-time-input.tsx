"use client";

import { TextInput, type TextInputProps } from "@mantine/core";
import { useHydrated } from "@/components/use-hydrated";
import { parseLocalDateTime, toLocalDateTime } from "./local-date-time";

type Props = Omit<TextInputProps, "value" | "onChange" | "defaultValue" | "type"> & {
  /** RFC 3339, or null for none. */
  value?: string | null;
  onChange?: (at: string | null) => void;
};

/** A time in the viewer's zone. The server does not know the zone and renders an empty input. */
export function DateTimeInput({ value = null, onChange, ...props }: Props) {
  const isInBrowser = useHydrated();
  return (
    <TextInput
      {...props}
      type="datetime-local"
      value={isInBrowser ? toLocalDateTime(value) : ""}
      onChange={(event) => onChange?.(parseLocalDateTime(event.currentTarget.value))}
    />
  );
}
