import { TOKEN_KEY } from "~/components/accounts/stored-token";
import { HYDRATED_EVENT } from "~/utils/browser/hydrated";
import { hasScriptStarter, SCRIPTED_CONTROLS } from "~/utils/browser/starts-scripts";

const PRELOAD = '<link rel="modulepreload"';
const MODULE_SCRIPT = /<script([^>]*) type="module" async="">([\s\S]*?)<\/script>/;
const IMPORT = /^import (?:\* as (\w+) from )?("[^"]+");$/gm;

/** How long a click waits for the scripts before it does what it does without them. */
const CLICK_WAIT_MS = 1500;

/**
 * Has a browser fetch the scripts of a page once it has painted it, since they would share the line with what
 * it paints, or only when somebody uses it. Every page is there to be read and used before they run.
 *
 * Remix writes the elements itself, and offers no way to say so. They stay where they are, as hydration expects
 * them there.
 *
 * @param html a document as Remix renders it, with all scripts at its end or with none
 * @returns the document in parts, one after the other, since joining them would copy it
 */
export function deferScripts(html: string): string[] {
  const start = html.indexOf(PRELOAD);
  if (start === -1) return [html];
  const whenToStart = hasScriptStarter(html) ? WHEN_PAINTED : WHEN_USED;
  const scripts = html
    .slice(start)
    .replaceAll(PRELOAD, '<link data-rel="modulepreload"')
    .replace(
      MODULE_SCRIPT,
      (_, attributes: string, code: string) =>
        `<script${attributes}>${deferred(code, whenToStart)}</script>`,
    );
  return [html.slice(0, start), scripts];
}

/** @returns a classic script that runs the code of a module when it is time to */
function deferred(module: string, whenToStart: string): string {
  const names: string[] = [];
  const imports: string[] = [];
  const code = module.replace(IMPORT, (_, name: string | undefined, path: string) => {
    names.push(name ?? "");
    imports.push(`import(${path})`);
    return "";
  });
  return `(() => {
const start = async () => {
for (const link of document.querySelectorAll("link[data-rel]")) link.rel = link.dataset.rel;
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
