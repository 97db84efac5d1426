/**
 * The recommended rules, and rules for the layers of app/. Imports go in one direction only:
 * routes → utils and components → services → models → domain and schemas, and between services as SERVICES_IN_ORDER says.
 */
import js from "@eslint/js";
import jsxA11y from "eslint-plugin-jsx-a11y";
import reactHooks from "eslint-plugin-react-hooks";
import { defineConfig, globalIgnores } from "eslint/config";
import tseslint from "typescript-eslint";

/** Matches imports from a folder of app/, by the alias or by a relative path. */
const folder = (name, message, options = {}) => ({
  regex: `^(~/|(\\.\\./)+)${name}(/|$)`,
  message,
  ...options,
});

const module = (name, message) => ({ regex: `^${name}(/|$)`, message });

const ROUTES = folder("routes", "Routes are the top layer: no other layer may import them.");
const SERVICES = folder(
  "services",
  "Services are a higher layer: pass in what you need from them.",
);
const MODELS = folder("models", "Reach the data through a service or a loader.");
const COMPONENTS = folder("components", "Only routes and utils import components.");
const UTILS = folder(
  "utils",
  "Utils are for routes and components: lower layers may not import them.",
);
const MONGOOSE = module("mongoose", "Only app/models accesses the database.");
const REACT = ["react", "react-dom", "@remix-run/react"].map((name) =>
  module(name, "React is for routes, components and utils only."),
);

/** The imports that are forbidden in a folder of app/. */
const layer = (path, ...patterns) => ({
  files: [/\.ts$/.test(path) ? `app/${path}` : `app/${path}/**/*.{ts,tsx}`],
  rules: { "@typescript-eslint/no-restricted-imports": ["error", { patterns: patterns.flat() }] },
});

/** The files and folders of app/services: each may import only those before it. */
const SERVICES_IN_ORDER = [
  ...["feature.ts", "warnings.server.ts", "errors.ts", "require-writer.ts"],
  "references.ts",
  "outgoing-addresses.server.ts",
  ...["fetch-json.server.ts", "csv-file.server.ts", "database-availability.server.ts"],
  ...["cache", "sample-content.server.ts", "jobs", "events", "require-power.ts"],
  ...["site-settings", "day-counts.server.ts"],
  "rate-limits.server.ts",
  ...["submissions.server.ts", "content", "scoring", "share-cards", "worker"],
  ...["whitepaper.server.ts", "share-images.server.ts", "mail"],
  ...["names", "notices", "membership", "ledger", "prices", "sources", "recommendations"],
  ...["ledger-export", "articles", "drafts", "accounts", "following", "saved", "readings"],
  ...[
    "people",
    "blocks",
    "moderation",
    "digest",
    "search",
    "front-page",
    "site-pages.ts",
    "features.server.ts",
  ],
  ...["account-deletion", "cacheable-addresses.server.ts", "exports", "feeds", "demo"],
  ...["upkeep.server.ts", "admin"],
];

/** The rules of a file or folder of services; a folder that is not in the list may import none of them. */
const serviceLayer = (path, name) => {
  const later = SERVICES_IN_ORDER.slice(SERVICES_IN_ORDER.indexOf(name) + 1);
  const parent = /\.ts$/.test(path) ? "\\." : "\\.\\.";
  return layer(path, MONGOOSE, ROUTES, COMPONENTS, UTILS, REACT, {
    regex: `^(~/services|${parent})/(${later.join("|").replaceAll(".ts", "")})(/|$)`,
    message: "A service may import only those before it in SERVICES_IN_ORDER (eslint.config.js).",
  });
};

const WEB = "Take and return plain values: only routes and utils handle requests and responses.";

const nodeGlobals = Object.fromEntries(
  [
    ...["AbortController", "AbortSignal", "Buffer", "URL", "URLSearchParams", "console", "fetch"],
    ...["clearInterval", "clearTimeout", "performance", "process", "setInterval", "setTimeout"],
  ].map((name) => [name, "readonly"]),
);

