import { redirect, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation, useSearchParams } from "@remix-run/react";
import { Discussion } from "~/components/comments/discussion";
import { errorTitle, GeneralErrorBoundary } from "~/components/error-boundary";
import { GoneTextPage, type GoneText } from "~/components/moderation/gone-text";
import { FormAlert } from "~/components/ui/form";
import { Crumbs } from "~/components/ui/crumbs";
import { AddReview } from "./add-review";
import { listedReview } from "./hub-data.server";
import { ReviewCard, withText, workId, WorkTitle } from "./review-card";
import { reviewTrail } from "./trail";
import { topicAt, reviewPath } from "~/config/hubs";
import { reviewTag } from "~/config/page-tags";
import { findTopic } from "~/domain/topics";
import { reviewForm } from "~/schemas/reviews";
import { readReview } from "~/services/articles/reviews.server";
import { cachedRead } from "~/services/cache/cached-reads.server";
import { discussionPlace, readDiscussionPage } from "~/utils/discussion.server";
import { getConstraint } from "~/utils/forms/parse-form.server";
import { pageMeta } from "~/utils/seo/meta";
import { formClientAction } from "~/utils/forms/offline-fallback";
import { viewerOfPage } from "~/utils/http/auth.server";
import { orErrorResponse } from "~/utils/http/error-responses.server";
import { orGoneText } from "~/utils/gone-text.server";
import { markComment, markReview } from "~/utils/marked-texts.server";
import { readOwnDiscussion } from "~/utils/readings.server";
import { savedByViewer } from "~/utils/saved.server";
import { reviewAction } from "~/utils/forms/review-forms.server";
import { breadcrumbs, reviewList } from "~/utils/seo/structured-data";

export { skipRevalidationWhenOffline as shouldRevalidate } from "~/utils/forms/offline-fallback";
export { loaderHeaders as headers } from "~/utils/http/headers";
export function loader(args: LoaderFunctionArgs) {
  const subject = { kind: "review", id: args.params.review ?? "" } as const;
  return orErrorResponse(orGoneText(args, subject, readReviewPage(args)));
}

export const ErrorBoundary = () => (
  <GeneralErrorBoundary
    statusHandlers={{ 410: ({ data }) => <GoneReview gone={data as GoneText} /> }}
  />
);

function GoneReview({ gone }: { gone: GoneText }) {
  const { slug: hub } = topicAt(useLocation().pathname);
  return <GoneTextPage gone={gone} path={reviewPath({ id: gone.id, hub })} />;
}

async function readReviewPage(args: LoaderFunctionArgs) {
  const { request, params } = args;
  const { review, others } = await readReview(params.review ?? "");
  const topic = topicAt(new URL(request.url).pathname);
  // The author may have moved the review to another hub, or replaced it with one there.
  if (review.hub !== topic.slug) throw redirect(reviewPath(review));
  const viewer = await viewerOfPage(args);
  const saved = await savedByViewer(viewer, "review", [review, ...others]);
  const place = discussionPlace(request);
  const subject = { kind: "review", id: review.id } as const;
  const read = () => readDiscussionPage(subject, place);
  const tags = [reviewTag(review.id)];
  const discussion = await cachedRead(tags, ["comments", review.id, place], read);
  const listed = listedReview(review);
  return {
    hub: review.hub,
    review: { ...listed, segments: markReview(request, listed.segments) },
    saved: [...saved],
    others: others.map((other) => ({ ...listedReview(other), path: reviewPath(other) })),
    discussion: { ...discussion, comments: markComment(request, discussion.comments) },
    own: await readOwnDiscussion(args, subject, discussion, place),
    constraint: getConstraint(reviewForm(topic)),
  };
}

export const action = reviewAction;
export const clientAction = formClientAction("review");
export default function ReviewPage() {
  const { hub, review, saved, others, discussion, own, constraint } =
    useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const [search] = useSearchParams();
  const isComment = result?.intent === "comment";
  const isUpvote =
    result?.intent === "upvote-comment" || result?.intent === "withdraw-comment-upvote";
  const topic = findTopic(hub)!;
  const { title, author, url, category } = review;
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-6">
      <header className="pt-10 sm:pt-14">
        <Crumbs trail={reviewTrail(topic)} />
        <h1 id={workId(review.id)} dir="auto" className="page-title wrap-anywhere">
          <WorkTitle title={title} url={url} />
        </h1>
      </header>
      <FormAlert>{isUpvote ? result.formError?.message : null}</FormAlert>
      <ReviewCard review={review} isSaved={saved.includes(review.id)} />
      <Discussion
        discussion={discussion}
        own={own}
        path={reviewPath({ id: review.id, hub })}
        subjectId={review.id}
        author={review.username}
        lock={review.locked}
        heading="Comments"
        result={isComment ? result : undefined}
      />
      <AddReview
        topic={topic}
        constraint={constraint}
        isAdding={search.get("review") === "new"}
        result={isComment || isUpvote ? undefined : result}
        work={{ title, author, url: url ?? undefined, category }}
      />
      {others.length ? (
        <section
          id="reviews"
          aria-labelledby="others-heading"
          className="mt-6 grid grid-cols-1 gap-4"
        >
          <h2 id="others-heading" className="section-title">
            Other reviews of this work
          </h2>
          {others.map(({ path, ...other }) => (
            <ReviewCard
              key={other.id}
              review={other}
              isSaved={saved.includes(other.id)}
              to={path}
            />
          ))}
        </section>
      ) : null}
    </div>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data, error, matches }) => {
  if (!data) return pageMeta({ matches, title: errorTitle(error), hidden: true });
  const { hub } = data;
  const review = withText(data.review);
  const { title, author, rating, username } = review;
  const topic = findTopic(hub)!;
  const path = reviewPath({ id: review.id, hub });
  return pageMeta({
    matches,
    title: `${title}, reviewed by ${username}`,
    description: `${rating} of 5 for ${title} by ${author}. ${review.review}`,
    path,
    type: "article",
    published: review.createdAt,
    structured: (context) => [
      reviewList(context, { name: title, path, reviews: [review], areBooks: hub === "book-nook" }),
      breadcrumbs(context, [...reviewTrail(topic), { to: path, label: title }]),
    ],
  });
};
