import { useLocation, useNavigate } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { SignInTrigger } from "~/components/accounts/sign-in-trigger";
import { ButtonLink } from "~/components/ui/button";
import { LockIcon, PlusIcon } from "~/components/ui/icons";
import { isForMembers, mayReview } from "~/domain/permissions";
import type { Topic } from "~/domain/topics";
import { useViewer } from "~/utils/root-data";
import type { FormResult } from "~/utils/forms/form-result";
import { ReviewForm, type ReviewConstraint, type ReviewedWork } from "./review-form";

interface AddReviewProps {
  topic: Topic;
  constraint: ReviewConstraint;
  /** Whether the address asks for the form. */
  isAdding: boolean;
  /** What a native post came back with. */
  result?: FormResult | undefined;
  /** The work that is reviewed, where it is one that has been reviewed before. */
  work?: ReviewedWork;
}

const TRIGGER = "add-review";

/** The way to add a review to a hub, for those who may; the others are told what it takes. */
export function AddReview({ topic, constraint, isAdding, result, work }: AddReviewProps) {
  const viewer = useViewer();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { opened, closed } = useToggledAddress();
  const [wasOpen, setWasOpen] = useState(false);
  const isWanted = isAdding || result !== undefined;
  // Somebody whose session ended keeps what is typed, and can sign in to send it.
  const isOpen = isWanted && (mayReview(viewer, topic.slug) || result !== undefined || wasOpen);
  if (isOpen !== wasOpen) setWasOpen(isOpen);
  useFocusWhereOneIs(isOpen);

  if (isOpen) {
    return (
      <>
        {viewer ? null : <Invitation topic={topic} />}
        <ReviewForm
          {...{ topic, constraint, result, closed, work }}
          onPosted={() => navigate(pathname, { replace: true, preventScrollReset: true })}
        />
      </>
    );
  }
  if (mayReview(viewer, topic.slug)) {
    return (
      <ButtonLink
        id={TRIGGER}
        to={opened}
        preventScrollReset
        icon={<PlusIcon />}
        className="justify-self-start"
      >
        Add a Review
      </ButtonLink>
    );
  }
  return <Invitation topic={topic} />;
}

/** For those who may not yet. */
function Invitation({ topic }: { topic: Topic }) {
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

/** This very page with the form and without it. */
function useToggledAddress() {
  const { pathname, search } = useLocation();
  const query = new URLSearchParams(search);
  query.delete("review");
  const closed = query.size ? `${pathname}?${query}` : pathname;
  query.set("review", "new");
  return { opened: `${pathname}?${query}`, closed };
}

/** The focus goes into a form that opens, and back to what opened it. */
function useFocusWhereOneIs(isOpen: boolean) {
  const before = useRef(isOpen);
  useEffect(() => {
    if (before.current === isOpen) return;
    before.current = isOpen;
    document.getElementById(isOpen ? "review-title" : TRIGGER)?.focus();
  }, [isOpen]);
}
