import workerAddress from "pdfjs-dist/build/pdf.worker.min.mjs?url";
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { Document, Page, pdfjs } from "react-pdf";
import "react-pdf/dist/Page/AnnotationLayer.css";
import "react-pdf/dist/Page/TextLayer.css";
import { Button } from "~/components/ui/button";
import { ArrowLeftIcon, ArrowRightIcon, MinusIcon, PlusIcon } from "~/components/ui/icons";

pdfjs.GlobalWorkerOptions.workerSrc = workerAddress;

interface PdfPagesProps {
  file: string;
  title: string;
  loading: ReactNode;
  fallback: ReactNode;
}

/** The page width in pixels at which the text is as large as the site's. */
const NATURAL_WIDTH = 720;
const MARGIN = 32;

/** A paginated PDF viewer with a toolbar; the arrow keys turn pages too. */
export default function PdfPages({ file, title, loading, fallback }: PdfPagesProps) {
  const [count, setCount] = useState(0);
  const [pageNumber, setPageNumber] = useState(1);
  // The zoom factor; `null` fits the page to its frame.
  const [zoom, setZoom] = useState<number | null>(null);
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
        onZoom={setZoom}
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

interface PdfToolbarProps {
  /** The number of pages; 0 while loading. */
  count: number;
  /** The current page, from 1. */
  number: number;
  /** The zoom factor, 1 being the natural size. */
  size: number;
  isFitting: boolean;
  onTurn: (number: number) => void;
  onZoom: (size: number | null) => void;
}

const PdfToolbar = ({ count, number, size, isFitting, onTurn, onZoom }: PdfToolbarProps) => (
  <div
    role="group"
    aria-label="PDF controls"
    className="flex flex-wrap items-center justify-between gap-x-2 gap-y-2 border-b border-line bg-raised px-2 py-2 sm:px-3"
  >
    <div className="flex items-center gap-1.5 sm:gap-2">
      <Control
        label="Previous page"
        isAtEnd={number <= 1}
        onPress={() => onTurn(number - 1)}
        icon={<ArrowLeftIcon />}
      />
      <p aria-live="polite" className="min-w-22 text-center text-sm tabular-nums">
        {count ? `Page ${number} of ${count}` : "Opening…"}
      </p>
      <Control
        label="Next page"
        isAtEnd={number >= count}
        onPress={() => onTurn(number + 1)}
        icon={<ArrowRightIcon />}
      />
    </div>
    <div className="flex items-center gap-1.5 sm:gap-2">
      <Control
        label="Smaller"
        isAtEnd={nextZoom(size, -1) === size}
        onPress={() => onZoom(nextZoom(size, -1))}
        icon={<MinusIcon />}
      />
      <Control
        label="Larger"
        isAtEnd={nextZoom(size, 1) === size}
        onPress={() => onZoom(nextZoom(size, 1))}
        icon={<PlusIcon />}
      />
      <Button
        type="button"
        size="sm"
        variant="secondary"
        className="max-sm:px-2"
        aria-pressed={isFitting}
        onClick={() => onZoom(null)}
      >
        Fit
      </Button>
    </div>
  </div>
);

interface ControlProps {
  label: string;
  /** `aria-disabled` rather than `disabled`, so that the control keeps the focus at the end. */
  isAtEnd: boolean;
  onPress: () => void;
  icon: ReactNode;
}

const Control = ({ label, isAtEnd, onPress, icon }: ControlProps) => (
  <Button
    type="button"
    size="sm"
    variant="secondary"
    className="max-sm:px-2"
    aria-label={label}
    title={label}
    aria-disabled={isAtEnd || undefined}
    onClick={() => {
      if (!isAtEnd) onPress();
    }}
  >
    {icon}
  </Button>
);

const ZOOMS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3];

/** @returns the next zoom, or the same at the end */
function nextZoom(zoom: number, direction: 1 | -1): number {
  const next =
    direction > 0
      ? ZOOMS.find((other) => other > zoom + 0.01)
      : ZOOMS.findLast((other) => other < zoom - 0.01);
  return next ?? zoom;
}
