import { useLoaderData } from "@remix-run/react";
import { ContentPage } from "~/components/ui/content-page";
import { site } from "~/config/site";
import { renderContent } from "~/services/content/markdown.server";
import { fixedMeta } from "~/utils/seo/meta";

export const loader = () =>
  renderContent("privacy", { product: site.name, contact: site.contactEmail });

export default function Privacy() {
  const { title, html } = useLoaderData<typeof loader>();
  return <ContentPage title={title} html={html} />;
}

export const meta = fixedMeta({
  title: "Privacy",
  description:
    "Which cookies this site sets, what it keeps about its visitors and members, why, for how long, and how to have it deleted.",
  path: "/privacy",
});
