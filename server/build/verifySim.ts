// Writes public/verify-sim.mjs from the rules that server and app use: `node server/build/verifySim.ts`, after a change in src/rules/sim.
// One file without dependencies, for Node and browsers, with its comments: whoever checks our prices should be able to read it.
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { rolldown } from 'rolldown'

const root = resolve(import.meta.dirname, '../..')
const head = `// How Fairlead's simulated prices follow from a day's seed (/help: "Simulated markets"), and the check of one price.
// Needs Node 20 or a browser and nothing else; verify-record.mjs and /verify.html use it. Made from the very lines that our server runs.
`

/** The text of the file. */
export async function bundleSimVerifier(): Promise<string> {
  const bundle = await rolldown({ input: resolve(root, 'src/rules/sim/published.ts'), treeshake: true, platform: 'neutral' })
  const { output } = await bundle.generate({ format: 'esm', minify: false })
  await bundle.close()
  const [{ code }] = output
  const lines = code.split('\n').filter((line) => !/^\/\/#(end)?region/.test(line))
  return head + lines.join('\n').replaceAll('\t', '  ')
}

if (import.meta.main) writeFileSync(resolve(root, 'public/verify-sim.mjs'), await bundleSimVerifier())
