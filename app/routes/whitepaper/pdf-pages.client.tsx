import workerAddress from "pdfjs-dist/build/pdf.worker.min.mjs?url";
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { Document, Page, pdfjs } from "react-pdf";
import "react-pdf/dist/Page/AnnotationLayer.css";
import "react-pdf/dist/Page/TextLayer.css";
import { PdfToolbar } from "./pdf-toolbar";
import { nextZoom, type Zoom } from "./zoom";

pdfjs.GlobalWorkerOptions.workerSrc = workerAddress;

interface PdfPagesProps {
  file: string;
  title: string;
  /** Shown while loading. */
  loading: ReactNode;
  /** Shown if loading fails. */
  fallback: ReactNode;
}

/** The page width in pixels at which the text is as large as the site's. */
const NATURAL_WIDTH = 720;
/** Total horizontal margin around a page. */
const MARGIN = 32;

/** A paginated PDF viewer with a toolbar; the arrow keys turn pages too. */
export default function PdfPages({ file, title, loading, fallback }: PdfPagesProps) {
  const [count, setCount] = useState(0);
  const [pageNumber, setPageNumber] = useState(1);
  const [zoom, setZoom] = useState<Zoom>(null);
  const [hasFailed, setFailed] = useState(false);
  const [frame, width] = useWidth();
  const availableWidth = Math.max(200, width - MARGIN);
  const fittedWidth = Math.min(availableWidth, NATURAL_WIDTH);
  const size = zoom ?? fittedWidth / NATURAL_WIDTH;

  const show = (page: number) => {
    setPageNumber(page);
    frame.current?.scrollTo({ top: 0 });
  };
  const turnTo = (page: number) => show(Math.min(count, Math.max(1, page)));
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const isScrollable = (frame.current?.scrollWidth ?? 0) > (frame.current?.clientWidth ?? 0);
    if (!step || isScrollable || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    turnTo(pageNumber + step);
  };

  if (hasFailed) return fallback;
  return (
    <div className="flex h-full flex-col">
      <PdfToolbar
        {...{ count, size }}
        number={pageNumber}
        isFitting={zoom === null}
        onTurn={turnTo}
        onZoom={(direction) => setZoom(nextZoom(size, direction))}
        onFit={() => setZoom(null)}
      />
      {/* Scrollable regions must be focusable. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={frame}
        role="region"
        aria-label={`${title}, page ${pageNumber}`}
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onKeyDown={onKeyDown}
        className="min-h-0 flex-1 overflow-auto p-4 focus-visible:-outline-offset-2"
      >
        <Document
          file={file}
          loading={loading}
          error={null}
          noData={null}
          className="h-full"
          externalLinkRel="noopener"
          externalLinkTarget="_blank"
          onLoadSuccess={({ numPages }) => setCount(numPages)}
          onLoadError={() => setFailed(true)}
          onSourceError={() => setFailed(true)}
          // react-pdf keeps the first callback, so it must not depend on later renders.
          onItemClick={({ pageNumber }) => show(pageNumber)}
        >
          {width > 0 ? (
            <Page
              pageNumber={pageNumber}
              width={zoom === null ? fittedWidth : NATURAL_WIDTH * zoom}
              loading={loading}
              className="mx-auto w-fit shadow-[0_0_0_1px_var(--line)]"
            />
          ) : null}
        </Document>
      </div>
    </div>
  );
}

/** An element's ref and its width, 0 until measured. */
function useWidth() {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width] as const;
}
