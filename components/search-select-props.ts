import type { SelectProps, TextInputProps } from "@mantine/core";

type Option = { value: string; label: string };
type InputProps = Omit<
  TextInputProps,
  "value" | "defaultValue" | "onChange" | "ref" | "classNames" | "styles" | "vars" | "attributes"
>;
export type SearchSelectProps = InputProps &
  Pick<SelectProps, "clearable" | "clearButtonProps" | "allowDeselect" | "nothingFoundMessage" | "limit"> & {
    data: readonly (string | Option)[];
    value?: string | null;
    onChange?: (value: string | null) => void;
  };

/** The text of a field that has the focus, its selection, and the keys that its list has to handle. */
export type TypedText = { text: string; start: number | null; end: number | null; keys: readonly string[] };

/** The label of the selected option. */
export function labelOf(data: SearchSelectProps["data"], value: string | null | undefined): string {
  const option = data.find((each) => (typeof each === "string" ? each : each.value) === value) ?? "";
  return typeof option === "string" ? option : option.label;
}

/** Keys that move in the list, or select an option. */
export const LIST_KEYS = new Set(["ArrowDown", "ArrowUp", "Enter"]);
