import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData, type ClientLoaderFunctionArgs } from "@remix-run/react";
import { Link } from "~/components/ui/link";
import { ArticleList } from "~/components/articles/article-list";
import { ArticleForm } from "./article-form";
import { UnlistedArticleResult } from "~/components/articles/missing-article-result";
import { buttonClass } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { FeedLinks, TabLinks } from "~/components/ui/list";
import { Page, PageHeader } from "~/components/ui/page";
import { draftPath } from "~/domain/drafts";
import { articleSorts, type ArticleSort } from "~/domain/ranking";
import { articleInput, communityIntent, communityQuery } from "~/schemas/articles";
import { postArticle } from "~/services/articles/articles.server";
import { discardDraft, saveForm } from "~/services/drafts/drafts.server";
import { previewArticleText } from "~/services/drafts/preview.server";
import { categoryReference } from "~/services/references";
import { cardAnchor, noCards } from "~/utils/article-cards";
import { readCards } from "~/utils/article-cards.server";
import { articleForms } from "~/utils/forms/article-forms.server";
import { feedLinks } from "~/utils/feeds/feed-links";
import type { FormIntent } from "~/utils/forms/form-messages";
import { formAction } from "~/utils/forms/form-action.server";
import { draftHeaders, openDraft } from "~/utils/open-draft.server";
import { getConstraint } from "~/utils/forms/parse-form.server";
import { orFallback } from "~/utils/http/error-responses.server";
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
  const query = communityQuery.parse(Object.fromEntries(new URL(request.url).searchParams));
  const { sort, category } = query;
  const page = {
    constraint: getConstraint(articleInput),
    draft: await openDraft(args, "article"),
    sort,
    category: category && categoryReference(category),
  };
  const read = readCards({ request, context }, query);
  const cards = await orFallback(context, read, "the articles", noCards);
  const status = cards.articles ? 200 : 503;
  return data({ ...page, ...cards }, { status, headers: draftHeaders(page.draft) });
}

export const action = formAction({
  schema: communityIntent,
  defaultIntent: "post",
  forms: {
    ...articleForms.forms,
    post: {
      async handle({ draft, savedAt, formKey, ...input }, { viewer }) {
        const { id, repostedAt } = await postArticle(viewer, input);
        await discardDraft(viewer, { draft, savedAt, formKey });
        const link = `/article/${id}`;
        // A new article is at the top of the default list, but one that was posted again has its former place.
        const goTo = repostedAt ? link : `/community#${cardAnchor(id)}`;
        return { posted: id, goTo, link };
      },
      page: "/community",
    },
    saveDraft: {
      async handle({ draft, savedAt, formKey, intent: _, ...fields }, { viewer }) {
        const content = { form: "article", hub: null, fields } as const;
        const { id } = await saveForm(viewer, content, { draft, savedAt, formKey });
        return { goTo: draftPath({ id, form: "article", hub: null }) };
      },
      page: "/community",
    },
    preview: {
      isRead: true,
      async handle({ content }, { viewer, client }) {
        return { preview: await previewArticleText(viewer, client.address, content) };
      },
    },
  },
});

type CommunityPage = ReturnType<typeof useLoaderData<typeof loader>>;

export const clientLoader = ({ request, serverLoader }: ClientLoaderFunctionArgs) =>
  loadOrFallback<CommunityPage>(
    "community",
    request,
    () => serverLoader<typeof loader>(),
    () => ({ constraint: {}, draft: null, sort: "new", category: undefined, ...noCards }),
  );

export const clientAction = formClientAction("post");
export const shouldRevalidate = keepPageWhenArticleGone;

const sortLabels: Record<ArticleSort, string> = { new: "New", hot: "Hot", top: "Top" };

const isArticleFormIntent = (intent: FormIntent) =>
  intent === "post" || intent === "saveDraft" || intent === "preview";

export default function Community() {
  const page = useLoaderData<typeof loader>();
  useRememberedData("community", page);
  const { constraint, draft, sort, category, articles } = page;
  const result = useActionData<typeof action>();
  const urlOf = (query: Record<string, string>) => {
    const params = { ...(category && { category: category.slug }), sort, ...query };
    if (params.sort === "new") delete (params as Partial<typeof params>).sort;
    const search = new URLSearchParams(params);
    return search.size ? `/community?${search}` : "/community";
  };
  return (
    <Page>
      <PageHeader
        title="Community Articles"
        standfirst="What members and readers find worth reading, and what they think of it."
        actions={
          <a href="#post" className={buttonClass({ variant: "secondary", className: "lg:hidden" })}>
            Post an Article
          </a>
        }
      />
      <UnlistedArticleResult result={result} articles={articles} />
      <div className="grid grid-cols-1 items-start gap-x-10 gap-y-12 lg:grid-cols-[20rem_minmax(0,1fr)]">
        {/* On small screens the articles come first, with a link to the form. */}
        <Card as="section" id="post" aria-labelledby="post-heading" className="max-lg:order-last">
          <h2 id="post-heading" className="mb-5 section-title">
            Post an Article
          </h2>
          <ArticleForm
            constraint={constraint}
            result={result && isArticleFormIntent(result.intent) ? result : undefined}
            draft={draft}
          />
        </Card>
        <section aria-labelledby="recent-heading">
          <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
            <h2 id="recent-heading" className="section-title">
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
          </div>
          {category ? (
            <p className="-mt-2 mb-5 text-base text-muted">
              Only articles on {category.name}.{" "}
              <Link to="/community" className="link">
                Show all articles
              </Link>
            </p>
          ) : null}
          <ArticleList
            page={page}
            failure="Failed to load articles. Please try again later."
            isCategory={!!category}
            urlOf={urlOf}
            result={result}
            className="sm:grid-cols-2 lg:grid-cols-1 xl:grid-cols-2"
          />
          <FeedLinks path="/community" of="the articles" className="mt-8" />
        </section>
      </div>
    </Page>
  );
}

export const meta = fixedMeta({
  title: "Community Articles",
  description: "Articles posted, upvoted and discussed by the community.",
  path: "/community",
  feeds: feedLinks("/community", "Community Articles"),
});
