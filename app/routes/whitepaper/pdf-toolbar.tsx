import type { ReactNode } from "react";
import { Button } from "~/components/ui/button";
import { ArrowLeftIcon, ArrowRightIcon, MinusIcon, PlusIcon } from "~/components/ui/icons";
import { isLastZoom } from "./zoom";

interface PdfToolbarProps {
  /** The number of pages; 0 while loading. */
  count: number;
  /** The current page, from 1. */
  number: number;
  /** The zoom factor, 1 being the natural size. */
  size: number;
  /** Whether the page is fitted to its frame. */
  isFitting: boolean;
  onTurn: (number: number) => void;
  onZoom: (direction: 1 | -1) => void;
  onFit: () => void;
}

/** Page and zoom controls. */
export const PdfToolbar = ({
  count,
  number,
  size,
  isFitting,
  onTurn,
  onZoom,
  onFit,
}: PdfToolbarProps) => (
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
        isAtEnd={isLastZoom(size, -1)}
        onPress={() => onZoom(-1)}
        icon={<MinusIcon />}
      />
      <Control
        label="Larger"
        isAtEnd={isLastZoom(size, 1)}
        onPress={() => onZoom(1)}
        icon={<PlusIcon />}
      />
      <Button
        type="button"
        size="sm"
        variant="secondary"
        className="max-sm:px-2"
        aria-pressed={isFitting}
        onClick={onFit}
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
