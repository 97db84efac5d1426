import { useFetcher } from "@remix-run/react";
import { MoonIcon, ScreenIcon, SunIcon } from "~/components/ui/icons";
import { RedirectField } from "~/components/ui/redirect-field";
import { useFetcherToast } from "~/components/ui/toast";
import { SCHEME_ACTION } from "~/utils/theme/color-scheme";
import { SCHEME_FETCHER, useColorScheme } from "~/utils/theme/use-color-scheme";

const choices = [
  { value: "system", label: "System", Icon: ScreenIcon },
  { value: "light", label: "Light", Icon: SunIcon },
  { value: "dark", label: "Dark", Icon: MoonIcon },
] as const;

/** One form with three buttons: it works as a native post, and as a fetcher without a reload. */
export function SchemeControl() {
  const fetcher = useFetcher({ key: SCHEME_FETCHER });
  useFetcherToast(fetcher);
  const current = useColorScheme();
  return (
    <fetcher.Form method="post" action={SCHEME_ACTION}>
      <RedirectField />
      <div role="group" aria-label="Colour scheme" className="tab-group">
        {choices.map(({ value, label, Icon }) => (
          <button
            key={value}
            name="scheme"
            value={value}
            aria-pressed={current === value}
            className="scheme-button"
          >
            <Icon className="size-4" />
            {label}
          </button>
        ))}
      </div>
    </fetcher.Form>
  );
}
