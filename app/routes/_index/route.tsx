import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ArrowRightIcon } from "~/components/ui/icons";
import { Link } from "~/components/ui/link";
import { Page } from "~/components/ui/page";
import { CachedMarkup } from "~/utils/cached-markup";
import { useSite } from "~/utils/root-data";
import { fixedMeta } from "~/utils/seo/meta";
import { organization, website } from "~/utils/seo/structured-data";
import { Argument } from "./argument";
import { Engines } from "./engines";
import { readFrontPage } from "./front-page.server";
import { Lower } from "./lower";
import { Own } from "./own";
import { Ranked } from "./ranked";

export const loader = ({ request, context }: LoaderFunctionArgs) =>
  readFrontPage({ request, context });

export const meta = fixedMeta({
  description:
    "The strongest argument of the week on markets, reviewed and rated by the investors who read it, and the public record of two engines that split money between coins.",
  path: "/",
  structured: (context) => [organization(context), website(context)],
});

const mainLinks = [
  { to: "/research", title: "Investment Research" },
  { to: "/investmentclub", title: "Investment Club" },
  { to: "/partner", title: "Join the organisation" },
] as const;

export default function Home() {
  const { lead, ranked, newest, engines, votes, assets, own } = useLoaderData<typeof loader>();
  return (
    <Page>
      <Masthead />
      {own ? <Own {...own} /> : null}
      <div className="front-grid">
        <CachedMarkup component={Argument} props={{ lead }} />
        <CachedMarkup className="front-engines" component={Engines} props={engines} />
        <CachedMarkup component={Ranked} props={{ articles: ranked }} />
      </div>
      <CachedMarkup component={Lower} props={{ newest, votes, assets }} />
    </Page>
  );
}

const Masthead = () => (
  <div className="masthead">
    <h1>Markets, read closely and argued in the open.</h1>
    <p className="font-display text-pretty text-muted sm:text-lg">{useSite().tagline}.</p>
    <nav aria-label="Where to begin">
      <ul className="flex flex-wrap gap-x-5 text-sm sm:text-base">
        {mainLinks.map(({ to, title }) => (
          <li key={to}>
            <Link to={to} className="link inline-flex items-center gap-1 font-medium touch">
              {title}
              <ArrowRightIcon className="size-4" />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  </div>
);
