import { useLoaderData } from "@remix-run/react";
import { ContentPage } from "~/components/ui/content-page";
import { site } from "~/config/site";
import { renderContent } from "~/services/content/markdown.server";
import { fixedMeta } from "~/utils/seo/meta";

export const loader = () =>
  renderContent("terms", { product: site.name, contact: site.contactEmail });

export default function Terms() {
  const { title, html } = useLoaderData<typeof loader>();
  return <ContentPage title={title} html={html} />;
}

export const meta = fixedMeta({
  title: "Terms",
  description:
    "What you may expect of this site and what it expects of you. Nothing on it is investment advice.",
  path: "/terms",
});
