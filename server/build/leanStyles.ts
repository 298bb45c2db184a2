import type { Plugin } from 'vite'

/** Class names one by one instead of a table of each sheet's: the build writes each where it is used, and leaves the rest out. */
export function leanStylesPlugin(): Plugin {
  return {
    name: 'fairlead:lean-styles',
    enforce: 'pre',
    apply: 'build',
    transform: {
      filter: { id: /\/src\/.*\.tsx?(\?|$)/, code: /\.module\.css'/ },
      handler: (code) => ({ code: toCssModuleNamespaceImports(code), map: null }),
    },
  }
}

/** A sheet whose names all stand where they are used is still a sheet of the page. */
export function retainedStyleSheetsPlugin(): Plugin {
  return {
    name: 'fairlead:kept-sheets',
    enforce: 'post',
    apply: 'build',
    transform: { filter: { id: /\.module\.css$/ }, handler: (code) => ({ code, map: null, moduleSideEffects: 'no-treeshake' }) },
  }
}

/** `styles.row` of a default import becomes a name that the sheet exports. */
export const toCssModuleNamespaceImports = (code: string): string =>
  code.replaceAll(/^import (\w+) from '([^']+\.module\.css)'/gm, "import * as $1 from '$2'")
