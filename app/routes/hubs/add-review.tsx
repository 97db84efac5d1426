import { useLocation, useNavigate } from "@remix-run/react";
import type { FieldConstraints } from "~/components/accounts/forms";
import { useEffect, useRef, useState } from "react";
import { SignInTrigger } from "~/components/accounts/sign-in-trigger";
import type { OpenedDraft } from "~/components/drafts/draft-controls";
import { UnlessSuspended } from "~/components/moderation/unless-suspended";
import { ButtonLink } from "~/components/ui/button";
import { LockIcon, PlusIcon } from "~/components/ui/icons";
import { isForMembers, mayReview } from "~/domain/permissions";
import type { Topic } from "~/domain/topics";
import { useViewer } from "~/utils/root-data";
import type { FormResult } from "~/utils/forms/form-result";
import { ReviewForm, type ReviewedWork } from "./review-form";

interface AddReviewProps {
  topic: Topic;
  constraint: FieldConstraints;
  isAdding: boolean;
  result?: FormResult | undefined;
  draft?: OpenedDraft | null;
  /** The work to review, on the page of an existing review. */
  work?: ReviewedWork;
}

const TRIGGER_ID = "add-review";

export const AddReview = (props: AddReviewProps) => (
  <UnlessSuspended holdsText={Boolean(props.result ?? props.draft)}>
    <ReviewFormOrButton {...props} />
  </UnlessSuspended>
);

function ReviewFormOrButton(props: AddReviewProps) {
  const { topic, constraint, isAdding, result, draft = null, work } = props;
  const viewer = useViewer();
  const navigate = useNavigate();
  const { search } = useLocation();
  const { openUrl, closedUrl } = useFormUrls();
  const [wasOpen, setWasOpen] = useState(false);
  const isRequested = isAdding || result !== undefined;
  // If the session ends while the form is open, the form stays so that nothing typed is lost.
  const isOpen = isRequested && (mayReview(viewer, topic.slug) || result !== undefined || wasOpen);
  if (isOpen !== wasOpen) setWasOpen(isOpen);
  useFormFocus(isOpen);

  if (isOpen) {
    return (
      <>
        {viewer ? null : <ReviewNotice topic={topic} />}
        <ReviewForm
          // Another draft gets a form of its own. The URL still names a draft that was just published.
          key={new URLSearchParams(search).get("draft")}
          {...{ topic, constraint, result, closedUrl, draft, work }}
          onPosted={(goTo) => navigate(goTo, { replace: true })}
        />
      </>
    );
  }
  if (mayReview(viewer, topic.slug)) {
    return (
      <ButtonLink id={TRIGGER_ID} to={openUrl} preventScrollReset className="justify-self-start">
        <PlusIcon />
        Add a Review
      </ButtonLink>
    );
  }
  return <ReviewNotice topic={topic} />;
}

/** Shown to users who may not add a review (yet). */
function ReviewNotice({ topic }: { topic: Topic }) {
  const viewer = useViewer();
  const membersOnly = (
    <>
      <LockIcon className="size-4" />
      DAO Members Only
    </>
  );
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded border border-line px-5 py-4">
      {viewer ? (
        <>
          <p>Reviews here are written by members of the organisation.</p>
          <ButtonLink to="/partner" variant="secondary">
            {membersOnly}
          </ButtonLink>
        </>
      ) : (
        <>
          <p>Please log in to add reviews.</p>
          <SignInTrigger variant="secondary">
            {isForMembers(topic.slug) ? membersOnly : "Sign In"}
          </SignInTrigger>
        </>
      )}
    </div>
  );
}

/** The URLs of the current page with the form open and closed. */
function useFormUrls() {
  const { pathname, search } = useLocation();
  const query = new URLSearchParams(search);
  query.delete("review");
  query.delete("draft");
  const closedUrl = query.size ? `${pathname}?${query}` : pathname;
  query.set("review", "new");
  return { openUrl: `${pathname}?${query}`, closedUrl };
}

/** Moves the focus into the form when it opens, and back to the trigger when it closes. */
function useFormFocus(isOpen: boolean) {
  const wasOpenRef = useRef(isOpen);
  useEffect(() => {
    if (wasOpenRef.current === isOpen) return;
    wasOpenRef.current = isOpen;
    document.getElementById(isOpen ? "review-title" : TRIGGER_ID)?.focus();
  }, [isOpen]);
}
