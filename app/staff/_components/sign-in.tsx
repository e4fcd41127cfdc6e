"use client";

import { PasswordInput, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { api } from "@/components/api";
import { StaffForm } from "./form";

export function StaffSignIn() {
  const t = useTranslations();
  return (
    <StaffForm
      title={t("staff.signIn.title")}
      submit={t("staff.signIn.action")}
      onSubmit={async (data) => {
        await api.post("/v1/staff/session", {
          body: { email: String(data.get("email")), password: String(data.get("password")) },
        });
        window.location.assign("/staff");
      }}
    >
      <TextInput label={t("auth.email")} name="email" type="email" autoComplete="username" required />
      <PasswordInput
        label={t("auth.password")}
        name="password"
        autoComplete="current-password"
        required
        visibilityToggleButtonProps={{ "aria-label": t("auth.showPassword") }}
      />
    </StaffForm>
  );
}
