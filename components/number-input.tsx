"use client";

import { TextInput, type TextInputProps } from "@mantine/core";
import { IconChevronDown, IconChevronUp } from "@tabler/icons-react";
import { type KeyboardEvent, useState } from "react";
import classes from "./number-input.module.css";
import { numberOf, numberText } from "./number-text";

type Value = number | string | null;
type Props = Omit<TextInputProps, "value" | "defaultValue" | "onChange" | "type"> & {
  value?: Value;
  /** Gets the empty text for an empty field. */
  onChange?: (value: number | "") => void;
  min?: number;
  max?: number;
  step?: number;
  allowDecimal?: boolean;
  /** Digits after the decimal point. */
  decimalScale?: number;
};

/** More digits than a field of this product needs; without a bound, sums of steps would show rounding errors. */
const MAX_DECIMALS = 6;

/** A number as text, with buttons and arrow keys that change it by a step. The limits apply when the field is left. */
export function NumberInput(all: Props) {
  const { value, onChange, min, max, step = 1, allowDecimal = true, decimalScale, ...props } = all;
  const decimals = allowDecimal ? (decimalScale ?? MAX_DECIMALS) : 0;
  const [text, setText] = useState("");
  const number = value === null || value === undefined ? "" : numberOf(String(value));
  // The typed text stays as it is while it means the value: "0." and "0.50".
  const typedText = numberOf(text) === number ? text : String(number);
  const limit = (next: number) => Math.min(max ?? next, Math.max(min ?? next, next));
  const set = (next: string) => {
    setText(next);
    if (numberOf(next) !== number) onChange?.(numberOf(next));
  };
  const move = (steps: number) =>
    set(
      String(number === "" ? limit(min ?? 0) : limit(Number((number + steps * step).toFixed(MAX_DECIMALS)))),
    );
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    props.onKeyDown?.(event);
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    event.preventDefault();
    move(event.key === "ArrowUp" ? 1 : -1);
  };
  const control = (steps: 1 | -1) => (
    <button
      type="button"
      tabIndex={-1}
      aria-hidden
      className={classes.control}
      disabled={props.disabled || (number !== "" && limit(number + steps * step) === number)}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => move(steps)}
    >
      {steps > 0 ? <IconChevronUp size={11} /> : <IconChevronDown size={11} />}
    </button>
  );
  return (
    <TextInput
      rightSection={
        <span className={classes.controls}>
          {control(1)}
          {control(-1)}
        </span>
      }
      rightSectionPointerEvents="auto"
      {...props}
      inputMode={allowDecimal ? "decimal" : "numeric"}
      autoComplete="off"
      value={typedText}
      onChange={({ currentTarget }) =>
        set(numberText(currentTarget.value, { decimals, allowNegative: min === undefined || min < 0 }))
      }
      onKeyDown={press}
      onBlur={(event) => {
        props.onBlur?.(event);
        if (number !== "") set(String(limit(number)));
      }}
    />
  );
}
