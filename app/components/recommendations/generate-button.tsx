import { Form, useFetcher, useLocation, useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { Button } from "../ui/button";
import { FormAlert, FormKeyField, RedirectField } from "~/components/ui/form";
import { RefreshIcon } from "../ui/icons";
import { useFetcherToast } from "../ui/toast";
import type { Engine } from "~/domain/engines";
import type { FormResult } from "~/utils/forms/form-result";

export type GenerateFetcher = ReturnType<typeof useFetcher<FormResult>>;

/** The id of the preview on a page, to which a native form post jumps. */
export const PREVIEW_ID = "preview";

/** The buttons of each engine, for users who may store a recommendation and for those who only get a preview. */
const buttons = {
  momentum: {
    generate: { intent: "generateMomentum", label: "Generate New" },
    preview: { intent: "previewMomentum", label: "Preview" },
  },
  sentiment: {
    generate: { intent: "generateSentiment", label: "Generate New" },
    // The same intent for all signed-in users: the service decides whether it is a preview.
    preview: { intent: "generateSentiment", label: "Generate New" },
  },
} as const;

/** The buttons' labels while pending; engines without one show a spinner. */
const pendingLabels: Partial<Record<Engine, string>> = { sentiment: "Analyzing..." };

/**
 * The fetcher shared by all generate buttons of a page, so that they are pending together and only
 * one toast is shown.
 * @param headingId the element that receives the focus if the focused button is removed, as that of
 *   the empty state is after a success
 */
export function useGenerateFetcher(engine: Engine, headingId: string): GenerateFetcher {
  const fetcher = useFetcher<FormResult>({ key: `generate-${engine}` });
  useFetcherToast(fetcher);
  const wasBusy = useRef(false);
  const isBusy = fetcher.state !== "idle";
  useEffect(() => {
    const isFocusLost = document.activeElement === document.body;
    if (wasBusy.current && !isBusy && isFocusLost) document.getElementById(headingId)?.focus();
    wasBusy.current = isBusy;
  }, [isBusy, headingId]);
  return fetcher;
}

interface GenerateButtonProps {
  engine: Engine;
  fetcher: GenerateFetcher;
  /** Whether the button requests a preview, which the page shows. */
  isPreview?: boolean;
  children?: string;
  /** Where a native form post is redirected to; defaults to the current page. */
  redirectTo?: string;
}

/** A form with a single button that has a recommendation generated, or a preview computed. */
export function GenerateButton(props: GenerateButtonProps) {
  const { engine, fetcher, isPreview = false, redirectTo, children } = props;
  const { pathname, search } = useLocation();
  return (
    <fetcher.Form method="post" action={pathname + search + (isPreview ? `#${PREVIEW_ID}` : "")}>
      <GenerateFields
        {...{ engine, isPreview, redirectTo, label: children }}
        isPending={fetcher.state !== "idle"}
        answer={fetcher.data}
      />
    </fetcher.Form>
  );
}

/** A preview button for pages that cannot show the preview: the form navigates to the engine's list. */
export function PreviewOnListButton({ engine, list }: { engine: Engine; list: string }) {
  const { formAction } = useNavigation();
  return (
    <Form method="post" action={`${list}#${PREVIEW_ID}`}>
      <GenerateFields
        {...{ engine, isPreview: true, redirectTo: list }}
        isPending={formAction?.startsWith(list) ?? false}
      />
    </Form>
  );
}

interface GenerateFieldsProps {
  engine: Engine;
  isPreview: boolean;
  isPending: boolean;
  answer?: FormResult | undefined;
  label?: string;
  redirectTo?: string;
}

function GenerateFields({
  engine,
  isPreview,
  isPending,
  answer,
  redirectTo,
  ...props
}: GenerateFieldsProps) {
  const { intent, label } = buttons[engine][isPreview ? "preview" : "generate"];
  return (
    <>
      <input type="hidden" name="intent" value={intent} />
      <FormKeyField answer={answer} />
      <RedirectField to={redirectTo} />
      <Button pending={isPending} pendingLabel={pendingLabels[engine]}>
        <RefreshIcon className="size-4" />
        {props.label ?? label}
      </Button>
    </>
  );
}

/** The error of a native form post, shown at the top of the page. */
export const GenerateError = ({ result }: { result: FormResult | undefined }) =>
  result?.formError ? (
    <div className="mx-auto max-w-page px-4 py-4 sm:px-6 lg:px-8">
      <FormAlert>
        <p className="font-medium">{result.formError.title}</p>
        <p>{result.formError.message}</p>
      </FormAlert>
    </div>
  ) : null;
