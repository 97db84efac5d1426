import { useEffect, useRef } from "react";

/** New recovery codes, which are shown only once. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const box = useRef<HTMLDivElement>(null);
  // Move the focus here, because the submitted form may be further down the page.
  useEffect(() => box.current?.focus(), []);
  return (
    <div
      ref={box}
      tabIndex={-1}
      role="status"
      className="mb-8 scroll-mt-24 rounded border border-positive bg-positive-wash px-5 py-4"
    >
      <p className="font-medium">
        These are your recovery codes. Print them or write them down now: they are not shown again.
      </p>
      <p className="mt-1">
        If you lose your app, each code signs you in once. Do not keep them together with your
        password.
      </p>
      <ol className="mt-4 grid grid-cols-1 gap-x-8 gap-y-1 font-mono text-sm sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code} className="whitespace-nowrap select-all">
            {code}
          </li>
        ))}
      </ol>
    </div>
  );
}
