import { useLoaderData } from "@remix-run/react";
import { ContentPage } from "~/components/ui/content-page";
import { site } from "~/config/site";
import { renderContent } from "~/services/content/markdown.server";
import { fixedMeta } from "~/utils/seo/meta";
import { contentPageData } from "~/utils/seo/structured-data";

export const loader = () => renderContent("declaration", { product: site.name });

export default function Declaration() {
  const { title, html } = useLoaderData<typeof loader>();
  return <ContentPage title={title} html={html} hasLead />;
}

const about = {
  path: "/declaration",
  title: "Declaration of Principles",
  description:
    "Transparent, objective research, and advocacy for decentralized markets: ten principles we can be held to.",
};

export const meta = fixedMeta({
  ...about,
  type: "article",
  structured: (here) => contentPageData(here, about),
});
