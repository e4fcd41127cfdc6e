import type { Metadata } from "next";
import { ResetForm } from "./reset-form";

export const metadata: Metadata = { title: "Set a new password" };

type Props = { params: Promise<{ token: string }> };

export default async function Page({ params }: Props) {
  return <ResetForm token={(await params).token} />;
}
