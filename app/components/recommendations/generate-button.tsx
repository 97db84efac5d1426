import { Form, useLocation, useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { Button } from "../ui/button";
import {
  FormAlert,
  FormKeyField,
  RedirectField,
  useFormFetcher,
  type FormFetcher,
} from "~/components/ui/form";
import { RefreshIcon } from "../ui/icons";
import type { Engine } from "~/domain/engines";
import { mayGenerate } from "~/domain/permissions";
import type { FormResult } from "~/utils/forms/form-result";
import { useViewer } from "~/utils/root-data";

/** The id of the preview on a page, to which a native form post jumps. */
export const PREVIEW_ID = "preview";

export const generateIntents = {
  momentum: { generate: "generateMomentum", preview: "previewMomentum" },
  sentiment: { generate: "generateSentiment", preview: "previewSentiment" },
} as const;

/** The buttons' labels while pending; engines without one show a spinner. */
const pendingLabels: Partial<Record<Engine, string>> = { sentiment: "Analyzing..." };

/**
 * The fetcher shared by all generate buttons of a page, so that they are pending together and only
 * one toast is shown.
 * @param headingId the element that receives the focus if the focused button is removed, as that of
 *   the empty state is after a success
 */
export function useGenerateFetcher(engine: Engine, headingId: string): FormFetcher {
  const fetcher = useFormFetcher({ key: `generate-${engine}` });
  const wasBusy = useRef(false);
  const isBusy = fetcher.state !== "idle";
  useEffect(() => {
    const isFocusLost = document.activeElement === document.body;
    if (wasBusy.current && !isBusy && isFocusLost) document.getElementById(headingId)?.focus();
    wasBusy.current = isBusy;
  }, [isBusy, headingId]);
  return fetcher;
}

interface ButtonProps {
  engine: Engine;
  fetcher: FormFetcher;
}

/** A form whose button shows what the engine would recommend now. Publishing it is offered in the preview. */
export function PreviewButton({ engine, fetcher }: ButtonProps) {
  const { pathname, search } = useLocation();
  return (
    <fetcher.Form method="post" action={`${pathname}${search}#${PREVIEW_ID}`}>
      <Fields
        engine={engine}
        intent={generateIntents[engine].preview}
        label={usePreviewLabel(engine)}
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
      <Fields
        engine={engine}
        intent={generateIntents[engine].preview}
        label={usePreviewLabel(engine)}
        redirectTo={list}
        isPending={formAction?.startsWith(list) ?? false}
      />
    </Form>
  );
}

/** Those who may not publish a momentum recommendation have no “Generate New”. */
function usePreviewLabel(engine: Engine): string {
  const viewer = useViewer();
  return engine === "sentiment" || mayGenerate(viewer, false) ? "Generate New" : "Preview";
}

/** Says what the preview button does, beside it. */
export function PreviewNote() {
  return mayGenerate(useViewer(), false)
    ? "A preview first: nothing is stored until you publish it."
    : "Shows what the engine would say now. Nothing is stored.";
}

/** A form whose button makes and publishes the engine's first recommendation. */
export function GenerateFirstButton({ engine, fetcher }: ButtonProps) {
  const { pathname, search } = useLocation();
  return (
    <fetcher.Form method="post" action={pathname + search}>
      <Fields
        engine={engine}
        intent={generateIntents[engine].generate}
        label="Generate Your First Recommendation"
        isPending={fetcher.state !== "idle"}
        answer={fetcher.data}
      />
    </fetcher.Form>
  );
}

interface FieldsProps {
  engine: Engine;
  intent: string;
  label: string;
  isPending: boolean;
  answer?: FormResult | undefined;
  redirectTo?: string;
}

const Fields = ({ engine, intent, label, isPending, answer, redirectTo }: FieldsProps) => (
  <>
    <input type="hidden" name="intent" value={intent} />
    <FormKeyField answer={answer} />
    <RedirectField to={redirectTo} />
    <Button pending={isPending} pendingLabel={pendingLabels[engine]}>
      <RefreshIcon className="size-4" />
      {label}
    </Button>
  </>
);

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
