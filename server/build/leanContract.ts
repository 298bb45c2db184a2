import { pathToFileURL } from 'node:url'
import { type Plugin, runnerImport } from 'vite'

/**
 * The contract as the app carries it: each file of calls without its schemas, each row a module of its own, so that a
 * screen brings the rows that it calls. The types are those of the real file; the server and the tests run the real one.
 */
export function leanContractPlugin(): Plugin {
  let isBuild = false
  return {
    name: 'fairlead:lean-contract',
    enforce: 'pre',
    configResolved({ command }) {
      isBuild = command === 'build'
    },
    load: {
      filter: { id: /\/src\/contract\/calls\/\w+\.ts(\?row=\w+(\.\w+)?)?$/ },
      async handler(id) {
        const [file = id, row] = id.split('?row=')
        const { module, dependencies } = await (isBuild ? nodeImport(file) : runnerImport<Record<string, unknown>>(file))
        for (const dependency of [file, ...dependencies]) this.addWatchFile(dependency)
        return { code: leanContractSource(file, module, row), moduleType: 'js' }
      },
    },
  }
}

/**
 * In a build nothing changes, so that Node itself reads the file, once for all its rows. The runner of the development server reads anew what has
 * changed, but gives up where an answer takes a minute, as on a machine that is busy with the rest of the build.
 */
const nodeImport = async (file: string): Promise<{ module: Record<string, unknown>; dependencies: string[] }> => ({
  module: (await import(pathToFileURL(file).href)) as Record<string, unknown>,
  dependencies: [],
})

/** Source text of a file of calls; of its list of rows (`row` is 'wallet'); of one of them ('wallet.balances'). */
export function leanContractSource(file: string, module: Record<string, unknown>, row?: string): string {
  const [word = '', name] = row?.split('.') ?? []
  const rows = (module[word] ?? {}) as Record<string, unknown>
  if (name) return `export default ${JSON.stringify(rows[name], withoutSchemas)}\n`
  if (word)
    return Object.keys(rows)
      .map((key) => `export { default as ${key} } from '${file}?row=${word}.${key}'\n`)
      .join('')
  return Object.entries(module)
    .filter(([, value]) => isCarried(value))
    .map(([name, value]) =>
      isRows(value) ? `export * as ${name} from '${file}?row=${name}'\n` : `export const ${name} = ${JSON.stringify(value)}\n`,
    )
    .join('')
}

const withoutSchemas = (_name: string, value: unknown): unknown => (isSchema(value) ? undefined : value)

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
const isSchema = (value: unknown): boolean => isObject(value) && '_zod' in value
/** Data is carried, and rows. What else a file exports is missing in the app, so that a use of it ends the build. */
const isCarried = (value: unknown): boolean => !isSchema(value) && typeof value !== 'function' && !(value instanceof RegExp)
const isRows = (value: unknown): boolean => isObject(value) && Object.values(value).every((each) => isObject(each) && 'path' in each)
