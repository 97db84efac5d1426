import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import {
  useActionData,
  useLoaderData,
  useOutletContext,
  useRouteLoaderData,
} from "@remix-run/react";
import type { ListedComment } from "~/components/comments/comment-list";
import { Discussion } from "~/components/comments/discussion";
import { errorTitle } from "~/components/error-boundary";
import { articleTag } from "~/config/page-tags";
import { cachedRead } from "~/services/cache/cached-reads.server";
import { articleOfPage } from "~/utils/article-cards.server";
import { discussionPlace, readDiscussionPage } from "~/utils/discussion.server";
import { articleForms } from "~/utils/forms/article-forms.server";
import { formAction } from "~/utils/forms/form-action.server";
import type { FormResult } from "~/utils/forms/form-result";
import { formatNumber } from "~/utils/format";
import { markComment } from "~/utils/marked-texts.server";
import { readOwnDiscussion } from "~/utils/readings.server";
import { pageMeta, shareImage } from "~/utils/seo/meta";
import { formClientAction, keepPageWhenArticleGone } from "~/utils/forms/offline-fallback";
import { orErrorResponse } from "~/utils/http/error-responses.server";
import { breadcrumbs, discussion } from "~/utils/seo/structured-data";
import { joinSegments } from "~/domain/text-segments";
import { onArticle } from "~/domain/threads";
import type { loader as articleLoader } from "./layout";
import { articleTrail } from "./parts";

export { loaderHeaders as headers } from "~/utils/http/headers";

/** The id of the parent route, whose loader has the article. */
const ARTICLE = "routes/article/layout";

export const loader = (args: LoaderFunctionArgs) => orErrorResponse(readDiscussion(args));

async function readDiscussion(args: LoaderFunctionArgs) {
  const { id } = await articleOfPage(args);
  const place = discussionPlace(args.request);
  const shown = await cachedRead([articleTag(id)], ["comments", id, place], () =>
    readDiscussionPage(onArticle(id), place),
  );
  return {
    ...shown,
    comments: markComment(args.request, shown.comments),
    own: await readOwnDiscussion(args, onArticle(id), shown, place),
  };
}

export const action = formAction(articleForms);
export const clientAction = formClientAction();
export const shouldRevalidate = keepPageWhenArticleGone;

export default function ArticleDiscussion() {
  const loaded = useLoaderData<typeof loader>();
  const { article } = useRouteLoaderData<typeof articleLoader>(ARTICLE)!;
  const layoutResult = useOutletContext<FormResult | undefined>();
  const result = useActionData<typeof action>() ?? layoutResult;
  return (
    <Discussion
      discussion={loaded}
      own={loaded.own}
      path={`/article/${article.id}`}
      subjectId={article.id}
      author={article.reviewer}
      lock={article.locked}
      heading={
        <>
          Comments{" "}
          <span className="text-muted tabular-nums">({formatNumber(article.commentCount)})</span>
        </>
      }
      result={result}
    />
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
    // Without an image of its own, it has a placeholder, which link previews do not support.
    image: imageUrl.startsWith("/")
      ? shareImage("article", { id: article.id, alt: `${title}, by ${article.reviewer}` })
      : { url: imageUrl, alt: title },
    structured: (context) => [
      discussion(
        context,
        article,
        data.comments.filter(({ removedAt }) => !removedAt).map(withContent),
      ),
      breadcrumbs(context, [...articleTrail(category), { to: path, label: title }]),
    ],
  });
};

const withContent = ({ segments, ...comment }: ListedComment) => ({
  ...comment,
  content: joinSegments(segments),
});
