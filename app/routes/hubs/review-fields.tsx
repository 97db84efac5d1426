import {
  getInputProps,
  getSelectProps,
  getTextareaProps,
  type FieldMetadata,
} from "@conform-to/react";
import { InputField, SelectField, TextareaField } from "~/components/ui/field";
import { MAX_REVIEW_LENGTH } from "~/domain/field-limits";
import { needsUrl, type Topic } from "~/domain/topics";
import type { ReviewInput } from "~/schemas/reviews";
import { RatingField } from "./rating-field";

export type ReviewField = keyof ReviewInput;

interface ReviewFieldsProps {
  fields: Record<ReviewField, FieldMetadata<string>>;
  topic: Topic;
  /** The name under which the review appears. */
  username: string;
}

/** The fields to add or edit a review, for a form with two columns. */
export const ReviewFields = ({ fields, topic, username }: ReviewFieldsProps) => (
  <>
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
    <InputField label="Username" input={{ name: "username", readOnly: true, value: username }} />
    <div className="sm:col-span-2">
      <RatingField field={fields.rating} />
    </div>
    <TextareaField
      label="Review"
      limit={MAX_REVIEW_LENGTH}
      errors={fields.review.errors}
      className="sm:col-span-2"
      textarea={{
        ...getTextareaProps(fields.review),
        rows: 7,
        placeholder: "What it says, whether it holds up, and who should read it: up to 300 words",
      }}
    />
  </>
);
