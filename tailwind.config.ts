import type { Config } from "tailwindcss";
import plugin from "tailwindcss/plugin";
import { colors, type Scheme } from "./app/styles/tokens";

const names = Object.keys(colors) as (keyof typeof colors)[];

const variables = (scheme: Scheme) =>
  Object.fromEntries(names.map((name) => [`--${name}`, colors[name][scheme]]));

const serifFallbacks = ['"Newsreader on Georgia"', '"Newsreader on Times"', "Georgia", "serif"];

export default {
  theme: {
    colors: {
      ...Object.fromEntries(names.map((name) => [name, `var(--${name})`])),
      transparent: "transparent",
      current: "currentColor",
    },
    fontFamily: {
      display: ['"Newsreader Variable"', ...serifFallbacks],
      sans: [
        ...['"Public Sans Variable"', '"Public Sans on Arial"', '"Public Sans on Roboto"'],
        ...["system-ui", "sans-serif"],
      ],
      mono: ["ui-monospace", '"SF Mono"', "Menlo", "Consolas", "monospace"],
    },
    // 14, 16, 18, 21, 28, 38 and 52 px. The largest are limited by the width of a narrow screen when text is enlarged.
    fontSize: {
      sm: ["0.875rem", "1.45"],
      base: ["1rem", "1.6"],
      lg: ["1.125rem", "1.6"],
      xl: ["1.3125rem", "1.4"],
      "2xl": ["min(1.75rem, 9cqi)", "1.2"],
      "3xl": ["min(2.375rem, 12.5cqi)", "1.1"],
      "4xl": ["3.25rem", "1.04"],
    },
    borderRadius: { none: "0", sm: "6px", DEFAULT: "10px", full: "9999px" },
    boxShadow: {
      none: "none",
      // The only shadow, for floating elements: menus, dialogs and toasts.
      float: "0 1px 2px rgb(0 0 0 / 0.08), 0 12px 32px -8px rgb(0 0 0 / 0.24)",
    },
    extend: {
      // `measure` is about 66 characters of text; `reading` adds the margins of a page.
      maxWidth: { page: "72rem", measure: "42rem", reading: "46rem" },
      transitionDuration: { DEFAULT: "120ms" },
    },
  },
  plugins: [
    plugin(({ addBase }) => {
      addBase({
        ":root": { colorScheme: "light dark", ...variables("light") },
        // The dark scheme is for screens only: pages are printed on white.
        "@media screen and (prefers-color-scheme: dark)": {
          ":root:not([data-scheme=light])": variables("dark"),
        },
        ":root[data-scheme=light]": { colorScheme: "light" },
        "@media screen": {
          ":root[data-scheme=dark]": { colorScheme: "dark", ...variables("dark") },
        },
      });
    }),
  ],
} satisfies Config;
