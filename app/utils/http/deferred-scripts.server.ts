import { TOKEN_KEY } from "~/components/accounts/stored-token";
import { HYDRATED_EVENT } from "~/utils/browser/hydrated";
import { hasScriptStarter, SCRIPTED_CONTROLS } from "~/utils/browser/starts-scripts";

const PRELOAD = '<link rel="modulepreload" href="';
const PRELOADS = /<link rel="modulepreload" href="([^"]+)"\/>/g;
const MODULE_SCRIPT = /<script([^>]*) type="module" async="">([\s\S]*?)<\/script>/;
const IMPORT = /^import (?:\* as (\w+) from )?("[^"]+");$/gm;

/** Where all files are, which a list of them need not repeat. */
const FILES = "/assets/";

/** How long a click waits for the scripts before it does what it does without them. */
const CLICK_WAIT_MS = 1500;

/**
 * Has a browser fetch the scripts of a page once it has painted it, since they would share the line with what
 * it paints, or only when somebody uses it. Every page is there to be read and used before they run.
 *
 * Remix writes the elements itself, and offers no way to say so. The links that have files fetched ahead are left out,
 * and inserted where hydration expects them as soon as scripts are wanted.
 *
 * @param html a document as Remix renders it, with all scripts at its end or with none
 * @returns the document in parts, one after the other, since joining them would copy it
 */
export function deferScripts(html: string): string[] {
  const start = html.indexOf(PRELOAD);
  if (start === -1) return [html];
  const whenToStart = hasScriptStarter(html) ? WHEN_PAINTED : WHEN_USED;
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
        `<script${attributes}>${deferred(code, links, whenToStart)}</script>`,
    );
  return [html.slice(0, start), scripts];
}

/**
 * @param links paths of the files to fetch ahead, whose links stand before the script that precedes the module's
 * @returns a classic script that runs the code of a module when it is time to
 */
function deferred(module: string, links: readonly string[], whenToStart: string): string {
  const names: string[] = [];
  const imports: string[] = [];
  const code = module.replace(IMPORT, (_, name: string | undefined, path: string) => {
    names.push(name ?? "");
    imports.push(`import(${path})`);
    return "";
  });
  const paths = links.map((path) => path.replace(FILES, ""));
  return `(() => {
const next = document.currentScript.previousElementSibling;
const start = async () => {
for (const path of "${paths.join(" ")}".split(" ")) next.before(Object.assign(document.createElement("link"), { rel: "modulepreload", href: "${FILES}" + path }));
const [${names.join(", ")}] = await Promise.all([${imports.join(", ")}]);
${code.trim()}
};
${whenToStart}
})();`;
}

/** A page in a tab that is not shown is never painted, and starts at once. */
const WHEN_PAINTED = `if (document.hidden) start();
else requestAnimationFrame(() => setTimeout(start));`;

/**
 * A click on what scripts would answer is held back, and made again when they can. A browser that has a token
 * stored is about to be signed in by it, and does not wait. A pointer that moves by nothing is one that a page
 * has come to lie under.
 */
const WHEN_USED = `const signs = ["pointermove", "pointerdown", "wheel", "keydown", "focusin", "input"];
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
held = control;
use();
};
const release = () => {
removeEventListener("click", hold, true);
const control = held;
held = undefined;
control?.click();
};
for (const sign of signs) addEventListener(sign, use, { capture: true, passive: true });
addEventListener("click", hold, true);
try { if (localStorage.getItem("${TOKEN_KEY}")) use(); } catch {}`;
