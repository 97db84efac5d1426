import workerAddress from "pdfjs-dist/build/pdf.worker.min.mjs?url";
import {
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from "react";
import { Document, Page, pdfjs } from "react-pdf";
import "react-pdf/dist/Page/AnnotationLayer.css";
import "react-pdf/dist/Page/TextLayer.css";
import { PdfToolbar } from "./pdf-toolbar";
import { nextZoom, type Zoom } from "./zoom";

pdfjs.GlobalWorkerOptions.workerSrc = workerAddress;

interface PdfPagesProps {
  file: string;
  title: string;
  /** Shown until the PDF is there. */
  opening: ReactNode;
  /** Shown where it does not come. */
  fallback: ReactNode;
}

/** The width at which a page's text is as large as that of this site, in pixels. */
const NATURAL_WIDTH = 720;
/** What is around a page, on both sides together. */
const MARGIN = 32;

/** A PDF a page at a time, with what turns and enlarges them. Its arrow keys turn pages, too. */
export default function PdfPages({ file, title, opening, fallback }: PdfPagesProps) {
  const [count, setCount] = useState(0);
  const [number, setNumber] = useState(1);
  const [zoom, setZoom] = useState<Zoom>(null);
  const [hasFailed, setFailed] = useState(false);
  const [frame, width] = useWidth();
  const room = Math.max(200, width - MARGIN);
  const fitting = Math.min(room, NATURAL_WIDTH);
  const size = zoom ?? fitting / NATURAL_WIDTH;
  useOwnedLinks(frame);

  const show = (page: number) => {
    setNumber(page);
    frame.current?.scrollTo({ top: 0 });
  };
  const turnTo = (wanted: number) => show(Math.min(count, Math.max(1, wanted)));
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const isWider = (frame.current?.scrollWidth ?? 0) > (frame.current?.clientWidth ?? 0);
    if (!step || isWider || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    turnTo(number + step);
  };

  if (hasFailed) return fallback;
  return (
    <div className="flex h-full flex-col">
      <PdfToolbar
        {...{ count, number, size }}
        isFitting={zoom === null}
        onTurn={turnTo}
        onZoom={(direction) => setZoom(nextZoom(size, direction))}
        onFit={() => setZoom(null)}
      />
      {/* What scrolls must be reachable by the keyboard. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={frame}
        role="region"
        aria-label={`${title}, page ${number}`}
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onKeyDown={onKeyDown}
        className="min-h-0 flex-1 overflow-auto p-4 focus-visible:-outline-offset-2"
      >
        <Document
          file={file}
          loading={opening}
          error={null}
          noData={null}
          className="h-full"
          externalLinkRel="noopener"
          externalLinkTarget="_blank"
          onLoadSuccess={({ numPages }) => setCount(numPages)}
          onLoadError={() => setFailed(true)}
          onSourceError={() => setFailed(true)}
          // The first one that it is given is kept, which knows of no later render.
          onItemClick={({ pageNumber }) => show(pageNumber)}
        >
          {width > 0 ? (
            <Page
              pageNumber={number}
              width={zoom === null ? fitting : NATURAL_WIDTH * zoom}
              loading={opening}
              className="mx-auto w-fit shadow-[0_0_0_1px_var(--line)]"
            />
          ) : null}
        </Document>
      </div>
    </div>
  );
}

/** What pdf.js puts before the id of a link when it makes an element of it. */
const LINK_PREFIX = "pdfjs_internal_id_";

/**
 * The structure of a page, which react-pdf draws for those who hear it, names links by their ids in the
 * PDF. Here they get those of the elements that pdf.js made of them.
 */
function useOwnedLinks(frame: RefObject<HTMLElement>) {
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const observer = new MutationObserver(() => {
      for (const owner of element.querySelectorAll(".structTree [aria-owns]")) {
        const id = owner.getAttribute("aria-owns") ?? "";
        if (/^\d+R$/.test(id)) owner.setAttribute("aria-owns", LINK_PREFIX + id);
      }
    });
    observer.observe(element, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [frame]);
}

/** An element, and its width as it changes: 0 until it is known. */
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
