import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { Page, PageHeader, Prose } from "~/components/ui/page";
import { renderSiteText } from "~/services/content/site-texts.server";
import { pageMeta } from "~/utils/seo/meta";
import { contentPageData } from "~/utils/seo/structured-data";

/** The pages that show a text of `content/`, by its name, which is also the path. */
const texts = {
  privacy: {
    title: "Privacy",
    description:
      "Which cookies this site sets, what it keeps about its visitors and members, why, for how long, and how to have it deleted.",
  },
  terms: {
    title: "Terms",
    description:
      "What you may expect of this site and what it expects of you. Nothing on it is investment advice.",
  },
  declaration: {
    title: "Declaration of Principles",
    description:
      "Transparent, objective research, and advocacy for decentralized markets: ten principles we can be held to.",
  },
};

const nameAt = (pathname: string) =>
  decodeURIComponent(pathname.split("/")[1]!).toLowerCase() as keyof typeof texts;

export const loader = ({ request }: LoaderFunctionArgs) =>
  renderSiteText(nameAt(new URL(request.url).pathname));

export default function TextPage() {
  const isDeclaration = nameAt(useLocation().pathname) === "declaration";
  const { title, html } = useLoaderData<typeof loader>();
  return (
    <Page width="reading">
      <PageHeader title={title} />
      <Prose html={html} className={isDeclaration ? "lead" : undefined} />
    </Page>
  );
}

export const meta: MetaFunction = ({ matches, location }) => {
  const name = nameAt(location.pathname);
  const { title, description } = texts[name];
  const about = { title, description, path: `/${name}` };
  if (name !== "declaration") return pageMeta({ ...about, matches });
  return pageMeta({
    ...about,
    matches,
    type: "article",
    structured: (here) => contentPageData(here, about),
  });
};
