import {
  Dialog as HeadlessDialog,
  DialogBackdrop,
  DialogPanel,
  DialogTitle,
} from "@headlessui/react";
import { useEffect, useState, type ReactNode } from "react";
import { CloseIcon } from "./icons";

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
}

/** A modal dialog. Import it lazily, since it pulls in Headless UI. */
export default function Dialog({ open, onClose, title, children }: DialogProps) {
  return (
    <HeadlessDialog open={open} onClose={onClose} className="fixed inset-0 z-50">
      <DialogBackdrop
        transition
        className="fixed inset-0 bg-[rgb(8_14_11/0.55)] transition-opacity duration-150 data-closed:opacity-0"
      />
      <div className="fixed inset-0 overflow-y-auto">
        <div className="flex min-h-full items-end justify-center min-[40rem]:items-center min-[40rem]:p-6">
          <DialogPanel
            transition
            className="w-full max-w-md rounded-t border border-line bg-raised p-6 text-ink shadow-float transition duration-150 min-[40rem]:rounded data-closed:translate-y-2 data-closed:opacity-0"
          >
            <div className="flex items-start justify-between gap-4">
              <DialogTitle className="section-title">{title}</DialogTitle>
              <button
                type="button"
                onClick={onClose}
                className="-m-2 grid size-11 place-items-center rounded text-muted hover:bg-sunken hover:text-ink"
              >
                <CloseIcon />
                <span className="sr-only">Close</span>
              </button>
            </div>
            <div className="mt-5">{children}</div>
            <ReturnFocus />
          </DialogPanel>
        </div>
      </div>
    </HeadlessDialog>
  );
}

/**
 * Headless UI returns the focus to the element it saw focused before opening, which is none when
 * the click first had to load the dialog's code. This component remembers the element itself.
 * If the page has changed, the focus goes to its content, which could not have it while the dialog was open.
 */
function ReturnFocus() {
  const [opener] = useState(() => document.activeElement);
  const [page] = useState(() => location.pathname);
  useEffect(
    () => () => {
      setTimeout(() => {
        const main = document.getElementById("main");
        if (location.pathname !== page) {
          if (!main?.contains(document.activeElement)) main?.focus({ preventScroll: true });
          return;
        }
        const isFocusLost = document.activeElement === document.body;
        if (isFocusLost && opener instanceof HTMLElement) opener.focus();
      });
    },
    [opener, page],
  );
  return null;
}
