import { useLoaderData, type MetaFunction } from "@remix-run/react";
import { HouseText } from "~/components/house/house-text";
import { site } from "~/config/site";
import { renderContent } from "~/services/markdown.server";
import { pageMeta } from "~/utils/meta";
import { houseArticle } from "~/utils/structured-data";

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
