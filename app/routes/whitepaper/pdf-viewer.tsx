import { Component, lazy, Suspense, type ReactNode } from "react";
import { Spinner } from "~/components/ui/icons";
import { useHydrated } from "~/utils/browser/hydrated";

/** Read by the browser alone: what it is made of cannot be loaded anywhere else. */
const PdfPages = lazy(() => import("./pdf-pages.client"));

interface ViewerProps {
  /** The PDF's address. */
  file: string;
  title: string;
}

/**
 * The PDF within the page, 800 pixels high: in a viewer of ours, or in the browser's own one where no
 * scripts run or ours does not come up.
 */
export function PdfViewer(props: ViewerProps) {
  const isHydrated = useHydrated();
  return (
    <div
      data-viewer=""
      className="h-[800px] overflow-hidden rounded border border-edge bg-sunken print:hidden"
    >
      {isHydrated ? (
        <Otherwise fallback={<BrowsersOwn {...props} />}>
          <Suspense fallback={<Opening />}>
            <PdfPages {...props} opening={<Opening />} fallback={<BrowsersOwn {...props} />} />
          </Suspense>
        </Otherwise>
      ) : (
        <noscript>
          <BrowsersOwn {...props} />
        </noscript>
      )}
    </div>
  );
}

const Opening = () => (
  <p role="status" className="flex h-full items-center justify-center gap-3 text-muted">
    <Spinner /> Opening the PDF…
  </p>
);

const BrowsersOwn = ({ file, title }: ViewerProps) => (
  <object
    data={file}
    type="application/pdf"
    height={800}
    aria-label={`${title}, PDF`}
    className="h-full w-full"
  >
    <p className="p-6">
      This browser does not show PDFs within a page.{" "}
      <a href={file} className="link">
        Open the PDF
      </a>{" "}
      instead.
    </p>
  </object>
);

/** Shows something else where a part could not be loaded or drawn. */
class Otherwise extends Component<{ fallback: ReactNode; children: ReactNode }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError = () => ({ hasFailed: true });

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}