export default defineConfig(
  globalIgnores(["build/", ".cache/", ".data/", "coverage/", "public/"]),
  { linterOptions: { reportUnusedDisableDirectives: "error" } },

  js.configs.recommended,
  tseslint.configs.recommended,
  {
    rules: {
      eqeqeq: ["error", "always", { null: "ignore" }],
      "@typescript-eslint/no-unused-vars": [
        "error",
        { argsIgnorePattern: "^_", varsIgnorePattern: "^_", ignoreRestSiblings: true },
      ],
      "@typescript-eslint/consistent-type-imports": [
        "error",
        { fixStyle: "inline-type-imports", disallowTypeAnnotations: false },
      ],
    },
  },
  {
    files: ["**/*.{js,mjs}"],
    languageOptions: { globals: nodeGlobals },
  },

  // A promise that is not awaited may hide a failed write or an error.
  {
    files: [
      "app/**/*.{ts,tsx}",
      "server/**/*.ts",
      "scripts/commands/**/*.ts",
      "tests/**/*.{ts,tsx}",
    ],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/no-misused-promises": [
        "error",
        { checksVoidReturn: { attributes: false, properties: false } },
      ],
    },
  },

  // The embedded database handles documents of any shape, as clients send them.
  {
    files: ["packages/embedded-mongo/**/*.ts"],
    rules: { "@typescript-eslint/no-explicit-any": "off" },
  },

  {
    files: ["app/**/*.tsx"],
    extends: [jsxA11y.flatConfigs.recommended],
    plugins: { "react-hooks": reactHooks },
    rules: {
      "react-hooks/rules-of-hooks": "error",
      "react-hooks/exhaustive-deps": "error",
    },
  },

  layer("routes", MONGOOSE),
  layer("utils", MONGOOSE, ROUTES),
  layer("config", MONGOOSE, ROUTES, SERVICES, MODELS, COMPONENTS, UTILS, REACT),
  layer(
    "components",
    MONGOOSE,
    ROUTES,
    folder("services", "Components get data as props; its types are fine.", {
      allowTypeImports: true,
    }),
    folder("models", "Components get data as props; its types are fine.", {
      allowTypeImports: true,
    }),
  ),
  serviceLayer("services"),
  ...SERVICES_IN_ORDER.map((name) => serviceLayer(`services/${name}`, name)),
  layer("presenters", MONGOOSE, ROUTES, COMPONENTS, UTILS, REACT, {
    regex: "^~/(services|models)/(?!references$)",
    message: "Presenters get data as parameters; its types are fine.",
    allowTypeImports: true,
  }),
  layer("models", ROUTES, SERVICES, COMPONENTS, UTILS, REACT),
  layer("schemas", MONGOOSE, ROUTES, SERVICES, MODELS, COMPONENTS, UTILS, REACT),
  layer(
    "domain",
    {
      regex:
        "^(?!\\.{1,2}/|~/domain/|node:crypto$|date-fns/|@date-fns/utc/|html-tag-names$|linkify-it$|stemmer$)",
      message:
        "The domain contains only rules: it may import itself, and libraries for dates, hashes, stems of words, names of HTML elements and links.",
    },
    {
      regex: `^(\\.\\./)+(?!domain/)(components|config|models|routes|schemas|services|utils|root)`,
      message: "The domain contains only rules: it may import no other layer.",
    },
  ),
  {
    files: ["app/**/*.{ts,tsx}"],
    ignores: ["app/services/events/request-context.server.ts"],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          name: "node:async_hooks",
          message:
            "While a store is in use, Node tracks every promise, and pages render more slowly.",
        },
      ],
    },
  },
  {
    files: ["app/{services,models,domain}/**/*.ts"],
    rules: {
      "no-restricted-globals": [
        "error",
        ...["Request", "Response", "Headers", "FormData"].map((name) => ({ name, message: WEB })),
      ],
      // The same names used as types, which the rule above does not check.
      "no-restricted-syntax": [
        "error",
        { selector: "TSTypeReference > Identifier[name=/^(Request|Response)$/]", message: WEB },
      ],
    },
  },
);
