"use client";

import { ActionIcon, Group, Input, Text, VisuallyHidden } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconX } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { ChoiceSelect } from "./choice-select";
import { moveItem } from "./move-item";
import classes from "./trunk-order-input.module.css";

/** A call is delayed by each further trunk; the API's limit. */
const MAX_TRUNKS = 5;

/** A live SIP trunk to choose. */
export type TrunkChoice = { id: string; name: string };

type Props = {
  label: string;
  description?: string;
  trunks: readonly TrunkChoice[];
  value?: readonly string[];
  onChange: (ids: string[]) => void;
  error?: ReactNode;
  /** The form's name of the field, by which its messages find it. */
  "data-path"?: string;
};

/** The form's field for a message of the server about a trunk of the list: `trunk_ids.2` is the same field. */
export const trunkFieldOf = (path: string): string => path.replace(/^trunk_ids\..*$/, "trunk_ids");

/** Trunks in an order, which buttons change. The focus stays with the trunk that was moved. */
export function TrunkOrderInput({
  label,
  description,
  trunks,
  value = [],
  onChange,
  error,
  ...field
}: Props) {
  const t = useTranslations("trunks.order");
  const id = useId();
  const [status, setStatus] = useState("");
  const moved = useRef<string | null>(null);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (moved.current === null) return;
    const row = list.current?.querySelector(`[data-trunk="${moved.current}"]`);
    moved.current = null;
    if (value.length > 0) row?.querySelector<HTMLElement>("button:not([disabled])")?.focus();
  }, [value]);
  const nameOf = (trunkId: string) => trunks.find((trunk) => trunk.id === trunkId)?.name ?? t("unknown");
  const move = (from: number, to: number) => {
    const trunkId = value[from] ?? "";
    moved.current = trunkId;
    setStatus(t("moved", { name: nameOf(trunkId), position: String(to + 1) }));
    onChange(moveItem(value, from, to));
  };
  const free = trunks.filter((trunk) => !value.includes(trunk.id));
  const isFull = value.length >= MAX_TRUNKS;
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      labelProps={{ id: `${id}-label`, fw: 500 }}
      description={description}
      error={error}
    >
      {value.length > 0 && (
        <ol ref={list} className={classes.list} aria-labelledby={`${id}-label`}>
          {value.map((trunkId, index) => {
            const name = nameOf(trunkId);
            return (
              <li key={trunkId} data-trunk={trunkId} className={classes.item}>
                <Text size="sm" className={classes.name ?? ""}>
                  {index + 1}. {name}
                </Text>
                <Group gap={4} wrap="nowrap">
                  <ActionIcon
                    variant="default"
                    aria-label={t("earlier", { name })}
                    disabled={index === 0}
                    onClick={() => move(index, index - 1)}
                  >
                    <IconArrowUp size={16} aria-hidden />
                  </ActionIcon>
                  <ActionIcon
                    variant="default"
                    aria-label={t("later", { name })}
                    disabled={index === value.length - 1}
                    onClick={() => move(index, index + 1)}
                  >
                    <IconArrowDown size={16} aria-hidden />
                  </ActionIcon>
                  <ActionIcon
                    variant="default"
                    aria-label={t("remove", { name })}
                    onClick={() => onChange(value.filter((listed) => listed !== trunkId))}
                  >
                    <IconX size={16} aria-hidden />
                  </ActionIcon>
                </Group>
              </li>
            );
          })}
        </ol>
      )}
      <ChoiceSelect
        mt={6}
        aria-label={t("add")}
        placeholder={
          isFull
            ? t("full", { max: String(MAX_TRUNKS) })
            : free.length === 0
              ? t("none")
              : t("addPlaceholder")
        }
        data={free.map((trunk) => ({ value: trunk.id, label: trunk.name }))}
        disabled={isFull || free.length === 0}
        value={null}
        onChange={(trunkId) => trunkId !== null && onChange([...value, trunkId])}
        error={error !== undefined && error !== null && error !== false}
        {...field}
      />
      <VisuallyHidden role="status">{status}</VisuallyHidden>
    </Input.Wrapper>
  );
}
