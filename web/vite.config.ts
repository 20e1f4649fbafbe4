import { createHash } from "node:crypto";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

const hash = (text: string) => `'sha256-${createHash("sha256").update(text, "utf8").digest("base64")}'`;

/**
 * Puts script and style into the page, and a policy that allows exactly these two and no request.
 *
 * The script goes into the head, before the data: in a file cut off half-way the unclosed data element
 * would otherwise swallow the script, and the page would stay blank instead of saying what is wrong.
 */
function oneFile(): Plugin {
  return {
    name: "one-file",
    enforce: "post",
    generateBundle(_options, bundle) {
      let script = "";
      let style = "";
      for (const [name, part] of Object.entries(bundle)) {
        if (part.type === "chunk") script += part.code;
        else if (name.endsWith(".css")) style += String(part.source);
        else continue;
        delete bundle[name];
      }
      // Nothing inside may end its own element, nor look like the start of a comment to the HTML parser.
      script = script.replaceAll("\r", "").replace(/<(?=\/script|!--)/gi, "\\x3C").trim();
      style = style.replaceAll("\r", "").replace(/<\//g, "<\\/").trim();
      const policy = [
        "default-src 'none'",
        `script-src ${hash(script)}`,
        `style-src ${hash(style)}`,
        "img-src data: blob:",
        "base-uri 'none'",
        "form-action 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types svelte-trusted-html",
      ].join("; ");
      const page = bundle["report.html"];
      if (page?.type !== "asset") throw new Error("report.html was not built");
      page.source = String(page.source)
        .replace(/\s*<script type="module"[^>]*><\/script>/, "")
        .replace(/\s*<link rel="stylesheet"[^>]*>/, "")
        .replace("<!--content-security-policy-->", () => `<meta http-equiv="Content-Security-Policy" content="${policy}">`)
        .replace("</head>", () => `<style>${style}</style>\n<script type="module">${script}</script>\n</head>`);
    },
  };
}

export default defineConfig({
  plugins: [svelte(), oneFile()],
  build: {
    target: "es2022",
    modulePreload: { polyfill: false },
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    rollupOptions: { input: "report.html" },
  },
});
