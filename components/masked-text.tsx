"use client";

import { VisuallyHidden } from "@mantine/core";
import { IconCreditCardOff, IconEyeOff, IconHash } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { createContext, Fragment, useContext } from "react";
import classes from "./masked-text.module.css";
import { type Mask, type MaskFacts, splitMasks, whyMasked } from "./masks";
import { Tooltip } from "./tooltip";

const ICONS = {
  variable: IconEyeOff,
  value: IconEyeOff,
  withheld: IconEyeOff,
  digits: IconHash,
  card: IconCreditCardOff,
};

/** Facts about the call that the view around masks provides. */
export const MaskFactsContext = createContext<MaskFacts>({});

/** The mask of a value; hover, focus or touch shows the reason. Screen readers read it as the chip's description. */
export function MaskChip({ mask }: { mask: Mask }) {
  const t = useTranslations("calls.mask");
  const { rule, text } = whyMasked(t, mask, useContext(MaskFactsContext));
  const Icon = ICONS[mask.kind];
  return (
    <Tooltip
      label={
        <>
          <strong>{t(`rule.${rule}`)}</strong>
          <br />
          {text}
        </>
      }
    >
      <button
        type="button"
        className={classes.mask}
        data-kind={mask.kind}
        aria-description={t("reason", { rule: t(`rule.${rule}`), text })}
      >
        <Icon aria-hidden />
        <VisuallyHidden>{t("prefix")} </VisuallyHidden>
        {mask.kind === "variable" ? mask.name : t(mask.kind)}
      </button>
    </Tooltip>
  );
}

/**
 * A text of a call with its masks as chips that show the variable and the reason. `variables`: names of the agent's
 * variables, so that other text in brackets stays text.
 */
export function MaskedText({ text, variables }: { text: string; variables?: readonly string[] }) {
  let at = 0;
  return splitMasks(text, variables).map((part) => {
    const key = at;
    at += typeof part === "string" ? part.length : part.name.length + 2;
    return typeof part === "string" ? (
      <Fragment key={key}>{part}</Fragment>
    ) : (
      <MaskChip key={key} mask={part} />
    );
  });
}
