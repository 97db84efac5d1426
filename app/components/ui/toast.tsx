import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
  type ReactNode,
} from "react";
import { useHydrated } from "~/utils/browser/hydrated";
import { useRootData } from "~/utils/root-data";
import { isToastKey, toasts, type Toast, type ToastKey } from "~/utils/toasts/toasts";
import { AlertIcon, CheckIcon, CloseIcon } from "./icons";

const MOST_AT_ONCE = 3;
const MILLISECONDS: Record<Toast["kind"], number> = { success: 6_000, error: 12_000 };

interface Shown extends Toast {
  id: number;
}

interface Pile {
  next: number;
  shown: readonly Shown[];
}

type Change = { show: Toast } | { dismiss: number };

function changePile(pile: Pile, change: Change): Pile {
  if ("dismiss" in change)
    return { ...pile, shown: pile.shown.filter(({ id }) => id !== change.dismiss) };
  return {
    next: pile.next + 1,
    shown: [...pile.shown, { ...change.show, id: pile.next }].slice(-MOST_AT_ONCE),
  };
}

interface Toaster {
  /** Says something now: by its key, or with the words of a server's answer. */
  show: (toast: ToastKey | Toast) => void;
}

const ToasterContext = createContext<Toaster | null>(null);

/**
 * Holds what the page has to say, beginning with what the server put into it, and shows it beside
 * its children.
 */
export function ToastProvider({ children }: { children: ReactNode }) {
  const { toast: served } = useRootData();
  const [pile, change] = useReducer(changePile, served, (first) =>
    changePile({ next: 0, shown: [] }, first ? { show: first } : { dismiss: -1 }),
  );

  const [seen, setSeen] = useState(served);
  if (served !== seen) {
    setSeen(served);
    if (served) change({ show: served });
  }

  const toaster = useMemo<Toaster>(
    () => ({
      show: (toast) => change({ show: typeof toast === "string" ? toasts[toast] : toast }),
    }),
    [],
  );
  const dismiss = useCallback((id: number) => change({ dismiss: id }), []);

  return (
    <ToasterContext.Provider value={toaster}>
      <ToastRegion shown={pile.shown} onDismiss={dismiss} />
      {children}
    </ToasterContext.Provider>
  );
}

/** The way for a component to say something in passing. */
export function useToast(): Toaster {
  const toaster = useContext(ToasterContext);
  if (!toaster) throw new Error("useToast is only for components within the page");
  return toaster;
}

const spoken = (data: unknown): ToastKey | Toast | null => {
  const toast: unknown = (data as { toast?: unknown } | null | undefined)?.toast;
  if (isToastKey(toast)) return toast;
  return toast && typeof toast === "object" && "description" in toast ? (toast as Toast) : null;
};

/**
 * Says what a fetcher's answer carries as `toast`, a key or a whole one, once for each answer.
 *
 * @param fetcher what `useFetcher` gave
 */
export function useFetcherToast({ data }: { data: unknown }): void {
  const { show } = useToast();
  const last = useRef<unknown>(undefined);
  useEffect(() => {
    if (data === last.current) return;
    last.current = data;
    const toast = spoken(data);
    if (toast) show(toast);
  }, [data, show]);
}

interface ToastRegionProps {
  shown: readonly Shown[];
  onDismiss: (id: number) => void;
}

/**
 * Floats over the foot of the window, so that it is seen wherever on the page one is. Each toast is said
 * once: what went well in a region that is there before it, or it might not be heard; what did not in an
 * alert of its own, which is heard when it comes.
 */
const ToastRegion = ({ shown, onDismiss }: ToastRegionProps) => {
  const cards = (kind: Toast["kind"]) =>
    shown
      .filter((toast) => toast.kind === kind)
      .map((toast) => <ToastCard key={toast.id} toast={toast} onDismiss={onDismiss} />);
  return (
    <div className="pointer-events-none fixed inset-x-4 bottom-4 z-60 grid grid-cols-1 justify-items-center gap-2 min-[40rem]:start-auto min-[40rem]:justify-items-end print:hidden">
      <div role="status" aria-atomic="false" className="contents">
        {cards("success")}
      </div>
      {cards("error")}
    </div>
  );
};

interface ToastCardProps {
  toast: Shown;
  onDismiss: (id: number) => void;
}

function ToastCard({ toast, onDismiss }: ToastCardProps) {
  const [held, setHeld] = useState(false);
  const hydrated = useHydrated();
  const { id, kind, title, description } = toast;
  const anchor = `toast-${id}`;

  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => onDismiss(id), MILLISECONDS[kind]);
    return () => clearTimeout(timer);
  }, [held, id, kind, onDismiss]);

  const isError = kind === "error";
  return (
    // Listening for the pointer and the focus only stops the clock.
    <div
      // Without scripts one dismisses it by going to it: then it hides, and the page stays where it is.
      id={hydrated ? undefined : anchor}
      role={isError ? "alert" : undefined}
      data-kind={kind}
      className="toast pointer-events-auto flex target:hidden w-full max-w-sm items-start gap-3 rounded border border-line bg-raised p-4 pe-2 shadow-float"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {isError ? (
        <AlertIcon className="mt-0.5 text-negative" />
      ) : (
        <CheckIcon className="mt-0.5 text-positive" />
      )}
      <div className="min-w-0 flex-1 text-sm">
        <p className="font-medium">{title}</p>
        <p className="mt-0.5 text-muted">{description}</p>
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
