import { Form, useNavigation } from "@remix-run/react";
import { Button } from "~/components/ui/button";
import { FormKeyField } from "~/components/ui/form";
import type { ModerationTarget } from "~/domain/moderation";

interface WithdrawFlagProps extends ModerationTarget {
  /** Names the flagged text for screen readers, where a page has several buttons. */
  title?: string;
}

/** The button that takes a flag back. */
export function WithdrawFlag({ kind, id, title }: WithdrawFlagProps) {
  const { formData } = useNavigation();
  const isPending = formData?.get("intent") === "withdrawFlag" && formData.get("id") === id;
  return (
    <Form method="post" action="/flags">
      <input type="hidden" name="intent" value="withdrawFlag" />
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="id" value={id} />
      <FormKeyField />
      <Button variant="secondary" size="sm" pending={isPending}>
        Take back
        {title ? (
          <span className="sr-only">
            {" the flag: "}
            <span dir="auto">{title}</span>
          </span>
        ) : null}
      </Button>
    </Form>
  );
}
