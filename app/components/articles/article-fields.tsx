import { Fragment } from "react";
import type { FieldMetadata } from "@conform-to/react";
import { InputField, SelectField, TextareaField } from "~/components/ui/field";
import { categories } from "~/domain/categories";
import { disclosureLabels, disclosures } from "~/domain/disclosure";
import { MAX_SUMMARY_LENGTH } from "~/domain/field-limits";
import type { ArticleInput } from "~/schemas/articles";

export type ArticleField = keyof ArticleInput;

interface ArticleFieldsProps {
  fields: Record<ArticleField, FieldMetadata<string>>;
  isLinkFixed?: boolean;
}

/** The fields of the forms that post and edit an article. */
export const ArticleFields = ({ fields, isLinkFixed = false }: ArticleFieldsProps) => (
  <>
    <InputField
      label="Link"
      hint={isLinkFixed ? "It cannot be changed, since the article has been upvoted." : undefined}
      field={fields.url}
      type="url"
      readOnly={isLinkFixed}
      placeholder="https://"
      inputMode="url"
    />
    <InputField label="Title" field={fields.title} />
    <TextareaField
      label="Summary"
      limit={MAX_SUMMARY_LENGTH}
      field={fields.summary}
      rows={3}
      suggestsNames
    />
    <SelectField
      label="Category"
      field={fields.category}
      options={categories.map(({ slug, name }) => ({ value: slug, label: name }))}
    />
    <TextareaField
      label="Your note"
      hint="Markdown: why it is worth reading, and what to question."
      optional
      field={fields.content}
      suggestsNames
    />
    <MarkdownHelp />
    <SelectField
      label="Do you hold what you write about?"
      optional
      field={fields.disclosure}
      options={[
        { value: "", label: "No statement" },
        ...disclosures.map((value) => ({ value, label: disclosureLabels[value] })),
      ]}
    />
    <InputField
      label="What you hold, in your own words"
      optional
      field={fields.disclosureNote}
      placeholder="A little BTC, bought in 2021"
    />
    <InputField
      label="Image address"
      optional
      field={fields.imageUrl}
      type="url"
      placeholder="https://"
      inputMode="url"
    />
  </>
);

const marks = [
  ["**bold**, *italic*", "for weight"],
  ["[words](https://example.org)", "for a link"],
  ["## Heading", "on a line of its own"],
  ["- item", "for each item of a list"],
  ["> words", "for a quotation, which the sentiment engine leaves out"],
  ["`code`", "for code"],
] as const;

const MarkdownHelp = () => (
  <details className="-mt-4">
    <summary className="disclosure text-sm">How to format a note</summary>
    <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
      {marks.map(([mark, use]) => (
        <Fragment key={mark}>
          <dt className="font-mono">{mark}</dt>
          <dd className="text-muted">{use}</dd>
        </Fragment>
      ))}
    </dl>
  </details>
);
