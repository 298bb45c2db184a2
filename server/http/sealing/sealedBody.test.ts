import { spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { machineNow } from '../../../tests/support/today.ts'
import { unsealBody } from './unseal.ts'

// What docs/sealed-body.md tells other programs is true: its own program, run as it stands there, makes the texts of its example, and the
// server opens them.

const text = readFileSync(new URL('../../../docs/sealed-body.md', import.meta.url), 'utf8')
const block = (language: string, n = 0): string =>
  [...text.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\n?\`\`\``, 'g'))][n]?.[1] ?? ''
const said = (name: string): string => new RegExp(`${name} is \`([^\`]+)\``).exec(text)?.[1] ?? ''

const folder = mkdtempSync(join(tmpdir(), 'sealed-'))
afterAll(() => rmSync(folder, { recursive: true }))

const works = (command: string, ...args: string[]): boolean => spawnSync(command, args).status === 0
const hasTools = works('python3', '--version') && works('openssl', 'version')
if (!hasTools) console.warn('skipped: the Python program of docs/sealed-body.md needs python3 and openssl, and one of them is not here')

it.skipIf(!hasTools)('a program in Python makes the body of the example, and the server opens it', () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const publicKeyFile = join(folder, 'key.pem')
  writeFileSync(publicKeyFile, publicKey.export({ type: 'spki', format: 'pem' }))
  const program = join(folder, 'seal.py')
  writeFileSync(program, block('python'))
  const payload = JSON.parse(block('json')) as object
  const [ts, nonce, key] = [Number(said('`_ts`')), said('`_nonce`'), said('drawn')]
  const made = (request: object): [string, string, string] => {
    const run = spawnSync('python3', [program], { input: JSON.stringify({ payload, publicKeyFile, ...request }), encoding: 'utf8' })
    expect(run.stderr).toBe('')
    return JSON.parse(run.stdout) as [string, string, string]
  }
  const [inside, aesPart, body] = made({ ts, nonce, key })
  expect(inside).toBe(block('text', 1))
  expect(inside.replace(/"_sum":"[0-9a-f]{64}",/, '')).toBe(block('text', 0))
  expect(aesPart).toBe(block('text', 2))
  expect(unsealBody(Buffer.from(body), privateKey, ts)).toEqual({ payload, nonce })
  // Without what the example fixes it draws a key, a time and a nonce of its own.
  const [, , own] = made({})
  expect(unsealBody(Buffer.from(own), privateKey, machineNow()).payload).toEqual(payload)
})
