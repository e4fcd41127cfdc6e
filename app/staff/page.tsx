import type { Metadata } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { staffTickets } from "@/lib/http/page";
import { Requests } from "./_components/requests";

export const metadata: Metadata = { title: "Staff" };

export default async function Page() {
  const own = await staffTickets(await headers());
  if (own === null) redirect("/staff/sign-in");
  return <Requests email={own.email} tickets={own.data} />;
}
