import { type FieldMetadata, getCollectionProps } from "@conform-to/react";
import { clsx } from "clsx";
import { InputField, RadioFieldset, SelectField, TextareaField } from "~/components/ui/field";
import { StarIcon, StarOutlineIcon } from "~/components/ui/icons";
import { RATINGS } from "~/components/ui/stars";
import { MAX_REVIEW_LENGTH } from "~/domain/field-limits";
import { needsUrl, type Topic } from "~/domain/topics";
import type { ReviewInput } from "~/schemas/reviews";
import { plural } from "~/utils/format";

export type ReviewField = keyof ReviewInput;

interface ReviewFieldsProps {
  fields: Record<ReviewField, FieldMetadata<string>>;
  topic: Topic;
  /** The name under which the review appears. */
  username: string;
  /** Whether the rating was chosen by the form and not by a person. */
  hasPresetRating?: boolean;
}

/** The fields to add or edit a review, for a form with two columns. */
export const ReviewFields = ({
  fields,
  topic,
  username,
  hasPresetRating = false,
}: ReviewFieldsProps) => (
  <>
    <InputField label="Title" field={fields.title} />
    <InputField label="Author" field={fields.author} />
    <InputField
      label="Link"
      optional={!needsUrl(topic)}
      field={fields.url}
      className="sm:col-span-2"
      type="url"
      placeholder="https://"
      inputMode="url"
    />
    <SelectField
      label="Category"
      field={fields.category}
      options={topic.reviewCategories.map(({ slug, label }) => ({ value: slug, label }))}
    />
    <InputField label="Username" name="username" readOnly value={username} />
    <div className="sm:col-span-2">
      <RatingField field={fields.rating} isPreset={hasPresetRating} />
    </div>
    <TextareaField
      label="Review"
      limit={MAX_REVIEW_LENGTH}
      field={fields.review}
      className="sm:col-span-2"
      rows={7}
      suggestsNames
      placeholder="What it says, whether it holds up, and who should read it: up to 300 words"
    />
  </>
);

/** Radio buttons, so that it works by keyboard and without JavaScript: CSS fills the stars up to the selected one. */
const RatingField = ({ field, isPreset }: { field: FieldMetadata<string>; isPreset: boolean }) => (
  <RadioFieldset legend="Rating" field={field}>
    {isPreset ? <p className="text-sm text-muted">5 of 5 until you choose.</p> : null}
    <div className="-ms-2 mt-1.5 flex flex-wrap">
      {getCollectionProps(field, { type: "radio", options: RATINGS.map(String) }).map(
        ({ key, ...radio }) => (
          <label
            key={key}
            className={clsx(
              "grid w-11 justify-items-center rounded-sm py-1 hover:bg-sunken",
              "has-focus-visible:outline-2 has-focus-visible:outline-accent",
              "[&:has(:checked)_.chosen]:block [&:has(~label_:checked)_.chosen]:block",
              "[&:has(:checked)_.open]:hidden [&:has(~label_:checked)_.open]:hidden",
              "has-checked:font-medium has-checked:text-ink",
            )}
          >
            <input {...radio} className="sr-only" />
            <span className="sr-only">{plural(Number(radio.value), "star")}</span>
            <StarIcon className="chosen hidden size-6 text-warning" />
            <StarOutlineIcon className="open size-6 text-warning" />
            <span aria-hidden="true" className="text-sm tabular-nums">
              {radio.value}
            </span>
          </label>
        ),
      )}
    </div>
  </RadioFieldset>
);
