import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import {
  useActionData,
  useLoaderData,
  useNavigate,
  useOutletContext,
  useRouteLoaderData,
} from "@remix-run/react";
import { CommentForm, CommentList, type ListedComment } from "~/components/articles/comments";
import { errorTitle } from "~/components/error-boundary";
import { Pagination } from "~/components/ui/list";
import { articleTag } from "~/config/page-tags";
import { commentPath } from "~/domain/comment-path";
import { cachedRead } from "~/services/cache/cached-reads.server";
import { articleOfPage } from "~/utils/article-cards.server";
import { articleForms } from "~/utils/forms/article-forms.server";
import { formAction } from "~/utils/forms/form-action.server";
import type { FormResult } from "~/utils/forms/form-result";
import { formatNumber } from "~/utils/format";
import { pageMeta } from "~/utils/seo/meta";
import { formClientAction, keepPageWhenArticleGone } from "~/utils/forms/offline-fallback";
import { orErrorResponse } from "~/utils/http/error-responses.server";
import { breadcrumbs, discussion } from "~/utils/seo/structured-data";
import { joinSegments } from "~/domain/text-segments";
import { onArticle } from "~/domain/threads";
import { placeIn, readComments } from "./comments.server";
import type { loader as articleLoader } from "./layout";

export { loaderHeaders as headers } from "~/utils/http/headers";

/** The id of the parent route, whose loader has the article. */
const ARTICLE = "routes/article/layout";

export const loader = (args: LoaderFunctionArgs) => orErrorResponse(readDiscussion(args));

async function readDiscussion(args: LoaderFunctionArgs) {
  const { id } = await articleOfPage(args);
  const place = placeIn(args.request);
  return cachedRead([articleTag(id)], ["comments", id, place], () => readComments(id, place));
}

export const action = formAction(articleForms);
export const clientAction = formClientAction();
export const shouldRevalidate = keepPageWhenArticleGone;

export default function Discussion() {
  const { comments, isFirstPage, next } = useLoaderData<typeof loader>();
  const { article } = useRouteLoaderData<typeof articleLoader>(ARTICLE)!;
  const layoutResult = useOutletContext<FormResult | undefined>();
  const result = useActionData<typeof action>() ?? layoutResult;
  const articlePath = `/article/${article.id}`;
  const navigate = useNavigate();
  // The new comment may be on another page of the discussion.
  const showPosted = (id: string) => {
    if (comments.every((comment) => comment.id !== id)) {
      navigate(commentPath({ id, subject: onArticle(article.id) }));
    }
  };
  return (
    <section
      id="comments"
      aria-labelledby="comments-heading"
      className="mt-14 max-w-measure border-t border-line pt-8"
    >
      <h2 id="comments-heading" className="mb-6 section-title">
        Comments{" "}
        <span className="text-muted tabular-nums">({formatNumber(article.commentCount)})</span>
      </h2>
      <CommentList comments={comments} />
      <Pagination
        label="Pages of comments"
        previous={isFirstPage ? null : `${articlePath}#comments`}
        previousLabel="First page"
        next={next && `${articlePath}?after=${next}#comments`}
        nextLabel="Later comments"
      />
      <div className="mt-10">
        <CommentForm
          articleId={article.id}
          // Posts to the article's path, so that the layout can show the comment even if the
          // article fails to load.
          action={`${articlePath}#comments`}
          redirectTo={`${articlePath}#comments`}
          result={result}
          onPosted={showPosted}
        />
      </div>
    </section>
  );
}

export const meta: MetaFunction<typeof loader, { [ARTICLE]: typeof articleLoader }> = ({
  data,
  error,
  matches,
}) => {
  const article = matches.find(({ id }) => id === ARTICLE)?.data?.article;
  if (!data || !article) return pageMeta({ matches, title: errorTitle(error), hidden: true });
  const { title, category, imageUrl } = article;
  const path = `/article/${article.id}`;
  return pageMeta({
    matches,
    title,
    description: article.summary,
    path,
    type: "article",
    published: article.createdAt,
    // Placeholder images are SVGs, which link previews do not support.
    image: imageUrl.startsWith("/") ? undefined : { url: imageUrl, alt: title },
    structured: (context) => [
      discussion(
        context,
        article,
        data.comments.filter(({ removedAt }) => !removedAt).map(withContent),
      ),
      breadcrumbs(context, [
        { name: category.name, path: `/category/${category.slug}` },
        { name: title, path },
      ]),
    ],
  });
};

const withContent = ({ segments, ...comment }: ListedComment) => ({
  ...comment,
  content: joinSegments(segments),
});
