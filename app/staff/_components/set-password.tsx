"use client";

import { PasswordInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { api } from "@/components/api";
import { StaffForm } from "./form";

/** Minimum length of a password. The API checks it. */
const PASSWORD_LENGTH = 12;

/** The link's token is the fragment of the address, which is not sent to a server. */
export function SetPassword() {
  const t = useTranslations();
  return (
    <StaffForm
      title={t("staff.password.title")}
      submit={t("staff.password.action")}
      onSubmit={async (data) => {
        const token = window.location.hash.slice(1);
        await api.post("/v1/staff/password", { body: { token, password: String(data.get("password")) } });
        window.location.assign("/staff/sign-in");
      }}
    >
      <PasswordInput
        label={t("auth.password")}
        description={t("auth.passwordLength", { min: PASSWORD_LENGTH })}
        name="password"
        autoComplete="new-password"
        required
        visibilityToggleButtonProps={{ "aria-label": t("auth.showPassword") }}
      />
    </StaffForm>
  );
}
