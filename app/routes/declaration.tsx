import { useLoaderData, type MetaFunction } from "@remix-run/react";
import { Page } from "~/components/ui/page";
import { PageHeader } from "~/components/ui/page-header";
import { Prose } from "~/components/ui/prose";
import { site } from "~/config/site";
import { renderContent } from "~/utils/markdown.server";
import { pageMeta } from "~/utils/meta";

export const loader = () => renderContent("declaration", { product: site.name });

export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  pageMeta({
    matches,
    title: "Declaration of Principles",
    description:
      "Transparent, objective research, and advocacy for decentralized markets: what we promise.",
    path: "/declaration",
  });

export default function Declaration() {
  const { title, html } = useLoaderData<typeof loader>();
  return (
    <Page width="reading">
      <PageHeader title={title || "Declaration of Principles"} />
      <Prose html={html} className="lead" />
    </Page>
  );
}
