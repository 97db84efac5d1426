import { data, redirect, type LoaderFunctionArgs } from "@remix-run/node";
import {
  useActionData,
  useLoaderData,
  useLocation,
  type ClientLoaderFunctionArgs,
} from "@remix-run/react";
import { useState } from "react";
import type { FieldConstraints } from "~/components/accounts/forms";
import { SignInTrigger } from "~/components/accounts/sign-in-trigger";
import { ArticleList } from "~/components/articles/article-list";
import { ViewToggle } from "~/components/articles/view-toggle";
import { ArticleForm } from "./article-form";
import { UnlistedArticleResult } from "~/components/articles/missing-article-result";
import { UnlessSuspended } from "~/components/moderation/unless-suspended";
import { buttonClass } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { TextLink } from "~/components/ui/link";
import { FeedLinks, TabLinks } from "~/components/ui/list";
import { Page, PageHeader } from "~/components/ui/page";
import { articleSorts, type ArticleSort } from "~/domain/ranking";
import { articleInput, communityQuery } from "~/schemas/articles";
import { categoryReference } from "~/services/references";
import { noArticles } from "~/utils/article-cards";
import { readArticles } from "~/utils/article-cards.server";
import { feedLinks } from "~/utils/feeds/feed-links";
import type { FormIntent } from "~/utils/forms/form-messages";
import type { FormResult } from "~/utils/forms/form-result";
import { getConstraint } from "~/utils/forms/parse-form.server";
import { postArticleAction } from "~/utils/forms/post-article-forms.server";
import { orFallback } from "~/utils/http/error-responses.server";
import { useViewer } from "~/utils/root-data";
import { fixedMeta } from "~/utils/seo/meta";
import {
  formClientAction,
  loadOrFallback,
  keepPageWhenArticleGone,
  useRememberedData,
} from "~/utils/forms/offline-fallback";

export { loaderHeaders as headers } from "~/utils/http/headers";

export async function loader(args: LoaderFunctionArgs) {
  const { request, context } = args;
  const parameters = Object.fromEntries(new URL(request.url).searchParams);
  const query = communityQuery.parse(parameters);
  const { sort, category } = query;
  // Drafts were continued on this page before.
  if (parameters.draft)
    throw redirect(`/community/new?${new URLSearchParams({ draft: parameters.draft })}`);
  const page = {
    constraint: getConstraint(articleInput),
    sort,
    category: category && categoryReference(category),
  };
  const read = readArticles({ request, context }, query, "list");
  const articles = await orFallback(context, read, "the articles", noArticles);
  return data({ ...page, ...articles }, { status: articles.articles ? 200 : 503 });
}

export const action = postArticleAction;

type CommunityPage = ReturnType<typeof useLoaderData<typeof loader>>;

export const clientLoader = ({ request, serverLoader }: ClientLoaderFunctionArgs) =>
  loadOrFallback<CommunityPage>(
    "community",
    request,
    () => serverLoader<typeof loader>(),
    () => ({ constraint: {}, sort: "new" as const, category: undefined, ...noArticles }),
  );

export const clientAction = formClientAction("post");
export const shouldRevalidate = keepPageWhenArticleGone;

const sortLabels: Record<ArticleSort, string> = { new: "New", hot: "Hot", top: "Top" };

const isArticleFormIntent = (intent: FormIntent) =>
  intent === "post" || intent === "saveDraft" || intent === "preview";

export default function Community() {
  const page = useLoaderData<typeof loader>();
  useRememberedData("community", page);
  const { constraint, sort, category, view, articles } = page;
  const result = useActionData<typeof action>();
  const formResult = result && isArticleFormIntent(result.intent) ? result : undefined;
  const chosen = new URLSearchParams(useLocation().search).get("view");
  const urlOf = (query: Record<string, string>) => {
    const params = {
      ...(category && { category: category.slug }),
      sort,
      ...(chosen && { view: chosen }),
      ...query,
    };
    if (params.sort === "new") delete (params as Partial<typeof params>).sort;
    const search = new URLSearchParams(params);
    return search.size ? `/community?${search}` : "/community";
  };
  return (
    <Page>
      <PageHeader
        title="Community Articles"
        standfirst="What members and readers find worth reading, and what they think of it."
        className="pt-6! pb-5!"
      />
      <UnlistedArticleResult result={result} articles={articles} />
      <div className="community">
        <PostDisclosure constraint={constraint} result={formResult} />
        <section aria-labelledby="recent-heading" className="min-w-0">
          <div className="mb-4 flex flex-wrap items-center gap-x-6 gap-y-3">
            <h2 id="recent-heading" className="me-auto section-title">
              Recent Articles
            </h2>
            <TabLinks
              label="Sort by"
              tabs={articleSorts.map((name) => ({
                label: sortLabels[name],
                to: urlOf({ sort: name }),
                current: name === sort,
              }))}
            />
            <ViewToggle view={view} />
          </div>
          {category ? (
            <p className="-mt-2 mb-5 text-base text-muted">
              Only articles on {category.name}.{" "}
              <TextLink to="/community">Show all articles</TextLink>
            </p>
          ) : null}
          <ArticleList
            page={page}
            failure="Failed to load articles. Please try again later."
            isCategory={!!category}
            urlOf={urlOf}
            result={result}
            className="sm:grid-cols-2 xl:grid-cols-3"
          />
          <FeedLinks path="/community" of="the articles" className="mt-8" />
        </section>
      </div>
    </Page>
  );
}

interface PostDisclosureProps {
  constraint: FieldConstraints;
  result: FormResult | undefined;
}

/** The form to post an article behind a button, for people who are signed in; for others, the way to sign in. */
function PostDisclosure({ constraint, result }: PostDisclosureProps) {
  const isSignedIn = useViewer() !== null;
  const [hasForm, setHasForm] = useState(isSignedIn || result !== undefined);
  // It stays when the session ends, with what was typed.
  if (isSignedIn && !hasForm) setHasForm(true);
  if (!hasForm) {
    return (
      <div id="post" className="post-disclosure">
        <SignInTrigger variant="secondary" redirectTo="/community/new">
          Post an Article
        </SignInTrigger>
      </div>
    );
  }
  return (
    <UnlessSuspended holdsText={result !== undefined} className="mb-8">
      <details open={result !== undefined} className="post-disclosure">
        <summary className={buttonClass({ variant: "secondary" })}>Post an Article</summary>
        {/* Within the details, so that browsers open them for a link to it. */}
        <Card as="section" id="post" aria-label="Post an Article" className="mt-4 scroll-mt-24">
          <p className="mb-5 text-sm text-muted">
            <TextLink to="/community/new">Write on a page of its own</TextLink>, with a preview
            beside the text.
          </p>
          <ArticleForm
            action="/community#post"
            constraint={constraint}
            result={result}
            draft={null}
          />
        </Card>
      </details>
    </UnlessSuspended>
  );
}

export const meta = fixedMeta({
  title: "Community Articles",
  description: "Articles posted, upvoted and discussed by the community.",
  path: "/community",
  feeds: feedLinks("/community", "Community Articles"),
});
