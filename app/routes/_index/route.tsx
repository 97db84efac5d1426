import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { clsx } from "clsx";
import type { ReactNode } from "react";
import { PersonLink } from "~/components/people/person-link";
import { Badge } from "~/components/ui/badge";
import { DateTime } from "~/components/ui/date-time";
import { ArrowRightIcon } from "~/components/ui/icons";
import { Link } from "~/components/ui/link";
import { Page } from "~/components/ui/page";
import { borderColor } from "~/components/ui/topic-colors";
import { plural } from "~/utils/format";
import { useSite } from "~/utils/root-data";
import { fixedMeta } from "~/utils/seo/meta";
import { organization, website } from "~/utils/seo/structured-data";
import { readFrontPage } from "./front-page.server";
import { NewestRecommendations } from "./newest-recommendations";
import { TopicRing } from "./topic-ring";

export const loader = ({ context }: LoaderFunctionArgs) => readFrontPage({ context });

type FrontPage = Awaited<ReturnType<typeof loader>>;

export const meta = fixedMeta({
  description:
    "Research on markets, reviewed and rated by the investors who read it: asset allocation, tokenomics, macro, stocks, bonds, and books.",
  path: "/",
  structured: (context) => [organization(context), website(context)],
});

const mainLinks = [
  {
    to: "/research",
    title: "Investment Research",
    text: "Papers, articles and books, reviewed and rated by the people who read them.",
  },
  {
    to: "/investmentclub",
    title: "Investment Club",
    text: "Four strategies, and the history of their recommendations.",
  },
  {
    to: "/partner",
    title: "Join the organisation",
    text: "Members vote on who joins. Membership is free.",
  },
] as const;

const aboutLinks = [
  {
    to: "/declaration",
    title: "Declaration of Principles",
    text: "Transparent, objective research, and advocacy for decentralized markets.",
  },
  {
    to: "/whitepaper",
    title: "Whitepaper",
    text: "How research is reviewed, how members vote, and both engines with their formulae and limits.",
  },
  {
    to: "/api",
    title: "Open API",
    text: "Programs can read, post, review and generate recommendations too, and the data is free to use.",
  },
] as const;

export default function Home() {
  const { latest, hubs, momentum, sentiment } = useLoaderData<typeof loader>();
  const { tagline } = useSite();
  return (
    <Page>
      <div className="flex items-center justify-between gap-12 pt-10 pb-10 md:pt-8 md:pb-8">
        <div>
          <h1 className="max-w-[18ch] page-title">Markets, read closely and argued in the open.</h1>
          <p className="mt-5 font-display text-xl text-balance text-muted">{tagline}.</p>
        </div>
        <TopicRing className="hidden size-72 shrink-0 md:block" />
      </div>

      <LinkRow label="Where to begin" links={mainLinks} rule="border-t-2 border-ink" />

      {latest.length ? (
        <HomeSection
          id="latest"
          title="Newest articles"
          more={{ to: "/community", label: "Community" }}
        >
          <LatestArticles articles={latest} />
        </HomeSection>
      ) : null}

      <HomeSection id="recommendations" title="Newest recommendations">
        <NewestRecommendations momentum={momentum} sentiment={sentiment} />
      </HomeSection>

      <HomeSection
        id="topics"
        title="Six topics"
        more={{ to: "/research", label: "Research room" }}
      >
        <TopicList topics={hubs} />
      </HomeSection>

      <div className="mt-16">
        <LinkRow label="What we stand for" links={aboutLinks} rule="border-t border-line" />
      </div>
    </Page>
  );
}

interface LinkRowProps {
  label: string;
  links: readonly { to: string; title: string; text: string }[];
  rule: string;
}

const LinkRow = ({ label, links, rule }: LinkRowProps) => (
  <nav aria-label={label}>
    <ul className="grid grid-cols-1 gap-x-8 gap-y-8 md:grid-cols-3">
      {links.map(({ to, title, text }) => (
        <li key={to} className={clsx("group relative pt-4", rule)}>
          <Link
            to={to}
            className="flex items-baseline justify-between gap-4 font-display text-xl font-medium card-link"
          >
            {title}
            <ArrowRightIcon className="size-5 translate-y-0.5 text-muted group-hover:text-accent" />
          </Link>
          <p className="mt-1 text-pretty text-muted">{text}</p>
        </li>
      ))}
    </ul>
  </nav>
);

interface HomeSectionProps {
  id: string;
  title: string;
  more?: { to: string; label: string };
  children: ReactNode;
}

const HomeSection = ({ id, title, more, children }: HomeSectionProps) => (
  <section aria-labelledby={id} className="mt-16">
    <div className="mb-5 flex flex-wrap items-baseline justify-between gap-x-4">
      <h2 id={id} className="section-title">
        {title}
      </h2>
      {more ? (
        <Link to={more.to} className="link inline-flex shrink-0 items-center text-sm touch">
          {more.label}
        </Link>
      ) : null}
    </div>
    {children}
  </section>
);

const LatestArticles = ({ articles }: { articles: FrontPage["latest"] }) => (
  <ul className="grid grid-cols-1 gap-x-8 gap-y-7 sm:grid-cols-2 lg:grid-cols-4">
    {articles.map((article) => (
      <li key={article.id} className="group relative flex flex-col border-t border-line pt-4">
        <Badge topic={article.category.slug}>{article.category.name}</Badge>
        <h3
          dir="auto"
          className="mt-1.5 font-display text-xl leading-snug font-medium text-pretty wrap-anywhere"
        >
          <Link to={`/article/${article.id}`} className="card-link">
            {article.title}
          </Link>
        </h3>
        <p
          dir="auto"
          className="mt-1.5 line-clamp-4 text-base text-pretty wrap-anywhere text-muted"
        >
          {article.summary}
        </p>
        <p className="meta-line mt-auto pt-3">
          <DateTime value={article.createdAt} />
          <span>
            by <PersonLink name={article.reviewer} />
          </span>
          <span className="tabular-nums">{plural(article.upvotes, "upvote")}</span>
          <span className="tabular-nums">{plural(article.commentCount, "comment")}</span>
        </p>
      </li>
    ))}
  </ul>
);

const TopicList = ({ topics }: { topics: FrontPage["hubs"] }) => (
  <ul className="grid grid-cols-1 gap-x-8 gap-y-7 sm:grid-cols-2 lg:grid-cols-3">
    {topics.map(({ slug, title, description, papers, contributors }) => (
      <li key={slug} className={clsx("group relative border-t-2 pt-2.5", borderColor(slug))}>
        <h3 className="font-display text-xl font-medium">
          <Link to={`/${slug}`} className="card-link">
            {title}
          </Link>
        </h3>
        <p className="mt-1 text-base text-pretty text-muted">{description}</p>
        {papers === null || contributors === null ? null : (
          <p className="mt-1.5 flex flex-wrap gap-x-3 text-sm tabular-nums">
            <span>{plural(papers, "paper")}</span>
            <span>{plural(contributors, "contributor")}</span>
          </p>
        )}
      </li>
    ))}
  </ul>
);
