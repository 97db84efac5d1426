import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useReducer,
  useState,
  type ReactNode,
} from "react";
import { useHydrated } from "~/utils/browser/hydrated";
import { useRootData } from "~/utils/root-data";
import type { Toast } from "~/utils/toasts/toast";
import { isToastKey, toasts, type ToastKey } from "~/utils/toasts/toasts";
import { Link } from "./link";
import { AlertIcon, CheckIcon, CloseIcon } from "./icons";

const MAX_TOASTS = 3;
const DISMISS_AFTER_MS: Record<Toast["kind"], number> = { success: 6_000, error: 12_000 };
/** Long ones stay longer. */
const MS_PER_CHARACTER = 60;

interface ShownToast extends Toast {
  id: number;
}

interface ToastState {
  next: number;
  shown: readonly ShownToast[];
}

type ToastAction = { show: Toast } | { dismiss: number };

function toastReducer(state: ToastState, action: ToastAction): ToastState {
  if ("dismiss" in action)
    return { ...state, shown: state.shown.filter(({ id }) => id !== action.dismiss) };
  return {
    next: state.next + 1,
    shown: [...state.shown, { ...action.show, id: state.next }].slice(-MAX_TOASTS),
  };
}

type ShowToast = (toast: ToastKey | Toast) => void;

const ToastContext = createContext<ShowToast | null>(null);

/** Holds the toasts, starting with the one from the root loader, and renders them before its children. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const { toast: served } = useRootData();
  const [state, dispatch] = useReducer(toastReducer, served, (initial) =>
    toastReducer({ next: 0, shown: [] }, initial ? { show: initial } : { dismiss: -1 }),
  );

  const [lastServed, setLastServed] = useState(served);
  if (served !== lastServed) {
    setLastServed(served);
    if (served) dispatch({ show: served });
  }

  const show = useCallback<ShowToast>(
    (toast) => dispatch({ show: typeof toast === "string" ? toasts[toast] : toast }),
    [],
  );
  const dismiss = useCallback((id: number) => dispatch({ dismiss: id }), []);

  return (
    <ToastContext.Provider value={show}>
      <ToastRegion shown={state.shown} onDismiss={dismiss} />
      {children}
    </ToastContext.Provider>
  );
}

export function useToast(): ShowToast {
  const show = useContext(ToastContext);
  if (!show) throw new Error("useToast must be used within ToastProvider");
  return show;
}

const toastIn = (data: unknown): Toast | null => {
  const { toast, link } = (data ?? {}) as { toast?: unknown; link?: string };
  if (isToastKey(toast)) return { ...toasts[toast], to: link };
  return toast && typeof toast === "object" && "description" in toast ? (toast as Toast) : null;
};

/** Responses whose toast has been shown: a fetcher with a key keeps its response when the page changes. */
const responsesShown = new WeakSet<object>();

/** Shows the `toast` in a fetcher's response, a key or a toast object, once per response. */
export function useFetcherToast({ data }: { data: unknown }): void {
  const show = useToast();
  useEffect(() => {
    const toast = toastIn(data);
    if (!toast || responsesShown.has(data as object)) return;
    responsesShown.add(data as object);
    show(toast);
  }, [data, show]);
}

interface ToastRegionProps {
  shown: readonly ShownToast[];
  onDismiss: (id: number) => void;
}

/**
 * Floats at the bottom of the window. Successes are announced by a live region that exists before
 * them, since one added together with its text may not be read out; errors are alerts.
 */
const ToastRegion = ({ shown, onDismiss }: ToastRegionProps) => {
  const cards = (kind: Toast["kind"]) =>
    shown
      .filter((toast) => toast.kind === kind)
      .map((toast) => <ToastCard key={toast.id} toast={toast} onDismiss={onDismiss} />);
  return (
    <div className="toasts">
      <div role="status" aria-atomic="false" className="contents">
        {cards("success")}
      </div>
      {cards("error")}
    </div>
  );
};

interface ToastCardProps {
  toast: ShownToast;
  onDismiss: (id: number) => void;
}

function ToastCard({ toast, onDismiss }: ToastCardProps) {
  const [isPaused, setIsPaused] = useState(false);
  const hydrated = useHydrated();
  const { id, kind, title, description, to } = toast;
  const anchor = `toast-${id}`;

  useEffect(() => {
    if (isPaused) return;
    const ms = Math.max(DISMISS_AFTER_MS[kind], description.length * MS_PER_CHARACTER);
    const timer = setTimeout(() => onDismiss(id), ms);
    return () => clearTimeout(timer);
  }, [isPaused, id, kind, description, onDismiss]);

  const isError = kind === "error";
  return (
    // Hover and focus pause the timer.
    <div
      // Without JavaScript the dismiss link targets the toast itself, and `:target` hides it.
      id={hydrated ? undefined : anchor}
      role={isError ? "alert" : undefined}
      data-kind={kind}
      className="toast pointer-events-auto flex target:hidden w-full max-w-sm items-start gap-3 rounded border border-line bg-raised p-4 pe-2 shadow-float"
      onPointerEnter={() => setIsPaused(true)}
      onPointerLeave={() => setIsPaused(false)}
      onFocus={() => setIsPaused(true)}
      onBlur={() => setIsPaused(false)}
    >
      {isError ? (
        <AlertIcon className="mt-0.5 text-negative" />
      ) : (
        <CheckIcon className="mt-0.5 text-positive" />
      )}
      <div className="min-w-0 flex-1 text-sm">
        <p className="font-medium">{title}</p>
        <p className="mt-0.5 text-muted">
          {description}
          {to ? (
            <>
              {" "}
              <Link to={to} className="link touch">
                View it
              </Link>
            </>
          ) : null}
        </p>
      </div>
      {hydrated ? (
        <button type="button" onClick={() => onDismiss(id)} className={dismissClass}>
          <Dismiss />
        </button>
      ) : (
        <a href={`#${anchor}`} className={dismissClass}>
          <Dismiss />
        </a>
      )}
    </div>
  );
}

const dismissClass =
  "-my-2 grid size-11 shrink-0 place-items-center rounded text-muted hover:bg-sunken hover:text-ink";

const Dismiss = () => (
  <>
    <CloseIcon className="size-4" />
    <span className="sr-only">Dismiss</span>
  </>
);
