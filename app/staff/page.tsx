import type { Metadata } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { staffTickets } from "@/lib/http/page";
import { Requests } from "./_components/requests";

export const metadata: Metadata = { title: "Staff" };

export default async function Page() {
  const tickets = await staffTickets(await headers());
  if (tickets === null) redirect("/staff/sign-in");
  return <Requests email={tickets.email} tickets={tickets.data} />;
}
