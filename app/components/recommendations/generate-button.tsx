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

export type Generating = ReturnType<typeof useFetcher<FormResult>>;

/** The `intent` of an engine's form. */
const intents = {
  momentum: "generateMomentum",
  sentiment: "generateSentiment",
} as const satisfies Record<Engine, FormIntent>;

/**
 * Generates, for all buttons of a page that ask for it: they wait together, and how it went is said once.
 *
 * @param headingId of what takes the focus when the button that had it is gone, as the first one is
 */
export function useGenerating(engine: Engine, headingId: string): Generating {
  const fetcher = useFetcher<FormResult>({ key: `generate-${engine}` });
  useFetcherToast(fetcher);
  const wasBusy = useRef(false);
  const isBusy = fetcher.state !== "idle";
  useEffect(() => {
    const isLost = document.activeElement === document.body;
    if (wasBusy.current && !isBusy && isLost) document.getElementById(headingId)?.focus();
    wasBusy.current = isBusy;
  }, [isBusy, headingId]);
  return fetcher;
}

interface GenerateButtonProps {
  engine: Engine;
  generating: Generating;
  children: string;
  /** What it reads meanwhile. */
  pendingLabel?: string;
  /** Where a native post goes on to; this page when left out. */
  redirectTo?: string;
}

/** A form of one button: a native post, or one by script. */
export function GenerateButton(props: GenerateButtonProps) {
  const { engine, generating, children, pendingLabel, redirectTo } = props;
  const { pathname, search } = useLocation();
  return (
    <generating.Form method="post" action={pathname + search}>
      <input type="hidden" name="intent" value={intents[engine]} />
      <FormKeyField />
      <RedirectField to={redirectTo} />
      <Button
        pending={generating.state !== "idle"}
        pendingLabel={pendingLabel}
        icon={<RefreshIcon className="size-4" />}
      >
        {children}
      </Button>
    </generating.Form>
  );
}

/**
 * Why nothing was generated, for a browser that posted natively: it stands at the head of the page that
 * comes back.
 */
export const GenerateRefused = ({ result }: { result: FormResult | undefined }) =>
  result?.refusal ? (
    <div className="mx-auto max-w-page px-4 py-4 sm:px-6 lg:px-8">
      <FormAlert>
        <p className="font-medium">{result.refusal.title}</p>
        <p>{result.refusal.message}</p>
      </FormAlert>
    </div>
  ) : null;
