import { useFetcher, useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { Button } from "../ui/button";
import { FormAlert } from "../ui/form-alert";
import { RefreshIcon } from "../ui/icons";
import { FormKeyField } from "../ui/form-key-field";
import { RedirectField } from "../ui/redirect-field";
import { useFetcherToast } from "../ui/toast";
import type { Engine } from "~/domain/engines";
import type { FormIntent, FormResult } from "~/utils/forms/form-result";

export type GenerateFetcher = ReturnType<typeof useFetcher<FormResult>>;

/** The `intent` value of each engine's form. */
const intents = {
  momentum: "generateMomentum",
  sentiment: "generateSentiment",
} as const satisfies Record<Engine, FormIntent>;

/**
 * The fetcher shared by all generate buttons of a page, so that they are pending together and only
 * one toast is shown.
 * @param headingId the element that receives the focus if the button that had it is removed, as the
 *   empty state's is
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
  children: string;
  /** Label while pending. */
  pendingLabel?: string;
  /** Where a native form post is redirected to; defaults to the current page. */
  redirectTo?: string;
}

/** A form with a single button that generates a recommendation. */
export function GenerateButton(props: GenerateButtonProps) {
  const { engine, fetcher, children, pendingLabel, redirectTo } = props;
  const { pathname, search } = useLocation();
  return (
    <fetcher.Form method="post" action={pathname + search}>
      <input type="hidden" name="intent" value={intents[engine]} />
      <FormKeyField />
      <RedirectField to={redirectTo} />
      <Button
        pending={fetcher.state !== "idle"}
        pendingLabel={pendingLabel}
        icon={<RefreshIcon className="size-4" />}
      >
        {children}
      </Button>
    </fetcher.Form>
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
