import type { FieldMetadata } from "@conform-to/react";
import { useState, type ReactNode } from "react";
import { InputField, SelectField, TextareaField } from "~/components/ui/field";
import { MAX_MODERATION_NOTE_LENGTH } from "~/domain/field-limits";
import {
  decisionKinds,
  MAX_SUSPENSION_DAYS,
  moderationReasonNames,
  moderationReasons,
  RULE_COUNT,
  type DecisionKind,
} from "~/domain/moderation";
import { useHydrated } from "~/utils/browser/hydrated";
import { AnonymityField } from "./anonymity-field";

export type DecisionFieldName =
  "decision" | "reason" | "rule" | "note" | "days" | "category" | "link" | "isAnonymous";

interface Option {
  value: string;
  label: string;
}

interface DecisionFieldsProps {
  fields: Record<DecisionFieldName, FieldMetadata<string>>;
  decisions: readonly DecisionKind[];
  /** The categories to which it can be moved, and the links in it. */
  categories: readonly Option[];
  links: readonly string[];
}

const CHOOSE: Option = { value: "", label: "Please choose" };

const reasons = moderationReasonNames.map((value) => ({
  value,
  label: moderationReasons[value].label,
}));

const rules: Option[] = [
  { value: "", label: "The rule that goes with the reason" },
  ...Array.from({ length: RULE_COUNT }, (_, i) => ({
    value: String(i + 1),
    label: `Rule ${i + 1}`,
  })),
];

/** The fields of a decision. With scripts, only those that the chosen decision needs. */
export function DecisionFields({ fields, decisions, categories, links }: DecisionFieldsProps) {
  const [decision, setDecision] = useState<string>(fields.decision.initialValue ?? "");
  const isHydrated = useHydrated();
  const only = (kind: DecisionKind, children: ReactNode) => {
    if (!decisions.includes(kind)) return null;
    return isHydrated && decision !== kind ? null : children;
  };
  const label = (text: string, kind: DecisionKind) =>
    isHydrated ? text : `${text}, for “${decisionKinds[kind].label}”`;
  return (
    <>
      <div
        onChange={({ target }) => {
          if (target instanceof HTMLSelectElement) setDecision(target.value);
        }}
      >
        <SelectField
          label="Decision"
          field={fields.decision}
          options={[
            CHOOSE,
            ...decisions.map((value) => ({ value, label: decisionKinds[value].label })),
          ]}
        />
      </div>
      {only(
        "suspend",
        <InputField
          label={label("Days", "suspend")}
          optional
          hint={`1 to ${MAX_SUSPENSION_DAYS}; without a number, for good.`}
          field={fields.days}
          inputMode="numeric"
          autoComplete="off"
        />,
      )}
      {only(
        "move",
        <SelectField
          label={label("Move to", "move")}
          field={fields.category}
          options={[CHOOSE, ...categories]}
        />,
      )}
      {only(
        "remove-link",
        links.length ? (
          <SelectField
            label={label("Link", "remove-link")}
            field={fields.link}
            options={[CHOOSE, ...links.map((link) => ({ value: link, label: link }))]}
          />
        ) : (
          <InputField
            label={label("Link", "remove-link")}
            hint="As it stands in the text."
            field={fields.link}
            autoComplete="off"
          />
        ),
      )}
      <SelectField label="Reason" field={fields.reason} options={[CHOOSE, ...reasons]} />
      <SelectField
        label="Rule"
        hint="Choose one if the reason is “Something else”."
        field={fields.rule}
        options={rules}
      />
      <TextareaField
        label="Facts"
        hint="Its author reads this in the statement of reasons; it is not public."
        field={fields.note}
        limit={MAX_MODERATION_NOTE_LENGTH}
        rows={5}
      />
      <AnonymityField field={fields.isAnonymous} />
    </>
  );
}
