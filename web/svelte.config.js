import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";

export default {
  preprocess: vitePreprocess(),
  compilerOptions: {
    runes: true,
    // A table that is drawn as cards loses its roles in some browsers unless they are written out.
    warningFilter: (warning) => warning.code !== "a11y_no_redundant_roles",
  },
};
