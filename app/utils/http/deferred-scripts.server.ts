import { TOKEN_KEY, VIEWER_KEY } from "~/components/accounts/stored-token";
import { HYDRATED_EVENT } from "~/utils/browser/hydrated";
import { hasScriptStarter, SCRIPTED_CONTROLS } from "~/utils/browser/starts-scripts";

const PRELOAD = '<link rel="modulepreload" href="';
const PRELOADS = /<link rel="modulepreload" href="([^"]+)"\/>/g;
const MODULE_SCRIPT = /<script([^>]*) type="module" async="">([\s\S]*?)<\/script>/;
const IMPORT = /^import (?:\* as (\w+) from )?("[^"]+");$/gm;

/** The directory of all script files, which the list of preloads omits. */
const FILES = "/assets/";

/** How long a click waits for the scripts before the browser handles it without them. */
const CLICK_WAIT_MS = 1500;

/**
 * Defers the scripts of a page until the browser has painted it, so that they do not compete for bandwidth with what
 * is painted, or until the user first interacts with the page. Every page can be read and used before they run.
 *
 * Remix writes the script elements itself and has no option for this. The `modulepreload` links are removed, and
 * inserted where hydration expects them when the scripts are loaded.
 *
 * @param html a document as Remix renders it, with all scripts at its end or with none
 * @param dialogFiles the paths of files that the sign-in dialog needs, for visitors who open it first
 * @returns the parts of the document in order, because joining them would copy it
 */
export function deferScripts(html: string, dialogFiles: readonly string[]): string[] {
  const start = html.indexOf(PRELOAD);
  if (start === -1) return [html];
  const isStarting = hasScriptStarter(html);
  const links: string[] = [];
  const scripts = html
    .slice(start)
    .replace(PRELOADS, (_, path: string) => {
      links.push(path);
      return "";
    })
    .replace(
      MODULE_SCRIPT,
      (_, attributes: string, code: string) =>
        `<script${attributes}>${deferred(code, links, isStarting ? WHEN_PAINTED : whenUsed(dialogFiles, links))}</script>`,
    );
  return [html.slice(0, start), scripts];
}

/**
 * @param links the paths of the files to preload; the links are inserted before the element that precedes the script
 * @param whenToStart code that calls `start` when the scripts are to be loaded
 * @returns the code of a classic script that runs the module's code once `start` is called
 */
function deferred(module: string, links: readonly string[], whenToStart: string): string {
  const names: string[] = [];
  const imports: string[] = [];
  const code = module.replace(IMPORT, (_, name: string | undefined, path: string) => {
    names.push(name ?? "");
    imports.push(`import(${path})`);
    return "";
  });
  return `(() => {
const next = document.currentScript.previousElementSibling;
const files = ${listOf(links)};
const start = async () => {
for (const path of files) next.before(Object.assign(document.createElement("link"), { rel: "modulepreload", href: "${FILES}" + path }));
const [${names.join(", ")}] = await Promise.all([${imports.join(", ")}]);
${code.trim()}
};
${whenToStart}
})();`;
}

const listOf = (paths: readonly string[]): string =>
  JSON.stringify(paths.map((path) => path.replace(FILES, "")));

/** Starts after the first paint. A page in a hidden tab is never painted, so it starts at once. */
const WHEN_PAINTED = `if (document.hidden) start();
else requestAnimationFrame(() => setTimeout(start));`;

/**
 * Starts at the first interaction. Until then the files are only put into the browser's cache, once it has nothing else
 * to do, so that the first click need not wait for them; not by `link` elements, which hydration would not expect.
 *
 * A click on a control that scripts handle is held back, with a sign of progress, and repeated after hydration or
 * `CLICK_WAIT_MS`. It starts at once if a token is stored, which may restore a session, or if the browser remembers a
 * user: then the page is an old one, or the session has ended. If the user signs in elsewhere before it has started,
 * the page is loaded again. A pointer move by zero pixels is ignored: the page was loaded under a resting pointer.
 */
const whenUsed = (
  dialogFiles: readonly string[],
  links: readonly string[],
): string => `const more = ${listOf(dialogFiles.filter((path) => !links.includes(path)))};
const fetchFiles = () => {
const { saveData, effectiveType } = navigator.connection ?? {};
if (saveData || /2g/.test(effectiveType)) return;
for (const path of isUsed ? more : [...files, ...more]) fetch("${FILES}" + path, { priority: "low" }).then((response) => response.blob()).catch(() => {});
};
addEventListener("load", () => (window.requestIdleCallback ?? setTimeout)(fetchFiles));
const signs = ["pointermove", "pointerdown", "wheel", "keydown", "focusin", "input"];
let isUsed = false;
let held;
const use = (event) => {
if (isUsed || (event?.type === "pointermove" && !event.movementX && !event.movementY)) return;
isUsed = true;
for (const sign of signs) removeEventListener(sign, use, true);
addEventListener("${HYDRATED_EVENT}", () => setTimeout(release));
setTimeout(release, ${CLICK_WAIT_MS});
start().catch((error) => {
release();
throw error;
});
};
const hold = (event) => {
const control = event.target.closest("${SCRIPTED_CONTROLS}");
if (!control || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
event.preventDefault();
event.stopImmediatePropagation();
held?.removeAttribute("aria-busy");
held = control;
control.setAttribute("aria-busy", "true");
use();
if (control.href) for (const path of more) import("${FILES}" + path).catch(() => {});
};
const release = () => {
removeEventListener("click", hold, true);
const control = held;
held = undefined;
control?.removeAttribute("aria-busy");
control?.click();
};
for (const sign of signs) addEventListener(sign, use, { capture: true, passive: true });
addEventListener("click", hold, true);
const isStored = (key) => { try { return localStorage.getItem(key); } catch {} };
if (isStored("${TOKEN_KEY}") || isStored("${VIEWER_KEY}")) use();
const refresh = () => isUsed || location.reload();
addEventListener("storage", ({ key }) => key === "${VIEWER_KEY}" && refresh());
addEventListener("pageshow", ({ persisted }) => persisted && isStored("${VIEWER_KEY}") && refresh());`;
