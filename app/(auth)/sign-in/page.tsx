import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { ownPath } from "@/lib/auth";
import { pageSession } from "@/lib/http/page";
import { SignInForm } from "./_components/sign-in-form";

export const metadata: Metadata = { title: "Sign in" };

type Props = { searchParams: Promise<{ next?: string | string[] }> };

export default async function Page({ searchParams }: Props) {
  const { next } = await searchParams;
  const to = ownPath(typeof next === "string" ? next : null);
  if ((await pageSession()) !== null) redirect(to);
  return <SignInForm to={to} />;
}
