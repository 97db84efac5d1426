import {
  getFormProps,
  getInputProps,
  getSelectProps,
  getTextareaProps,
  useForm,
  type SubmissionResult,
} from "@conform-to/react";
import { useFetcher, useLocation } from "@remix-run/react";
import { useEffect, useRef, type FormEvent } from "react";
import { Button, ButtonLink } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { InputField, SelectField, TextareaField } from "~/components/ui/field";
import { FormAlert } from "~/components/ui/form-alert";
import { RedirectField } from "~/components/ui/redirect-field";
import { useFetcherToast, useToast } from "~/components/ui/toast";
import { REVIEW_MAX } from "~/domain/limits";
import { needsUrl, type Topic } from "~/domain/topics";
import { useViewer } from "~/utils/root-data";
import type { Toast, ToastKey } from "~/utils/toasts";
import { RatingField } from "./rating-field";

export type ReviewConstraint = Parameters<typeof useForm>[0]["constraint"];
type ReviewField = "title" | "author" | "url" | "rating" | "category" | "review";

/** What the action of a hub answers a review: the id of the one it stored, or why it did not. */
export interface ReviewAnswer {
  result?: SubmissionResult;
  toast?: ToastKey | Toast;
  posted?: string;
  /** Why it was refused as a whole. */
  refusal?: Pick<Toast, "title" | "description">;
  /** There is one of this work by the same person: it may be put in its place. */
  canReplace?: boolean;
}

interface ReviewFormProps {
  topic: Topic;
  constraint: ReviewConstraint;
  /** What a native post came back with. */
  rejection?: ReviewAnswer;
  /** The hub without the form. */
  closed: string;
  /** Called when the review is stored and the list is new, where a script is at work. */
  onPosted: () => void;
}

/** Where a native post comes back to: the form, or what is said of all of it. */
const OUTCOME = "review-outcome";

/** Adds a review to a hub. Closed, it forgets what was typed. */
export function ReviewForm({ topic, constraint, rejection, closed, onPosted }: ReviewFormProps) {
  const viewer = useViewer();
  const { show } = useToast();
  const { pathname, search } = useLocation();
  const fetcher = useFetcher<ReviewAnswer>();
  useFetcherToast(fetcher);
  useWhenPosted(fetcher, onPosted);
  const answer = fetcher.data ?? rejection;
  const [form, fields] = useForm<Record<ReviewField, string>>({
    id: "review",
    constraint,
    lastResult: answer?.result,
    defaultValue: { rating: "5", category: topic.defaultReviewCategory },
    shouldRevalidate: "onSubmit",
  });
  const formProps = getFormProps(form);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    if (viewer) return formProps.onSubmit(event);
    event.preventDefault();
    show("reviewNeedsLogin");
  };

  return (
    <Card
      as="section"
      id={answer?.refusal ? undefined : OUTCOME}
      aria-labelledby="review-form-heading"
      className="p-6"
    >
      <h2 id="review-form-heading" className="font-display text-2xl font-medium">
        Add a Review
      </h2>
      <fetcher.Form
        method="post"
        action={`${pathname}${search}#${OUTCOME}`}
        {...formProps}
        onSubmit={onSubmit}
        className="mt-5 grid gap-5 sm:grid-cols-2"
      >
        <RedirectField to={`${pathname}#reviews`} />
        <InputField
          label="Title"
          errors={fields.title.errors}
          input={getInputProps(fields.title, { type: "text" })}
        />
        <InputField
          label="Author"
          errors={fields.author.errors}
          input={getInputProps(fields.author, { type: "text" })}
        />
        <InputField
          label="Link"
          optional={!needsUrl(topic)}
          errors={fields.url.errors}
          className="sm:col-span-2"
          input={{
            ...getInputProps(fields.url, { type: "url" }),
            placeholder: "https://",
            inputMode: "url",
          }}
        />
        <SelectField
          label="Category"
          errors={fields.category.errors}
          select={getSelectProps(fields.category)}
          options={topic.reviewCategories.map(({ slug, label }) => ({ value: slug, label }))}
        />
        <InputField
          label="Username"
          input={{ name: "username", readOnly: true, value: viewer?.name ?? "" }}
        />
        <div className="sm:col-span-2">
          <RatingField field={fields.rating} />
        </div>
        <TextareaField
          label="Review"
          limit={REVIEW_MAX}
          errors={fields.review.errors}
          className="sm:col-span-2"
          textarea={{
            ...getTextareaProps(fields.review),
            rows: 7,
            placeholder: "What it says, whether it holds, and who should read it: up to 300 words",
          }}
        />
        <div className="flex flex-wrap gap-3 sm:col-span-2">
          <Button pending={fetcher.state !== "idle"} pendingLabel="Submitting…">
            Submit Review
          </Button>
          <ButtonLink to={closed} preventScrollReset variant="quiet">
            Cancel
          </ButtonLink>
        </div>
        {/* After the button that the return key presses: replacing is only ever meant. */}
        <Refused {...answer} isPending={fetcher.state !== "idle"} />
      </fetcher.Form>
    </Card>
  );
}

function Refused({
  refusal,
  canReplace,
  isPending,
}: Pick<ReviewAnswer, "refusal" | "canReplace"> & { isPending: boolean }) {
  if (!refusal) return null;
  return (
    <FormAlert id={OUTCOME} className="scroll-mt-64 sm:col-span-2">
      {refusal.title === "Error" ? null : <b className="font-medium">{refusal.title}</b>}
      <p>{refusal.description}</p>
      {canReplace ? (
        <Button
          name="replace"
          value="yes"
          variant="secondary"
          size="sm"
          pending={isPending}
          className="mt-3"
        >
          Put this in place of my first review
        </Button>
      ) : null}
    </FormAlert>
  );
}

/** Calls back once for each review that was stored, when the page has been read anew. */
function useWhenPosted(
  { state, data }: { state: string; data?: ReviewAnswer },
  onPosted: () => void,
) {
  const call = useRef(onPosted);
  useEffect(() => void (call.current = onPosted));
  const posted = state === "idle" ? data?.posted : undefined;
  useEffect(() => {
    if (posted) call.current();
  }, [posted]);
}
