import { useFetcher } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { Button } from "~/components/ui/button";
import { FormAlert } from "~/components/ui/form-alert";
import { RefreshIcon } from "~/components/ui/icons";
import { RedirectField } from "~/components/ui/redirect-field";
import { useFetcherToast } from "~/components/ui/toast";
import type { Engine } from "~/domain/engines";
import type { Toast, ToastKey } from "~/utils/toasts";

/** What is answered when it is not on to another page. */
export interface GenerateAnswer {
  /** For a script: how it went. */
  toast: ToastKey | Toast;
  /** The same in words when it was refused: a native post shows it on the page. */
  refused?: string;
}

export type Generating = ReturnType<typeof useFetcher<GenerateAnswer>>;

/**
 * Generates, for all buttons of a page that ask for it: they wait together, and how it went is said once.
 *
 * @param headingId of what takes the focus when the button that had it is gone, as the first one is
 */
export function useGenerating(engine: Engine, headingId: string): Generating {
  const fetcher = useFetcher<GenerateAnswer>({ key: `generate-${engine}` });
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
}

/** A form of one button: a native post, or one by script. */
export function GenerateButton(props: GenerateButtonProps) {
  const { engine, generating, children, pendingLabel } = props;
  return (
    <generating.Form method="post" action={`/${engine}`}>
      <RedirectField />
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
 * Why nothing was generated, for a browser that posted natively: it stands at the head of the page, where
 * without scripts a toast would.
 */
export const GenerateRefused = ({ children }: { children: string | undefined }) =>
  children ? (
    <div className="mx-auto max-w-page px-4 py-4 sm:px-6 lg:px-8">
      <FormAlert>
        <p className="font-medium">Error</p>
        <p>{children}</p>
      </FormAlert>
    </div>
  ) : null;
