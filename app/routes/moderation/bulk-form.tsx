import { getFormProps, useForm } from "@conform-to/react";
import { Form, useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { AnonymityField } from "~/components/moderation/anonymity-field";
import { Button } from "~/components/ui/button";
import { InputField, SelectField, TextareaField } from "~/components/ui/field";
import { FormAlert, FormKeyField } from "~/components/ui/form";
import { ChevronDownIcon } from "~/components/ui/icons";
import { MAX_MODERATION_NOTE_LENGTH } from "~/domain/field-limits";
import {
  decisionKinds,
  MAX_SUSPENSION_DAYS,
  moderationReasonNames,
  moderationReasons,
  RULE_COUNT,
} from "~/domain/moderation";
import { BULK_DECISIONS } from "~/domain/moderation-queue";
import { useResultOf } from "~/utils/forms/result-of";
import { useViewer } from "~/utils/root-data";

const CHOOSE = { value: "", label: "Choose …" };

/** A form around a list of cases with checkboxes, and the fields with which the selected are decided about. */
export function BulkForm({ children }: { children: ReactNode }) {
  const result = useResultOf("decideMany");
  const { formData } = useNavigation();
  const [form, fields] = useForm<Record<string, string>>({
    id: "decideMany",
    defaultValue: { isAnonymous: useViewer()?.isAnonymousModerator ? "on" : "" },
    lastResult: result?.submission,
    shouldRevalidate: "onSubmit",
  });
  const field = (name: string) => fields[name]!;
  return (
    // The form has no box (`contents`): within one, the open bar could not reach above the beginning of the list.
    <Form method="post" {...getFormProps(form)} preventScrollReset className="contents">
      {children}
      <details
        open={result ? true : undefined}
        className="group sticky bottom-0 mt-4 border-t-2 border-ink bg-paper open:max-h-[60dvh] open:overflow-y-auto open:pb-4 [@media(max-height:30rem)]:static [@media(max-height:30rem)]:open:max-h-none"
      >
        <summary className="disclosure">
          <ChevronDownIcon className="size-4 transition-transform group-open:rotate-180" />
          Decide about the selected
        </summary>
        <input type="hidden" name="intent" value="decideMany" />
        <FormKeyField />
        <FormAlert className="mb-3">{result?.formError?.message}</FormAlert>
        <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
          <SelectField
            label="Decision"
            field={field("decision")}
            options={[
              CHOOSE,
              ...BULK_DECISIONS.map((value) => ({ value, label: decisionKinds[value].label })),
            ]}
          />
          <SelectField
            label="Reason"
            field={field("reason")}
            options={[
              CHOOSE,
              ...moderationReasonNames.map((value) => ({
                value,
                label: moderationReasons[value].label,
              })),
            ]}
          />
          <SelectField
            label="Rule"
            optional
            field={field("rule")}
            options={[
              { value: "", label: "The rule that goes with the reason" },
              ...Array.from({ length: RULE_COUNT }, (_, i) => ({
                value: String(i + 1),
                label: `Rule ${i + 1}`,
              })),
            ]}
          />
          <InputField
            label="Days suspended"
            optional
            type="number"
            min={1}
            max={MAX_SUSPENSION_DAYS}
            field={field("days")}
          />
        </div>
        <TextareaField
          className="mt-3"
          label="Note, which the authors read"
          rows={2}
          field={field("note")}
          limit={MAX_MODERATION_NOTE_LENGTH}
        />
        <AnonymityField field={field("isAnonymous")} />
        <Button
          className="mt-3"
          pending={formData?.get("intent") === "decideMany"}
          pendingLabel="Deciding…"
        >
          Decide
        </Button>
      </details>
    </Form>
  );
}
