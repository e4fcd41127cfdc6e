import type { Metadata } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { staffTickets } from "@/lib/http/page";
import { Requests } from "./_components/requests";
import classes from "./staff.module.css";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("staff");
  return { title: t("pageTitle") };
}

export default async function Page() {
  const tickets = await staffTickets(await headers());
  if (tickets === null) redirect("/staff/sign-in");
  return (
    <main className={classes.page}>
      <Requests email={tickets.email} tickets={tickets.data} />
    </main>
  );
}
