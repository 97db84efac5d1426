import { useLoaderData, type MetaFunction } from "@remix-run/react";
import { HouseText } from "~/components/ui/content-page";
import { site } from "~/config/site";
import { renderContent } from "~/services/content/markdown.server";
import { pageMeta } from "~/utils/seo/meta";
import { houseArticle } from "~/utils/seo/structured-data";

export const loader = () => renderContent("declaration", { product: site.name });

export default function Declaration() {
  const { title, html } = useLoaderData<typeof loader>();
  return <HouseText title={title} html={html} hasLead />;
}

const about = {
  path: "/declaration",
  title: "Declaration of Principles",
  description:
    "Transparent, objective research, and advocacy for decentralized markets: ten principles we can be held to.",
};

export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  pageMeta({
    ...about,
    matches,
    type: "article",
    structured: (here) => houseArticle(here, about),
  });
