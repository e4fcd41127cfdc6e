"use client";

import { TextInput, type TextInputProps } from "@mantine/core";
import { useSyncExternalStore } from "react";
import { momentOf, wallClock } from "./moment";

const never = () => () => undefined;

type Props = Omit<TextInputProps, "value" | "onChange" | "defaultValue" | "type"> & {
  /** RFC 3339, or null for none. */
  value?: string | null;
  onChange?: (at: string | null) => void;
};

/** A moment in the zone of who looks. The server does not know the zone and leaves it empty until the browser is there. */
export function MomentInput({ value = null, onChange, ...props }: Props) {
  const isHere = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return (
    <TextInput
      {...props}
      type="datetime-local"
      value={isHere ? wallClock(value) : ""}
      onChange={(event) => onChange?.(momentOf(event.currentTarget.value))}
    />
  );
}
