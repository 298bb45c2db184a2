import { type Plugin, runnerImport } from 'vite'

/**
 * The contract as the app carries it: each file of calls without its schemas. The types are those of the real file; the
 * server and the tests run the real one.
 */
export function leanContract(): Plugin {
  return {
    name: 'fairlead:lean-contract',
    enforce: 'pre',
    load: {
      filter: { id: /\/src\/contract\/calls\/\w+\.ts$/ },
      async handler(id) {
        const { module, dependencies } = await runnerImport<object>(id)
        for (const file of dependencies) this.addWatchFile(file)
        return { code: leanSource(module), moduleType: 'js' }
      },
    },
  }
}

/** A module of calls as source text: rows and constants without what is a schema. */
export const leanSource = (module: object): string =>
  Object.entries(module)
    .map(([name, value]) => [name, JSON.stringify(value, withoutSchemas)])
    .flatMap(([name, text]) => (text === undefined ? [] : [`export const ${name} = ${text}\n`]))
    .join('')

const withoutSchemas = (_name: string, value: unknown): unknown => (isSchema(value) ? undefined : value)

const isSchema = (value: unknown): boolean => typeof value === 'object' && value !== null && '_zod' in value
