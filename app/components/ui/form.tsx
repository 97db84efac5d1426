import { clsx } from "clsx";
import {
  forwardRef,
  useEffect,
  useId,
  useRef,
  type ComponentPropsWithoutRef,
  type ReactNode,
  type RefObject,
} from "react";
import { AlertIcon } from "./icons";
import { useFetcherToast } from "./toast";
import {
  useActionData,
  useFetcher,
  useLocation,
  useNavigation,
  type FetcherWithComponents,
} from "@remix-run/react";
import { hasSucceeded, type FormResult } from "~/utils/forms/form-result";
import { useRequestId } from "~/utils/http/request-id";
import { useViewer } from "~/utils/root-data";
import { useHydrated } from "~/utils/browser/hydrated";

interface FormAlertProps {
  /** Renders nothing if empty. */
  children?: ReactNode;
  id?: string;
  className?: string;
}

export function FormAlert({ children, id, className }: FormAlertProps) {
  if (!children) return null;
  return (
    <div
      role="alert"
      id={id}
      className={clsx(
        "flex gap-2.5 rounded border border-negative bg-negative-wash px-4 py-3 text-base text-ink",
        className,
      )}
    >
      <AlertIcon className="mt-0.5 text-negative" />
      <div className="min-w-0">{children}</div>
    </div>
  );
}

interface FormKeyFieldProps {
  /** The last response to a fetcher's form that stays on the page after a success. */
  answer?: FormResult | undefined;
  /** The id of the form, if the field is outside of it because it outlives the form. */
  form?: string;
}

/**
 * An idempotency key, so that a form that arrives twice (a double click, a retry after a lost response) is processed
 * once. It stays the same until the form has succeeded. Visitors get no key, because they cannot submit anything.
 */
export function FormKeyField({ answer, form }: FormKeyFieldProps) {
  const isSignedIn = useViewer() !== null;
  const requestId = useRequestId();
  const field = useRef<HTMLInputElement>(null);
  // Each rendered form gets a new key in the browser; native posts use the server's.
  useEffect(() => renew(field), [isSignedIn]);
  useEffect(() => {
    if (hasSucceeded(answer)) renew(field);
  }, [answer]);
  useRenewalAfterNavigation(field);
  if (!isSignedIn) return null;
  return (
    <input
      ref={field}
      type="hidden"
      name="formKey"
      form={form}
      // In the browser React must not control the value: it would overwrite the key at each render.
      {...(typeof document === "undefined" ? { defaultValue: requestId } : {})}
      suppressHydrationWarning
    />
  );
}

/** Renews the key of a form that was submitted by a navigation, succeeded and is still on the page. */
function useRenewalAfterNavigation(field: RefObject<HTMLInputElement | null>): void {
  const { formData } = useNavigation();
  const result = useActionData<FormResult>();
  const isSent = useRef(false);
  useEffect(() => {
    if (formData) isSent.current = formData.get("formKey") === field.current?.value;
    else if (isSent.current) {
      isSent.current = false;
      // After a redirect back to this page there is no action data.
      if (!result || hasSucceeded(result)) renew(field);
    }
  }, [field, formData, result]);
}

function renew({ current }: RefObject<HTMLInputElement | null>): void {
  if (current) current.value = newKey();
}

/** `crypto.randomUUID` requires a secure context, but the site may be tried out over plain http. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");

interface RedirectFieldProps {
  /** Where a native form post is redirected to; defaults to the current page. */
  to?: string;
}

/** Tells an action where to redirect a native form post; after hydration it is a `DataAnswerField`. */
export function RedirectField({ to }: RedirectFieldProps) {
  const { pathname, search } = useLocation();
  if (useHydrated()) return <DataAnswerField />;
  return <input type="hidden" name="redirectTo" value={to ?? pathname + search} />;
}

/** After hydration, asks the action for data instead of a redirect, so that a fetcher's post does not navigate. */
export const DataAnswerField = () =>
  useHydrated() ? <input type="hidden" name="answer" value="data" /> : null;

export type FormFetcher = Pick<
  FetcherWithComponents<FormResult>,
  "data" | "formData" | "Form" | "state"
>;

/** A fetcher for a form whose `action` is a path. The toast in its response is shown. */
export const useFormFetcher = import.meta.env.SSR ? useServerFormFetcher : useBrowserFormFetcher;

function useBrowserFormFetcher(options?: { key: string }): FormFetcher {
  const fetcher = useFetcher<FormResult>(options);
  useFetcherToast(fetcher);
  return fetcher;
}

/**
 * On the server nothing is sent, so it renders plain forms. The router's forms take several times as long, and a page has
 * dozens of them.
 */
function useServerFormFetcher(_options?: { key: string }): FormFetcher {
  // `useFetcher` calls it, too: without it, fields below would have other ids than in the browser.
  useId();
  return SERVER_FETCHER;
}

const SERVER_FETCHER: FormFetcher = {
  Form: forwardRef<HTMLFormElement, ComponentPropsWithoutRef<FormFetcher["Form"]>>(
    function Form(props, ref) {
      return <form ref={ref} {...props} />;
    },
  ),
  state: "idle",
  data: undefined,
  formData: undefined,
};
