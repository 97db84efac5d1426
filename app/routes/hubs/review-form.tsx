import { getFormProps, useForm } from "@conform-to/react";
import { useLocation } from "@remix-run/react";
import type { FieldConstraints } from "~/components/accounts/forms";
import { useState, type FormEvent } from "react";
import {
  DraftControls,
  submittedDraft,
  type OpenedDraft,
} from "~/components/drafts/draft-controls";
import { Button, ButtonLink } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { FormAlert, FormKeyField, RedirectField, useFormFetcher } from "~/components/ui/form";
import { useToast } from "~/components/ui/toast";
import type { Topic } from "~/domain/topics";
import { forgetText } from "~/utils/browser/kept-text";
import type { FormError, FormResult } from "~/utils/forms/form-result";
import { useLastPosted } from "~/utils/forms/last-posted";
import { useRootData, useViewer } from "~/utils/root-data";
import { ReviewFields, type ReviewField } from "./review-fields";

export interface ReviewedWork {
  title: string;
  author: string;
  url?: string | undefined;
  category: string;
}

interface ReviewFormProps {
  topic: Topic;
  constraint: FieldConstraints;
  result?: FormResult | undefined;
  draft: OpenedDraft | null;
  work?: ReviewedWork | undefined;
  /** The URL of the hub with the form closed. */
  closedUrl: string;
  /** Called after a fetcher post with where to go, once the list has revalidated. */
  onPosted: (goTo: string) => void;
}

/** The anchor a native post returns to: the form's error, or else the form. */
const OUTCOME_ID = "review-outcome";

export function ReviewForm(props: ReviewFormProps) {
  const { topic, constraint, result, draft, work, closedUrl } = props;
  const viewer = useViewer();
  const { isViewerUnknown } = useRootData();
  const show = useToast();
  const { pathname, search } = useLocation();
  const fetcher = useFormFetcher();
  // Publishing it deletes it, and the page is loaded again before it is known to be published.
  const [openedDraftId] = useState(draft?.id);
  useLastPosted(fetcher, () => {
    forgetText(`review ${topic.slug}`);
    if (openedDraftId) forgetText(`review ${topic.slug} ${openedDraftId}`);
    props.onPosted(fetcher.data?.goTo ?? pathname);
  });
  const last = fetcher.data ?? result;
  const [form, fields] = useForm<Record<ReviewField, string>>({
    id: "review",
    constraint,
    lastResult: last?.submission,
    defaultValue: draft?.fields ?? {
      rating: "5",
      category: topic.reviewCategories[0]?.slug,
      ...work,
    },
    shouldRevalidate: "onSubmit",
  });
  const formProps = getFormProps(form);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    if (viewer || isViewerUnknown) return formProps.onSubmit(event);
    event.preventDefault();
    show("review.needsLogin");
  };

  return (
    <Card
      as="section"
      id={last?.formError ? undefined : OUTCOME_ID}
      aria-labelledby="review-form-heading"
      className="p-6"
    >
      <h2 id="review-form-heading" className="section-title">
        Add a Review
      </h2>
      <fetcher.Form
        method="post"
        action={`${pathname}${search}#${OUTCOME_ID}`}
        {...formProps}
        onSubmit={onSubmit}
        className="mt-5 grid grid-cols-1 gap-5 sm:grid-cols-2"
      >
        <FormKeyField />
        <RedirectField to={`${pathname}#reviews`} />
        <ReviewFields
          fields={fields}
          topic={topic}
          username={viewer?.name ?? ""}
          hasPresetRating={!draft && !last}
        />
        <div className="flex flex-wrap gap-3 sm:col-span-2">
          <Button
            name="intent"
            value="review"
            pending={fetcher.state !== "idle"}
            pendingLabel="Submitting…"
          >
            Submit Review
          </Button>
          <ButtonLink to={closedUrl} preventScrollReset variant="quiet">
            Cancel
          </ButtonLink>
        </div>
        <div className="sm:col-span-2">
          <DraftControls form="review" hub={topic.slug} draft={draft ?? submittedDraft(last)} />
        </div>
        {/* Placed after the submit button, so that the return key never replaces a review. */}
        <ReviewFormError error={last?.formError} isPending={fetcher.state !== "idle"} />
      </fetcher.Form>
    </Card>
  );
}

interface ReviewFormErrorProps {
  error: FormError | undefined;
  isPending: boolean;
}

function ReviewFormError({ error, isPending }: ReviewFormErrorProps) {
  if (!error) return null;
  return (
    <FormAlert id={OUTCOME_ID} className="scroll-mt-64 sm:col-span-2">
      {error.title === "Error" ? null : <b className="font-medium">{error.title}</b>}
      <p>{error.message}</p>
      {/* The viewer has already reviewed this work and may replace that review. */}
      {error.kind === "conflict" ? (
        <Button
          name="replace"
          value="yes"
          variant="secondary"
          size="sm"
          pending={isPending}
          className="mt-3"
        >
          Replace my earlier review
        </Button>
      ) : null}
    </FormAlert>
  );
}
