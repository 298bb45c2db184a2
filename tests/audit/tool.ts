import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const tools = resolve(import.meta.dirname, '../../.tools')

/** A package in a folder of its own, apart from the product's; gives the folder of the package. */
export function installTool(name: string, version: string, folderName = name.split('/').at(-1) ?? name): string {
  const folder = join(tools, folderName)
  const own = join(folder, 'node_modules', name)
  const present = (): string | undefined =>
    existsSync(join(own, 'package.json'))
      ? (JSON.parse(readFileSync(join(own, 'package.json'), 'utf8')) as { version: string }).version
      : undefined
  if (present() !== version) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ private: true, dependencies: { [name]: version } })}\n`)
    spawnSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--omit=optional'], {
      cwd: folder,
      stdio: 'inherit',
      timeout: 300_000,
    })
  }
  if (present() !== version) throw new Error(`${name} ${version} could not be installed into ${folder}.`)
  return own
}
