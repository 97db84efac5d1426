import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData, type MetaFunction } from "@remix-run/react";
import type { ReactNode } from "react";
import { LatestArticles } from "~/components/home/latest-articles";
import { TopicRing } from "~/components/home/topic-ring";
import { ArrowRightIcon } from "~/components/ui/icons";
import { Page } from "~/components/ui/page";
import { hueBorder } from "~/components/ui/topic";
import { findCategory } from "~/domain/categories";
import { topics } from "~/domain/topics";
import { browseArticles } from "~/services/articles.server";
import { cx } from "~/utils/cx";
import { contextOf } from "~/utils/load-context";
import { pageMeta } from "~/utils/meta";
import { useSite } from "~/utils/root-data";

const LATEST = 4;

export async function loader({ context }: LoaderFunctionArgs) {
  try {
    const { items } = await browseArticles({ sort: "new", limit: LATEST });
    return {
      latest: items.map(({ id, title, category, createdAt, reviewer }) => ({
        id,
        title,
        category: { slug: category, name: findCategory(category)?.name ?? category },
        createdAt: createdAt.toISOString(),
        reviewer,
      })),
    };
  } catch (error) {
    // The front page is also a way in to everything else, and stays one.
    contextOf(context).log.error({ err: error }, "the newest articles could not be read");
    return { latest: [] };
  }
}

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    description:
      "Research on markets, reviewed and rated by the investors who read it: asset allocation, tokenomics, macro, stocks, bonds, and a nook of books.",
    path: "/",
  });

const doors = [
  {
    to: "/research",
    title: "Investment Research",
    text: "Papers, articles and books, reviewed and rated by the people who read them.",
  },
  {
    to: "/investmentclub",
    title: "Investment Club",
    text: "Four strategies, and what became of the recommendations made by them.",
  },
  {
    to: "/partner",
    title: "Join the organisation",
    text: "Members decide by vote: who joins them, and what is approved.",
  },
] as const;

const standing = [
  {
    to: "/momentum",
    title: "Momentum",
    text: "A split between BTC, SOL and USDT from four weeks of prices, by a rule that is written down.",
  },
  {
    to: "/sentiment",
    title: "Sentiment",
    text: "What the community writes about tokens, counted and scored, and an allocation that follows.",
  },
  {
    to: "/declaration",
    title: "Declaration of Principles",
    text: "Transparent, objective research, and advocacy for decentralized markets.",
  },
] as const;

export default function Home() {
  const { latest } = useLoaderData<typeof loader>();
  const { tagline } = useSite();
  return (
    <Page>
      <div className="flex items-center justify-between gap-12 pt-10 pb-10 md:pt-8 md:pb-8">
        <div>
          <h1 className="max-w-[18ch] font-display text-3xl font-medium tracking-tight text-balance sm:text-4xl">
            Markets, read closely and argued in the open.
          </h1>
          <p className="mt-5 font-display text-xl text-balance text-muted">{tagline}.</p>
        </div>
        <TopicRing className="hidden size-72 shrink-0 md:block" />
      </div>

      <Strip label="Where to begin" entries={doors} rule="border-t-2 border-ink" />

      <div className={cx("mt-16 grid gap-x-8 gap-y-16", latest.length > 0 && "lg:grid-cols-3")}>
        <section
          aria-labelledby="topics"
          className={cx("flex flex-col", latest.length > 0 && "lg:col-span-2")}
        >
          <SectionTitle id="topics" more={{ to: "/research", label: "Research room" }}>
            Six topics
          </SectionTitle>
          <ul className={cx("grid grow gap-8 sm:grid-cols-2", !latest.length && "lg:grid-cols-3")}>
            {topics.map(({ slug, title, description }) => (
              <li key={slug} className={cx("group relative border-t-2 pt-3", hueBorder[slug])}>
                <h3 className="font-display text-2xl font-medium">
                  <Link
                    to={`/${slug}`}
                    className="group-hover:text-accent after:absolute after:inset-0"
                  >
                    {title}
                  </Link>
                </h3>
                <p className="mt-1.5 text-pretty text-muted">{description}</p>
              </li>
            ))}
          </ul>
        </section>

        {latest.length ? (
          <section aria-labelledby="latest">
            <SectionTitle id="latest" more={{ to: "/community", label: "Community" }}>
              Newest articles
            </SectionTitle>
            <LatestArticles articles={latest} />
          </section>
        ) : null}
      </div>

      <div className="mt-16">
        <Strip label="What we publish" entries={standing} rule="border-t border-line" />
      </div>
    </Page>
  );
}

interface StripProps {
  label: string;
  entries: readonly { to: string; title: string; text: string }[];
  rule: string;
}

/** Three entries side by side, each under a rule. */
const Strip = ({ label, entries, rule }: StripProps) => (
  <nav aria-label={label}>
    <ul className="grid gap-x-8 gap-y-8 md:grid-cols-3">
      {entries.map(({ to, title, text }) => (
        <li key={to} className={cx("group relative pt-4", rule)}>
          <Link
            to={to}
            className="flex items-baseline justify-between gap-4 font-display text-xl font-medium group-hover:text-accent after:absolute after:inset-0"
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

interface SectionTitleProps {
  id: string;
  children: ReactNode;
  more: { to: string; label: string };
}

const SectionTitle = ({ id, children, more }: SectionTitleProps) => (
  <div className="mb-5 flex items-baseline justify-between gap-4">
    <h2 id={id} className="font-display text-xl font-medium">
      {children}
    </h2>
    <Link to={more.to} className="link inline-flex shrink-0 items-center text-sm touch">
      {more.label}
    </Link>
  </div>
);
