"use client";

import { Button, Input } from "@mantine/core";
import { IconBraces } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { memo, useId, useRef } from "react";
import { CompletionList } from "./completion-list";
import { useField, useVariableNames } from "./draft-context";
import { type Segment, segmentsOf } from "./placeholder-text";
import classes from "./template-field.module.css";
import { UnknownPlaceholders } from "./unknown-placeholders";
import { useCompletion } from "./use-completion";

type Props = {
  field: "prompt" | "greeting";
  disabled: boolean;
  label: string;
  description: string;
  maxLength: number;
  /** The field is as high as its text, from small to limited. */
  size: "tall" | "short";
};

const Part = memo(function Part({ text, kind }: Pick<Segment, "text" | "kind">) {
  return kind === "text" ? text : <mark data-kind={kind}>{text}</mark>;
});

/**
 * A text with `{{variables}}`. The text area is transparent over a copy of its text that highlights the placeholders and gives
 * it its height.
 */
export function TemplateField({ field, disabled, label, description, maxLength, size }: Props) {
  const t = useTranslations("agents.templateField");
  const { value, set, error } = useField(field);
  const names = useVariableNames();
  const node = useRef<HTMLTextAreaElement>(null);
  const overlay = useRef<HTMLDivElement>(null);
  const id = useId();
  const completion = useCompletion({ field: node, names });
  const listId = `${id}-list`;
  return (
    <div>
      <div className={classes.head}>
        <Input.Label htmlFor={id}>{label}</Input.Label>
        {!disabled && names.length > 0 && (
          <Button
            size="compact-xs"
            variant="subtle"
            leftSection={<IconBraces size={14} aria-hidden />}
            aria-label={t("insert", { field: label })}
            onClick={completion.begin}
          >
            {t("insertShort")}
          </Button>
        )}
      </div>
      <Input.Description id={`${id}-description`} mb={6}>
        {description}
      </Input.Description>
      <div className={classes.frame} data-frame data-invalid={error !== undefined}>
        <div className={classes.scroll} data-size={size}>
          <div ref={overlay} className={classes.overlay} aria-hidden>
            {segmentsOf(value, names).map(({ text, kind, start }) => (
              <Part key={start} text={text} kind={kind} />
            ))}
            {/* The line after a final line break has a height only if it has content. */}
            {"\u200b"}
          </div>
          <textarea
            ref={node}
            id={id}
            className={classes.input}
            data-path={field}
            value={value}
            maxLength={maxLength}
            aria-describedby={`${id}-description ${id}-problems`}
            aria-invalid={error !== undefined}
            aria-autocomplete="list"
            aria-haspopup="listbox"
            {...(completion.isOpen && {
              "aria-controls": listId,
              "aria-activedescendant": `${listId}-${String(completion.index)}`,
            })}
            onChange={(event) => {
              set(event.currentTarget.value);
              completion.update();
            }}
            onClick={completion.update}
            onKeyDown={completion.onKeyDown}
            onBlur={completion.close}
          />
        </div>
        {completion.isOpen && (
          <CompletionList
            id={listId}
            label={t("list")}
            options={completion.options}
            index={completion.index}
            overlay={overlay}
            at={completion.at}
            onChoose={completion.accept}
          />
        )}
      </div>
      <div id={`${id}-problems`}>
        {error !== undefined && <Input.Error mt={4}>{error}</Input.Error>}
        <UnknownPlaceholders text={value} names={names} disabled={disabled} />
      </div>
      <output className={classes.hidden}>
        {completion.isOpen ? t("matches", { count: completion.options.length }) : ""}
      </output>
    </div>
  );
}
