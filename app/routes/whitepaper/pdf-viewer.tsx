import { Component, lazy, Suspense, type ReactNode } from "react";
import { Spinner } from "~/components/ui/icons";
import { useHydrated } from "~/utils/browser/hydrated";
import { startsScripts } from "~/utils/browser/starts-scripts";

/** Loaded in the browser only: pdf.js cannot be imported on the server. */
const PdfPages = lazy(() => import("./pdf-pages.client"));

interface PdfViewerProps {
  file: string;
  title: string;
}

/** The embedded PDF, 800 pixels high: in our viewer, or in the browser's own without JavaScript or if ours fails. */
export function PdfViewer(props: PdfViewerProps) {
  const isHydrated = useHydrated();
  return (
    <div
      data-viewer=""
      {...startsScripts}
      className="h-[800px] overflow-hidden rounded border border-edge bg-sunken print:hidden"
    >
      {isHydrated ? (
        <ErrorFallback fallback={<NativePdfViewer {...props} />}>
          <Suspense fallback={<LoadingPdf />}>
            <PdfPages
              {...props}
              loading={<LoadingPdf />}
              fallback={<NativePdfViewer {...props} />}
            />
          </Suspense>
        </ErrorFallback>
      ) : (
        <noscript>
          <NativePdfViewer {...props} />
        </noscript>
      )}
    </div>
  );
}

const LoadingPdf = () => (
  <p role="status" className="flex h-full items-center justify-center gap-3 text-muted">
    <Spinner /> Opening the PDF…
  </p>
);

const NativePdfViewer = ({ file, title }: PdfViewerProps) => (
  <object
    data={file}
    type="application/pdf"
    height={800}
    aria-label={`${title}, PDF`}
    className="h-full w-full"
  >
    <p className="p-6">
      This browser cannot show PDFs within a page.{" "}
      <a href={file} className="link">
        Open the PDF
      </a>{" "}
      instead.
    </p>
  </object>
);

class ErrorFallback extends Component<{ fallback: ReactNode; children: ReactNode }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError = () => ({ hasFailed: true });

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}
