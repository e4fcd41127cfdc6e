"use client";

import { NativeSelect, SimpleGrid } from "@mantine/core";
import { useTranslations } from "next-intl";
import { NOISE_KINDS } from "@/lib/suites/lines/values";
import type { LineValues } from "./suite-form";
import type { SuiteForm } from "./suite-form-type";

const CODECS = ["text", "mulaw", "none"] as const;

/** How the agent hears the caller: as text, or over a line with noise. */
export function LineFields({ form, path, line }: { form: SuiteForm; path: string; line: LineValues }) {
  const t = useTranslations("suites.line");
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }}>
      <NativeSelect
        label={t("codec")}
        description={t("codecHelp")}
        inputWrapperOrder={["label", "input", "description", "error"]}
        data={CODECS.map((value) => ({ value, label: t(`codecOf.${value}`) }))}
        {...form.getInputProps(`${path}.codec`)}
      />
      {line.codec !== "text" && (
        <NativeSelect
          label={t("noise")}
          data={NOISE_KINDS.map((value) => ({ value, label: t(`noiseOf.${value}`) }))}
          {...form.getInputProps(`${path}.noise`)}
        />
      )}
      {line.codec !== "text" && line.noise !== "none" && (
        <NativeSelect
          label={t("snr")}
          data={["20", "10"].map((value) => ({ value, label: t("decibels", { value }) }))}
          {...form.getInputProps(`${path}.snr_db`)}
        />
      )}
    </SimpleGrid>
  );
}
